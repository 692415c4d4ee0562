import { describe, expect, it } from "vitest";
import {
  boardFaults,
  boardNameFault,
  entriesOf,
  faultsByField,
  inFiles,
  numberFault,
  placeOfFault,
  rangeOf,
} from "../src/forms";
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
    for (const typed of ["9", "101", "-12", "ten", "1.5", "1e1", "", "10 000"])
      expect(numberFault(typed, range)).toContain("10 to 100");
    expect(numberFault("", range, true)).toBe("");
  });

  it("bring the server's faults to their fields", () => {
    const detail =
      "Invalid dimensions: rows is 5, not a whole number from 10 to 100 and columns is 'x', not a whole number from 10 to 100.";
    const faults = faultsByField(detail, ["rows", "columns"]);
    expect(faults.rows).toBe("rows is 5, not a whole number from 10 to 100");
    expect(faults.columns).toContain("columns is 'x'");
    expect(faultsByField("too many matches", ["rows"])).toEqual({ "": "too many matches" });
    expect(faultsByField("board: few rows; 5 are needed; walls[3] is bad", ["board", "walls"])).toEqual({
      board: "board: few rows; 5 are needed",
      walls: "walls[3] is bad",
    });
  });

  it("tell the faults of a board one by one, and where in its text they are", () => {
    const text = "#######\n#hhfJ #\n#hhh HH\n###\n#X #x##";
    const detail =
      "Too few rows: 3; a board has 5 to 256; row 3: the line is too short; row 4, column 1: 'X' is not a board character; team 2 has too few home cells: 2; 3 are needed for seats_per_team 1; team 2 has no jail.";
    const faults = boardFaults(detail);
    expect(faults).toEqual([
      "Too few rows: 3; a board has 5 to 256",
      "row 3: the line is too short",
      "row 4, column 1: 'X' is not a board character",
      "team 2 has too few home cells: 2; 3 are needed for seats_per_team 1",
      "team 2 has no jail",
    ]);
    const marked = faults
      .map((fault) => placeOfFault(fault, text))
      .map((place) => place && text.slice(place.from, place.to));
    expect(marked).toEqual([null, "###", "X", null, null]);
    expect(placeOfFault("row 9: there is no such line", text)).toBeNull();
  });

  it("know how a board may be called, and suggest it", () => {
    for (const name of ["yard", "my-yard-2", "9"]) expect(boardNameFault(name)).toBe("");
    expect(boardNameFault(" ")).toContain("name");
    expect(boardNameFault("My Yard!")).toContain("such as my-yard.");
    expect(boardNameFault("-")).toBe("Small letters, digits and dashes only.");
    expect(boardNameFault("a".repeat(41))).toContain("40");
  });

  it("read the files of Maze to Savor as the rulebook has them, with their lines", () => {
    expect(entriesOf("\uFEFF[0, 1, 2]\r\n\r\n 3,4 , 5 # more\n# nothing\n[-1, +2]\n[]\n")).toEqual([
      { line: 1, value: [0, 1, 2] },
      { line: 3, value: [3, 4, 5] },
      { line: 5, value: [-1, 2] },
      { line: 6, value: [] },
    ]);
    // What is no list of numbers goes to the server as it stands: it says so, with all other faults.
    expect(entriesOf("[0, x]\n1.5\n99999999999999999999")).toEqual([
      { line: 1, value: "[0, x]" },
      { line: 2, value: "1.5" },
      { line: 3, value: "99999999999999999999" },
    ]);
  });

  it("name the file and the line of what the server found in an entry", () => {
    const lines = {
      stairs: entriesOf("# up\n\n[0, 4, 5, 0, 0, 10]\n\n[0, 4, 5, 0, 0, 10]"),
      flag: entriesOf("\n[0, 40, 12]"),
    };
    expect(inFiles("Stairs[1]: [0, 4, 5, 0, 0, 10]: it repeats stairs[0]", lines)).toBe(
      "stairs.txt line 5: [0, 4, 5, 0, 0, 10]: it repeats stairs.txt line 3",
    );
    expect(inFiles("flag: [0, 40, 12]: a row is out of range: 0 to 9", lines)).toBe(
      "flag.txt line 2: [0, 40, 12]: a row is out of range: 0 to 9",
    );
    expect(inFiles("poles[0]: [1]: it has only one floor", lines)).toBe("poles[0]: [1]: it has only one floor");
  });
});
