import { describe, expect, it } from "vitest";
import {
  agoWords,
  clockWords,
  count,
  refusalWords,
  seatWords,
  winnerWords,
  withNames,
  withoutPlaces,
} from "../src/live/words";

describe("words", () => {
  it("say why an action was refused, by game before in general", () => {
    expect(refusalWords("hammer", "wall")).toContain("hammer");
    expect(refusalWords("rowdy", "wall")).toBe("There is a wall.");
    expect(refusalWords("rowdy", "something_new")).toContain("something new");
  });

  it("put names in place of numbers", () => {
    const names = ["Ada", "Bea", "Cyd", null];
    expect(withNames("classic", "Player 1 of team 2 was captured by player 2 of team 1.", names)).toBe(
      "Bea was captured by Cyd.",
    );
    expect(withNames("classic", "Player 2 of team 2 moved.", names)).toBe("Player 2 of team 2 moved.");
    expect(withNames("rowdy", "The turn of player 2 is over.", names)).toBe("The turn of Bea is over.");
    expect(withNames("savor", "A rolls and 3", names)).toBe("A rolls and 3");
  });

  it("leave cells out where the board shows them", () => {
    expect(withoutPlaces("Ada took the flag of team 2 at (3, 12).")).toBe("Ada took the flag of team 2.");
    expect(withoutPlaces("Ada dropped the hammer 1, which lies at (3, 12).")).toBe("Ada dropped the hammer.");
    expect(withoutPlaces("The shovel 0 returned to (1, 2).")).toBe("The shovel returned.");
  });

  it("number seats as the rulebooks do", () => {
    expect([0, 1, 2, 3].map((seat) => seatWords("classic", seat))).toEqual(["1", "1", "2", "2"]);
    expect([0, 1].map((seat) => seatWords("rowdy", seat))).toEqual(["1", "2"]);
    expect([0, 1, 2].map((seat) => seatWords("savor", seat))).toEqual(["A", "B", "C"]);
  });

  it("say who won", () => {
    expect(winnerWords("rowdy", "player 2", ["Ada", "Bea"])).toBe("Bea won");
    expect(winnerWords("savor", "C", [])).toBe("C won");
    expect(winnerWords("hammer", "team 1", ["Ada"])).toBe("Team 1 won");
    expect(winnerWords("classic", null, [])).toBe("Nobody won");
  });

  it("tell times", () => {
    expect(clockWords(75_000)).toBe("1:15");
    expect(clockWords(3_600_000)).toBe("1:00:00");
    expect(clockWords(9_990)).toBe("9.9");
    expect(clockWords(-5)).toBe("0.0");
    expect(agoWords(30_000)).toBe("just now");
    expect(agoWords(2 * 3_600_000)).toBe("2 h ago");
    expect(count(1, "player")).toBe("1 player");
    expect(count(3, "match", "matches")).toBe("3 matches");
  });
});
