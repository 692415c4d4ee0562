import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Actor, type Refusal } from "../src/live/actor";

let sent: { action: string; id: string }[];
let refused: Refusal[];
const actor = (most = 1) =>
  new Actor(
    (action, id) => sent.push({ action, id }) > 0,
    (refusal) => refused.push(refusal),
    most,
  );

beforeEach(() => {
  vi.useFakeTimers();
  [sent, refused] = [[], []];
});
afterEach(() => vi.useRealTimers());

describe("the actions of a seat", () => {
  it("are sent one at a time; of those pressed meanwhile the last counts", () => {
    const one = actor();
    one.press("N");
    one.press("E");
    one.press("S");
    expect(sent.map(({ action }) => action)).toEqual(["N"]);
    expect(one.accepted(sent[0]!.id)).toBe(true);
    expect(sent.map(({ action }) => action)).toEqual(["N", "S"]);
    one.accepted(sent[1]!.id);
    expect(one.waiting).toBeNull();
  });

  it("wait for each other as many as a turn has", () => {
    const one = actor(3);
    for (const action of ["N", "E", "S", "W"]) one.press(action);
    for (let i = 0; i < 4; i++) one.accepted(sent[i]!.id);
    expect(sent.map(({ action }) => action)).toEqual(["N", "E", "S", "W"]);
  });

  it("are not answered by what others did", () => {
    const one = actor();
    one.press("N");
    expect(one.accepted("somebody's")).toBe(false);
    expect(one.accepted(undefined)).toBe(false);
    expect(one.waiting).toBe("N");
  });

  it("are sent again when they came too fast, without a word, and with the same id", () => {
    const one = actor();
    one.press("N");
    one.refusedWith(sent[0]!.id, "too_fast", 80);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(100);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(refused).toEqual([]);
  });

  it("are given up when they are refused, with all that wait", () => {
    const one = actor(3);
    one.press("N");
    one.press("E");
    one.refusedWith(sent[0]!.id, "wall");
    expect(refused).toEqual([{ action: "N", reason: "wall" }]);
    expect(one.waiting).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it("are sent again over a new connection, with the id that makes them count once", () => {
    const one = actor();
    one.again();
    expect(sent).toEqual([]);
    one.press("N");
    one.again();
    expect(sent[1]).toEqual(sent[0]);
  });

  it("have ids that are new for each", () => {
    const one = actor();
    for (let i = 0; i < 50; i++) {
      one.press("N");
      one.accepted(sent.at(-1)!.id);
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(50);
    expect(sent.every(({ id }) => id.length >= 1 && id.length <= 36)).toBe(true);
  });
});
