// The values of Maze to Savor's cells: "-3", "+2" or "x2".

/** How good a cell's value is, roughly: costs below zero. */
export function worthOf(value: string): number {
  return value[0] === "x" ? 3 + Number(value.slice(1)) : Number(value);
}

/** What a cell does to whoever arrives there. */
export function valueWords(value: string | undefined): string {
  if (value === undefined) return "";
  if (value[0] === "x") return `Multiplies points by ${value.slice(1)}`;
  if (value[0] === "+") return `Gives ${value.slice(1)}`;
  return value === "-0" ? "Costs nothing" : `Costs ${value.slice(1)}`;
}
