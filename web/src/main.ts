import { mount } from "svelte";
import "./palette.css";
import "./app.css";
import "./theme.svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
