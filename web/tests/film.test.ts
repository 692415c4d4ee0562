import { describe, expect, it } from "vitest";
import { FilmPlayer } from "../src/live/film.svelte";
import type { Film } from "../src/server/rest";

/** A film of a counter that is told anew as a whole now and then. */
function film(length: number): Film {
  const entries = Array.from({ length }, (_, i) => ({
    number: i + 1,
    kind: "act",
    at: 0,
    changes: i % 10 === 0 ? [[[], { count: { now: i + 1 } }]] : [[["count", "now"], i + 1]],
  }));
  return {
    game: "rowdy",
    rules: 1,
    setup: {},
    seats: 2,
    start: { count: { now: 0 } },
    entries,
    outcome: null,
  } as unknown as Film;
}

describe("a film", () => {
  const now = (player: FilmPlayer) => (player.now as unknown as { count: { now: number } }).count.now;

  it("goes anywhere, forwards and backwards, any number of times", () => {
    const player = new FilmPlayer(film(300), () => 1);
    for (const place of [300, 0, 17, 299, 64, 63, 128, 5, 300, 1, 0]) {
      player.go(place);
      expect([player.number, now(player)]).toEqual([place, place]);
    }
  });

  it("tells what has happened so far, without a crowd's steps", () => {
    const entry = (number: number, event: string) => ({
      number,
      kind: "act",
      at: 0,
      seat: 0,
      changes: [],
      events: [{ event }],
      says: [event],
    });
    const entries = [
      entry(1, "captured"),
      ...Array.from({ length: 500 }, (_, i) => entry(i + 2, "moved")),
      entry(502, "won"),
    ];
    const player = new FilmPlayer({ ...film(0), game: "classic", entries }, () => 1);
    player.go(501);
    expect(player.lines.map((line) => line.number)).toEqual([1]);
    player.go(502);
    expect(player.lines.map((line) => line.number)).toEqual([1, 502]);
    player.go(0);
    expect(player.lines).toEqual([]);
  });

  it("stops at its ends", () => {
    const player = new FilmPlayer(film(3), () => 1);
    player.go(-5);
    expect(player.number).toBe(0);
    player.go(99);
    expect(player.number).toBe(3);
  });

  it("tells of a single step on what happened, and of a jump only where it landed", () => {
    const player = new FilmPlayer(film(9), () => 1);
    const told: number[] = [];
    player.watch((entries) => told.push(entries.length));
    player.go(1);
    player.go(5);
    player.go(4);
    expect(told).toEqual([1, 0, 0]);
  });
});
