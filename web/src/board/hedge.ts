// Walls that look the same in every game.

import type { Palette } from "./palette";

const RADIUS = 0.3;
const FACE = 0.2;

/** One cell of a wall: rounded where it ends, and a little high, so that its south side is seen. */
export function hedge(
  context: CanvasRenderingContext2D,
  palette: Palette,
  x: number,
  y: number,
  isWall: (dx: number, dy: number) => boolean,
): void {
  const [north, east, south, west] = [isWall(0, -1), isWall(1, 0), isWall(0, 1), isWall(-1, 0)];
  const round = (...beside: boolean[]) => (beside.some(Boolean) ? 0 : RADIUS);
  const corners = [round(north, west), round(north, east), round(south, east), round(south, west)];
  context.beginPath();
  context.roundRect(x, y, 1, 1, corners);
  context.fillStyle = palette.wall;
  context.fill();
  if (south) return;
  context.beginPath();
  context.roundRect(x, y + 1 - FACE, 1, FACE, [0, 0, corners[2]! * 0.6, corners[3]! * 0.6]);
  context.fillStyle = palette.face;
  context.fill();
}
