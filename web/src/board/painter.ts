// What every family's painter does for the stage. A painter knows its game's view, and draws it; it judges nothing.

import type { GameEvent, View } from "../server/views";
import type { Camera, Size } from "./camera";
import type { Palette } from "./palette";

export interface Point {
  x: number;
  y: number;
}

export interface Happening {
  seat: number | null;
  events: GameEvent[];
}

export interface Painter {
  /** CSS pixels that a cell needs to be read. */
  readonly least: number;
  /** Whether there is nothing to see at the top right of the whole board. */
  readonly leavesCorner?: boolean;
  /** How large the board is, in cells; that may depend on the window's shape. */
  size(aspect: number): Size;
  /** There is another view; what has happened since the last one tells how things move. */
  update(view: View, happened: readonly Happening[], now: number): void;
  /** Draw everything in view; returns whether something still moves. */
  paint(context: CanvasRenderingContext2D, camera: Camera, now: number, isZooming: boolean): boolean;
  /** Draw the ground for a minimap, a cell being as large as the context's unit. */
  ground(context: CanvasRenderingContext2D): void;
  /** The middle of the cell that a player is shown in. */
  whereIs(seat: number): Point | null;
  /** The cell at a point, as the game counts it, or null. */
  cellAt(point: Point): number[] | null;
  /** The top left corner of a cell. */
  cornerOf(cell: readonly number[]): Point;
  /** What there is to say of a cell, for a person who points at it. */
  describe(cell: readonly number[]): string;
  recolour(palette: Palette): void;
}

export interface Cast {
  game: string;
  you: number | null;
  names: readonly (string | null | undefined)[];
}
