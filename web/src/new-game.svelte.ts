// What somebody wishes for who makes a match: as it was typed, what is wrong with it, and the wish that comes of it.

import { savor, type Sample } from "./board/samples";
import {
  boardFaults,
  entriesOf,
  faultsByField,
  inFiles,
  numberFault,
  rangeOf,
  type FileEntry,
  type Range,
} from "./forms";
import type { Game, Problem } from "./server/api";
import type { BoardSize, Wish } from "./server/rest";
import { familyOf, type Family, type SavorSetup } from "./server/views";

export type NewWish = Partial<Wish> & { game: string };

export const MAZE_SIDE: Range = { least: 9, most: 256 };
export const MOST_TOOLS = 64;
export const SAVOR_FILES = ["stairs", "poles", "walls", "flag"] as const;
const FIELDS = [
  "rows",
  "columns",
  "failure_chance",
  "seats_per_team",
  "board",
  "maze",
  ...SAVOR_FILES,
  "stairs_change",
  "tools",
  "seed",
];
const PERCENT: Range = { least: 0, most: 100 };
const ROUNDS: Range = { least: 0, most: 1_000_000_000 };

export class NewGame {
  games = $state.raw<Game[]>([]);
  boards = $state.raw<BoardSize[]>([]);
  faults = $state<Record<string, string>>({});

  title = $state("");
  isPublic = $state(true);
  source = $state("board"); // board, maze or own; for Maze to Savor maze or files
  board = $state("courtyard");
  own = $state("");
  rows = $state("16");
  columns = $state("16");
  tools = $state("2");
  seed = $state("");
  openness = $state(20);
  seats = $state("2");
  pace = $state("120");
  minutes = $state("10");
  turn = $state("60");
  failure = $state("5");
  elements = $state("full");
  flagRule = $state("reach");
  stairsChange = $state("5");
  files = $state<Record<string, string>>({});

  readonly family: Family;

  constructor(readonly game: string) {
    this.family = familyOf(game);
    if (this.family === "ctf") [this.rows, this.columns] = ["21", "41"];
    if (this.family === "savor") this.source = "maze";
  }

  /** What a number may be: as the server says, as soon as it has. */
  private range(name: string, otherwise: Range): Range {
    return rangeOf(this.games, this.game, name) ?? otherwise;
  }

  get rowRange(): Range {
    return this.family === "rowdy" ? this.range("rows", { least: 10, most: 100 }) : MAZE_SIDE;
  }

  get columnRange(): Range {
    return this.family === "rowdy" ? this.range("columns", { least: 10, most: 100 }) : MAZE_SIDE;
  }

  get seatRange(): Range {
    const chosen = this.boards.find((one) => one.name === this.board);
    if (this.source === "board" && chosen) return { least: 1, most: chosen.most_seats };
    return this.range("seats_per_team", { least: 1, most: 128 });
  }

  get failureRange(): Range {
    return PERCENT;
  }

  get changeRange(): Range {
    return ROUNDS;
  }

  /** What the entries of the files are, by file. */
  private entries(): Record<string, FileEntry[]> {
    return Object.fromEntries(SAVOR_FILES.map((name) => [name, entriesOf(this.files[name] ?? "")]));
  }

  /** The maze of the files, as far as they make sense; null without a flag. */
  picture(): Sample | null {
    const entries = this.entries();
    const most = { floor: 2, row: 9, column: 24 };
    const parts = {
      stairs: ["floor", "row", "column", "floor", "row", "column"],
      poles: ["floor", "floor", "row", "column"],
      walls: ["floor", "row", "column", "row", "column"],
      flag: ["floor", "row", "column"],
    } as const;
    const good = (name: (typeof SAVOR_FILES)[number]) =>
      entries[name]!.flatMap(({ value }) => {
        const isGood =
          typeof value !== "string" &&
          value.length === parts[name].length &&
          value.every((number, i) => number >= 0 && number <= most[parts[name][i]!]);
        return isGood ? [value] : [];
      });
    const [flag] = good("flag");
    const setup = {
      stairs: good("stairs"),
      poles: good("poles"),
      walls: good("walls"),
      flag,
      elements: this.elements,
    } as unknown as SavorSetup;
    return flag ? savor({ players: [], values: {}, bawana: [], stairs: [] }, setup) : null;
  }

