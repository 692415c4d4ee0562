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

/** M7. The entries of one of Maze to Savor's files: one a line, brackets or not, what follows # ignored. */
export function entriesOf(text: string): number[][] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, "").trim())
    .filter(Boolean)
    .map((line, index) => {
      const numbers = line.replace(/^\[|\]$/g, "").split(",").map((part) => part.trim());
      if (!numbers.every((part) => /^-?\d+$/.test(part))) throw new Error(`line ${index + 1} is “${line.slice(0, 40)}”, not numbers`);
      return numbers.map(Number);
    });
}
