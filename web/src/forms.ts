// What forms check before the server does, in the words of a field; the server has the last word.

import type { Game } from "./server/api";

export interface Range {
  least: number;
  most: number;
}

/** What a setting says of its numbers, such as "integer, 10 to 100". */
export function rangeOf(games: readonly Game[], game: string, name: string): Range | null {
  const setting = games.find((one) => one.game === game)?.settings.find((one) => one.name === name);
  const found = setting?.kind.match(/(\d+) to (\d+)/);
  return found ? { least: Number(found[1]), most: Number(found[2]) } : null;
}

/** What is wrong with a whole number as it was typed, or "". */
export function numberFault(typed: string, { least, most }: Range, mayBeEmpty = false): string {
  const text = typed.trim();
  if (text === "") return mayBeEmpty ? "" : `Enter a whole number from ${least} to ${most}.`;
  if (!/^-?\d+$/.test(text)) return `“${text.slice(0, 20)}” is not a whole number. Enter one from ${least} to ${most}.`;
  const value = Number(text);
  if (value < least || value > most) return `${text.slice(0, 20)} is not allowed here: from ${least} to ${most}.`;
  return "";
}

/** The faults of settings that the server found, by the setting; what belongs to none is under "". */
export function faultsByField(detail: string, fields: readonly string[]): Record<string, string> {
  const faults: Record<string, string> = {};
  const parts = detail
    .replace(/^invalid dimensions: /i, "")
    .split(/; | and (?=\w+ is )/)
    .filter(Boolean);
  let field = "";
  for (const part of parts) {
    // A fault may have a semicolon of its own: what names no field goes on with the one before.
    field = fields.find((name) => new RegExp(`^${name}(\\[|:| is )`, "i").test(part.trim())) ?? field;
    const words = part.trim().replace(/\.$/, "");
    faults[field] = faults[field] ? `${faults[field]}; ${words}` : words;
  }
  return faults;
}

/** The faults of a board as the server tells them, one by one; some have a semicolon of their own. */
export function boardFaults(detail: string): string[] {
  const starts = /; (?=row \d|team \d|too (?:few|many) |the board |no |there )/i;
  return detail
    .split(starts)
    .map((fault) => fault.trim().replace(/\.$/, ""))
    .filter(Boolean);
}

/** Where in a board's text a fault is: the first and the last character to be marked. Null: nowhere in particular. */
export function placeOfFault(fault: string, text: string): { from: number; to: number } | null {
  const found = fault.match(/^row (\d+)(?:, column (\d+))?/i);
  if (!found) return null;
  const lines = text.split("\n");
  const row = Number(found[1]);
  if (row >= lines.length) return null;
  const start = lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0);
  if (found[2] === undefined) return { from: start, to: start + lines[row]!.length };
  return { from: start + Number(found[2]), to: start + Number(found[2]) + 1 };
}

const MOST_NAME = 40; // characters

/** What is wrong with the name of a board, or "". */
export function boardNameFault(name: string): string {
  if (!name.trim()) return "Give it a name, such as my-yard.";
  if (name.length > MOST_NAME) return `At most ${MOST_NAME} characters.`;
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) return `Small letters, digits and dashes only${suggested(name)}.`;
  return "";
}

function suggested(name: string): string {
  const better = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return better ? `, such as ${better}` : "";
}

/** An entry of one of Maze to Savor's files: its numbers, or what stands there instead, and its line. */
export interface FileEntry {
  line: number;
  value: number[] | string;
}

/** M7. The entries of a file: one a line, brackets or not; spaces and what follows # are ignored. */
export function entriesOf(text: string): FileEntry[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .flatMap((line, index) => {
      const written = line.replace(/#.*/, "").trim();
      if (!written) return [];
      const inside = written.replace(/\s+/g, "").replace(/^\[/, "").replace(/\]$/, "");
      const parts = inside ? inside.split(",") : [];
      const isNumbers = parts.every((part) => /^[-+]?\d+$/.test(part) && Number.isSafeInteger(Number(part)));
      return [{ line: index + 1, value: isNumbers ? parts.map(Number) : written.slice(0, 60) }];
    });
}

/** A fault that the server found in an entry, with the file and the line in place of the entry's number. */
export function inFiles(fault: string, lines: Readonly<Record<string, readonly FileEntry[]>>): string {
  const line = (name: string, number: number) => lines[name]?.[number]?.line;
  return fault
    .replace(/\b(stairs|poles|walls)\[(\d+)\]/gi, (words, name: string, number: string) => {
      const at = line(name.toLowerCase(), Number(number));
      return at === undefined ? words : `${name.toLowerCase()}.txt line ${at}`;
    })
    .replace(/^flag(?=: )/i, () => (line("flag", 0) === undefined ? "flag.txt" : `flag.txt line ${line("flag", 0)}`));
}
