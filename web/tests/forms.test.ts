import { describe, expect, it } from "vitest";
import { entriesOf, faultsByField, numberFault, rangeOf } from "../src/forms";
import type { Game } from "../src/server/api";

const setting = { name: "rows", kind: "integer, 10 to 100", default: 16, required: false, meaning: "" };
const games = [{ game: "rowdy", settings: [setting] }] as unknown as Game[];

describe("forms", () => {
  it("take ranges from what the server says of its settings", () => {
    expect(rangeOf(games, "rowdy", "rows")).toEqual({ least: 10, most: 100 });
    expect(rangeOf(games, "rowdy", "columns")).toBeNull();
  });

  it("say what is wrong with a number, and what is allowed", () => {
    const range = { least: 10, most: 100 };
    for (const typed of ["10", " 55 ", "100"]) expect(numberFault(typed, range)).toBe("");
    for (const typed of ["9", "101", "-12", "ten", "1.5", "1e1", "", "10 000"]) expect(numberFault(typed, range)).toContain("10 to 100");
    expect(numberFault("", range, true)).toBe("");
  });

  it("bring the server's faults to their fields", () => {
    const detail = "Invalid dimensions: rows is 5, not a whole number from 10 to 100 and columns is 'x', not a whole number from 10 to 100.";
    const faults = faultsByField(detail, ["rows", "columns"]);
    expect(faults.rows).toBe("rows is 5, not a whole number from 10 to 100");
    expect(faults.columns).toContain("columns is 'x'");
    expect(faultsByField("too many matches", ["rows"])).toEqual({ "": "too many matches" });
    expect(faultsByField("board: few rows; 5 are needed; walls[3] is bad", ["board", "walls"])).toEqual({
      board: "board: few rows; 5 are needed",
      walls: "walls[3] is bad",
    });
  });

  it("read the files of Maze to Savor as the rulebook has them", () => {
    expect(entriesOf("[0, 1, 2]\r\n\r\n 3,4 , 5 # more\n# nothing\n")).toEqual([[0, 1, 2], [3, 4, 5]]);
    expect(() => entriesOf("[0, x]")).toThrow("line 1");
  });
});