  /** Find everything that can be told without asking the server; returns whether nothing is wrong. */
  check(): boolean {
    const { family, source } = this;
    const found: Record<string, string> = {};
    const number = (name: string, typed: string, allowed: Range, mayBeEmpty = false) => {
      const fault = numberFault(typed, allowed, mayBeEmpty);
      if (fault) found[name] = fault;
    };
    const isMaze = family === "ctf" && source === "maze";
    if (family === "rowdy" || isMaze) {
      number("rows", this.rows, this.rowRange);
      number("columns", this.columns, this.columnRange);
    }
    if (family === "rowdy") number("failure_chance", this.failure, PERCENT);
    if (family === "ctf") number("seats_per_team", this.seats, this.seatRange);
    if (isMaze) {
      number("tools", this.tools, { least: 0, most: MOST_TOOLS });
      number("seed", this.seed, { least: 0, most: 2 ** 53 - 1 }, true);
    }
    if (family === "ctf" && source === "own" && !this.own.trim()) found.board = "Paste a board, or choose its file.";
    if (family === "savor") number("stairs_change", this.stairsChange, ROUNDS);
    if (family === "savor" && source === "files") Object.assign(found, this.checkFiles());
    this.faults = found;
    return Object.keys(found).length === 0;
  }

  private checkFiles(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const name of SAVOR_FILES) {
      if (this.files[name] === undefined) found[name] = `${name}.txt: there is no such file; choose it`;
    }
    const flags = this.entries().flag!;
    if (this.files.flag !== undefined && flags.length === 0) found.flag = "flag.txt: there is no flag";
    if (flags.length > 1)
      found.flag = flags
        .slice(1)
        .map(({ line }) => `flag.txt line ${line}: a second flag`)
        .join("; ");
    return found;
  }

  /** What the server found wrong, at the fields it belongs to. */
  refuse(problem: Problem): void {
    if (problem.status !== 422) {
      this.faults = { "": problem.message };
      return;
    }
    if (this.family === "ctf" && this.source === "own") {
      this.faults = { board: boardFaults(problem.message).join("\n") };
      return;
    }
    const faults = faultsByField(problem.message, FIELDS);
    if (this.source === "files") {
      const entries = this.entries();
      for (const name of SAVOR_FILES) {
        if (faults[name])
          faults[name] = faults[name]
            .split(/; (?=(?:stairs|poles|walls)\[|flag: )/i)
            .map((fault) => inFiles(fault, entries))
            .join("\n");
      }
    }
    this.faults = faults;
  }

  wish(): NewWish {
    const made: NewWish = { game: this.game, title: this.title, public: this.isPublic, settings: this.settings() };
    if (this.family !== "ctf") return { ...made, turn: this.turn === "0" ? null : Number(this.turn) };
    const maze = {
      rows: Number(this.rows),
      columns: Number(this.columns),
      tools: Number(this.tools),
      walls: 1 - this.openness / 100,
      ...(this.seed.trim() ? { seed: Number(this.seed) } : {}),
    };
    return {
      ...made,
      seats_per_team: Number(this.seats),
      pace: Number(this.pace),
      length: this.minutes === "0" ? null : Number(this.minutes) * 60,
      ...(this.source === "board" ? { board: this.board } : this.source === "maze" ? { maze } : {}),
    };
  }

  private settings(): Record<string, unknown> {
    if (this.family === "rowdy") {
      return { rows: Number(this.rows), columns: Number(this.columns), failure_chance: Number(this.failure) / 100 };
    }
    if (this.family === "ctf") return this.source === "own" ? { board: this.own } : {};
    const rules = { elements: this.elements, flag_rule: this.flagRule, stairs_change: Number(this.stairsChange) };
    if (this.source !== "files") return rules;
    const entries = this.entries();
    const values = Object.fromEntries(SAVOR_FILES.map((name) => [name, entries[name]!.map(({ value }) => value)]));
    return { ...rules, ...values, flag: values.flag![0] };
  }
}
