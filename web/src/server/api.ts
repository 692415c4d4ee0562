// What the server is asked over HTTP.

import type { BoardSize, Details, Film, Joined, Made, Me, Page, Wish } from "./rest";

/** A refused request. `name` is stable, the message is for people. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Setting {
  name: string;
  kind: string;
  default: unknown;
  required: boolean;
  meaning: string;
}

export interface Game {
  game: string;
  title: string;
  summary: string;
  rules: number;
  seats: number | string;
  sides: string[];
  actions: string[];
  settings: Setting[];
}

type Query = Record<string, string | number | null | undefined>;

async function ask<T>(method: string, path: string, body?: unknown, query: Query = {}): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  let answer: Response;
  try {
    answer = await fetch(`/api${path}${search ? `?${search}` : ""}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem(0, "offline", "The server cannot be reached. Is it running, and are you online?");
  }
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const content: unknown = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) {
    const { title, detail } = (isJson ? content : {}) as { title?: string; detail?: string };
    throw new Problem(answer.status, title ?? "refused", asSentence(detail ?? "The server did not answer."));
  }
  return content as T;
}

/** The server's words as a sentence of their own. */
export function asSentence(words: string): string {
  const text = words.trim();
  if (!text) return text;
  return text[0]!.toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}

const match = (id: string) => `/matches/${encodeURIComponent(id)}`;

export const api = {
  me: () => ask<Me | null>("GET", "/me"),
  rename: (name: string) => ask<Me>("POST", "/me", { name }),
  register: (account: string, password: string) =>
    ask<Me & { recovery_code: string }>("POST", "/me/account", { account, password }),
  signIn: (account: string, password: string) => ask<Me>("POST", "/me/sign-in", { account, password }),
  recover: (account: string, code: string, password: string) =>
    ask<Me & { recovery_code: string }>("POST", "/me/recover", { account, code, password }),
  signOut: () => ask<void>("POST", "/me/sign-out"),
  games: () => ask<Game[]>("GET", "/games"),
  bots: () => ask<string[]>("GET", "/bots"),
  boards: () => ask<BoardSize[]>("GET", "/boards"),
  board: (name: string) => ask<string>("GET", `/boards/${encodeURIComponent(name)}`),
  keepBoard: (name: string, text: string) => ask<BoardSize>("POST", "/boards", { name, text }),
  forgetBoard: (name: string) => ask<void>("DELETE", `/boards/${encodeURIComponent(name)}`),
  mine: (count = 20) => ask<Page>("GET", "/me/matches", undefined, { count }),
  matches: (status: string, count = 20) => ask<Page>("GET", "/matches", undefined, { status, count }),
  make: (wish: Partial<Wish> & { game: string }) => ask<Made>("POST", "/matches", wish),
  match: (id: string, code?: string | null) => ask<Details>("GET", match(id), undefined, { code }),
  byCode: (code: string) => ask<Made>("GET", `/codes/${encodeURIComponent(code)}`),
  join: (id: string, seat: number | null, code: string | null) =>
    ask<Joined>("POST", `${match(id)}/join`, { seat, code }),
  start: (id: string, fill: string | null) => ask<void>("POST", `${match(id)}/start`, { fill }),
  lock: (id: string, locked: boolean) => ask<void>("POST", `${match(id)}/lock`, { locked }),
  seatBot: (id: string, seat: number, bot: string) => ask<void>("POST", `${match(id)}/seats/${seat}/bot`, { bot }),
  leave: (id: string, seat: number) => ask<void>("DELETE", `${match(id)}/seats/${seat}`),
  rematch: (id: string, code: string | null) => ask<Made>("POST", `${match(id)}/rematch`, undefined, { code }),
  film: (id: string, code: string | null) => ask<Film>("GET", `${match(id)}/film`, undefined, { code }),
};

const FIRST = ["Calm", "Swift", "Bold", "Quiet", "Merry", "Clever", "Lucky", "Brave", "Sly", "Gentle", "Keen", "Sunny"];
const LAST = [
  "Otter",
  "Heron",
  "Badger",
  "Lynx",
  "Marten",
  "Falcon",
  "Hare",
  "Beaver",
  "Swift",
  "Raven",
  "Fox",
  "Wren",
];

const oneOf = (words: string[]) => words[Math.floor(Math.random() * words.length)]!;

/** You; somebody whom the server does not know gets a name that he can change later. */
export async function somebody(): Promise<Me> {
  return (
    (await api.me()) ?? (await api.rename(`${oneOf(FIRST)} ${oneOf(LAST)} ${10 + Math.floor(Math.random() * 90)}`))
  );
}
