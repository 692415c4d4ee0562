// The plan of Maze to Savor (M1 to M6), and where its floors are drawn.

import type { Place } from "../server/views";
import type { Size } from "./camera";
import type { Point } from "./painter";

export const ROWS = 10;
export const COLUMNS = 25;
export const ENTRANCE: Place = [0, 9, 19];
export const NAMES = ["A", "B", "C"] as const;

/** Whether a cell lies in the starting area. */
export const isStart = (floor: number, row: number, column: number): boolean =>
  floor === 0 && row >= 6 && column >= 8 && column <= 16;

/** Whether a floor has a cell; the starting area is not part of the maze. */
export function isOnFloor(floor: number, row: number, column: number): boolean {
  if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) return false;
  if (floor === 0) return !isStart(floor, row, column);
  const isMiddle = column >= 8 && column <= 16;
  return floor === 1 ? !isMiddle || row >= 6 : isMiddle;
}

/** Bawana's twelve cells. */
export const isInBawana = (floor: number, row: number, column: number): boolean =>
  floor === 0 && row >= 7 && column >= 21;

/** Bawana's walls. */
export const isBawanaWall = (floor: number, row: number, column: number): boolean =>
  floor === 0 && ((row === 6 && column >= 20) || (row >= 7 && column === 20));

/** Where the top left corner of each floor's plan is drawn, and how large the whole is. */
export interface Layout {
  size: Size;
  corners: [Point, Point, Point];
}

// Floors above one another, as they are built; or the small top floor beside the others, for wide windows.
// Corners are whole cells, so that cells begin and end on whole pixels.
const STACKED: Layout = {
  size: { width: COLUMNS + 2, height: 3 * ROWS + 4 },
  corners: [
    { x: 1, y: 2 * ROWS + 3 },
    { x: 1, y: ROWS + 2 },
    { x: 1, y: 1 },
  ],
};
export const BESIDE: Layout = {
  size: { width: COLUMNS + 12, height: 2 * ROWS + 3 },
  corners: [
    { x: 1, y: ROWS + 2 },
    { x: 1, y: 1 },
    { x: COLUMNS + 2 - 8, y: 6 },
  ],
};

/** The layout that makes cells larger in a window of this shape. */
export function layoutFor(aspect: number): Layout {
  const scale = ({ size }: Layout) => Math.min(aspect / size.width, 1 / size.height);
  return scale(STACKED) >= scale(BESIDE) ? STACKED : BESIDE;
}

const STEPS = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] } as const;

/** The cells that a walk went over, told by its events: steps in a direction, and stairs and poles on the way. */
export function wayOf(from: Place, events: readonly { event: string; [field: string]: unknown }[]): Place[] {
  const walk = events.find(({ event }) => event === "turned" || event.startsWith("walked"));
  if (!walk) return [];
  const [down, right] = STEPS[walk.direction as keyof typeof STEPS];
  const passages = events.filter(({ event }) => event === "took_stairs" || event === "slid_down");
  const way: Place[] = [];
  let here = from;
  const ride = () => {
    while (passages.length && String(passages[0]!.at) === String(here)) {
      here = passages.shift()!.to as Place;
      way.push(here);
    }
  };
  for (let step = 0; step < (walk.steps as number); step++) {
    here = [here[0], here[1] + down, here[2] + right];
    way.push(here);
    ride();
  }
  return way;
}
