// What a seat may see of a match: the states of docs/referee.md, without secrets.

/** [row, column]; in Maze to Savor [floor, row, column]. */
export type Cell = [number, number];
export type Place = [number, number, number];

export interface CtfPlayer {
  at: Cell;
  jailed: boolean;
  flag: 0 | 1 | null;
  tool: number | null;
}

export interface CtfThing {
  at: Cell | null;
  carrier: number | null;
  charges?: number | null;
}

export interface CtfView {
  terrain: string[];
  players: CtfPlayer[];
  flags: CtfThing[];
  tools: CtfThing[];
  result: string | null;
}

export interface RowdyPlayer {
  at: Cell;
  trail: (Cell | null)[];
  debt: number;
  grenades: number;
}

export type GrenadeState = "lying" | "placed" | "active" | "wreck";

export interface RowdyView {
  turn: number;
  to_move: number;
  actions_left: number;
  started_at: Cell;
  players: RowdyPlayer[];
  grenades: [number, number, GrenadeState][];
  dark: [number, number, number][];
  walls: Cell[];
  result: string | null;
  reason: string | null;
}

export type Heading = "N" | "E" | "S" | "W";

export interface SavorPlayer {
  at: Place;
  in: "start" | "maze" | "bawana";
  direction: Heading;
  throws: number;
  points: number;
  effect: "poisoned" | "disoriented" | "triggered" | null;
  effect_left: number | null;
}

export interface SavorView {
  round: number;
  to_move: number;
  players: SavorPlayer[];
  stairs: ("both" | "up" | "down")[];
  values: Record<string, string>;
  bawana: (string | number)[];
  blocked: Place[];
  result: string | null;
}

export interface SavorSetup {
  stairs: [number, number, number, number, number, number][];
  poles: [number, number, number, number][];
  walls: [number, number, number, number, number][];
  flag: Place;
  elements: "full" | "base";
}

export interface RowdySetup {
  rows: number;
  columns: number;
}

export type View = CtfView | RowdyView | SavorView;
export type Setup = Record<string, unknown>;
export type GameId = "hammer" | "shovel" | "classic" | "rowdy" | "savor";
export type Family = "ctf" | "rowdy" | "savor";

/** What happened, as an entry tells it. */
export interface GameEvent {
  event: string;
  seat?: number;
  at?: number[];
  [field: string]: unknown;
}

export const familyOf = (game: string): Family => (game === "rowdy" ? "rowdy" : game === "savor" ? "savor" : "ctf");

/** The side a seat plays for: teams in capture the flag, otherwise everybody for himself. */
export const sideOf = (game: string, seat: number): number => (familyOf(game) === "ctf" ? seat % 2 : seat);

/** The seat whose turn it is, or null in the games without turns. */
export const toMove = (view: View): number | null => ("to_move" in view ? view.to_move : null);

/** How many rows and columns a board has, if it is one; Maze to Savor has three floors. */
export function shapeOf(game: string, view: View, setup: Setup): { rows: number; columns: number } | null {
  if (familyOf(game) === "savor") return null;
  if (familyOf(game) === "rowdy") return setup as unknown as RowdySetup;
  const { terrain } = view as CtfView;
  return { rows: terrain.length, columns: terrain[0]!.length };
}
