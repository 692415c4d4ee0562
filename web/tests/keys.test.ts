import { describe, expect, it } from "vitest";
import { actionOf, directionTo, repeats } from "../src/live/keys";

describe("keys", () => {
  it("move by arrows and WASD in every game with moves", () => {
    for (const game of ["classic", "hammer", "shovel", "rowdy"] as const) {
      expect(["ArrowUp", "KeyD", "ArrowDown", "KeyA"].map((code) => actionOf(game, code))).toEqual([
        "N",
        "E",
        "S",
        "W",
      ]);
    }
    expect(actionOf("savor", "ArrowUp")).toBeNull();
  });

  it("move diagonally only in Rowdy Racers", () => {
    expect(["KeyQ", "KeyE", "KeyZ", "KeyC"].map((code) => actionOf("rowdy", code))).toEqual(["NW", "NE", "SW", "SE"]);
    expect(actionOf("classic", "KeyQ")).toBeNull();
  });

  it("dig with Shift in Shovel CTF, and nowhere else", () => {
    expect(actionOf("shovel", "ArrowUp", true)).toBe("dig N");
    expect(actionOf("hammer", "ArrowUp", true)).toBe("N");
  });

  it("do what each game has beside moves", () => {
    expect(actionOf("classic", "KeyF")).toBe("get flag");
    expect(actionOf("hammer", "KeyG")).toBe("drop hammer");
    expect(actionOf("rowdy", "Enter")).toBe("end turn");
    expect(actionOf("savor", "Space")).toBe("throw");
  });

  it("go on while they are held only where there are no turns", () => {
    expect(repeats("classic", "N")).toBe(true);
    expect(repeats("shovel", "dig N")).toBe(false);
    expect(repeats("rowdy", "N")).toBe(false);
    expect(repeats("savor", "throw")).toBe(false);
  });
});

describe("a click", () => {
  it("is a direction when it is on a neighbour", () => {
    expect(directionTo([3, 3], [2, 3], false)).toBe("N");
    expect(directionTo([3, 3], [3, 2], false)).toBe("W");
    expect(directionTo([3, 3], [2, 4], true)).toBe("NE");
  });

  it("is none on the cell itself, far away, or diagonally where that is no move", () => {
    expect(directionTo([3, 3], [3, 3], true)).toBeNull();
    expect(directionTo([3, 3], [1, 3], true)).toBeNull();
    expect(directionTo([3, 3], [2, 4], false)).toBeNull();
  });
});
