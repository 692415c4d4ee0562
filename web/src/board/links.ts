// Stairs and poles of Maze to Savor, drawn as links between floors.

import type { Place, SavorSetup, SavorView } from "../server/views";
import { isOnFloor } from "./floors";
import type { Point } from "./painter";
import type { Palette } from "./palette";
import { writing } from "./pieces";

type Context = CanvasRenderingContext2D;
type Sense = "both" | "up" | "down";

interface Stair {
  low: Place;
  high: Place;
}

interface Pole {
  ends: Place[]; // from the top down; the last is where one lands
}

const BEND = 0.1; // share of a link's length

const SENSE_WORDS: Record<Sense, string> = { both: "both ways", up: "up only now", down: "down only now" };

export class Links {
  private readonly stairs: Stair[];
  private readonly poles: Pole[];

  constructor(
    setup: SavorSetup,
    private readonly middleOf: (place: Place) => Point,
  ) {
    this.stairs = setup.stairs.map(([f1, r1, c1, f2, r2, c2]) => {
      const [one, other]: Place[] = [
        [f1, r1, c1],
        [f2, r2, c2],
      ];
      return f1 < f2 ? { low: one!, high: other! } : { low: other!, high: one! };
    });
    this.poles = setup.poles.map(([f1, f2, row, column]) => {
      const ends: Place[] = [];
      for (let floor = Math.max(f1, f2); floor > Math.min(f1, f2); floor--) {
        if (isOnFloor(floor, row, column)) ends.push([floor, row, column]);
      }
      return { ends: [...ends, [Math.min(f1, f2), row, column]] };
    });
  }

  /** All links; those at the cell that is pointed at stand out, and the others step back. */
  paint(context: Context, palette: Palette, view: SavorView, pointed: readonly number[] | null, pixels: number): void {
    const at = String(pointed);
    const is = (place: Place) => String(place) === at;
    const [chosen, others] = [[] as (() => void)[], [] as (() => void)[]];
    for (const { ends } of this.poles) {
      const points = ends.map(this.middleOf);
      (ends.some(is) ? chosen : others).push(() => line(context, points, palette.pole, palette.floor, ends.some(is)));
    }
    for (const { low, high } of this.stairs) {
      const isPointed = is(low) || is(high);
      const points = [this.middleOf(low), this.middleOf(high)] as const;
      (isPointed ? chosen : others).push(() =>
        line(context, points, palette.stair, palette.floor, isPointed, bendOf(...points)),
      );
    }
    context.globalAlpha = chosen.length ? 0.3 : 0.8;
    for (const draw of others) draw();
    context.globalAlpha = 1;
    if (pixels >= 9) this.paintEnds(context, palette, view, pixels);
    for (const draw of chosen) draw();
    if (pixels >= 9 && chosen.length) this.paintEnds(context, palette, view, pixels, is);
  }

  private paintEnds(
    context: Context,
    palette: Palette,
    view: SavorView,
    pixels: number,
    is?: (place: Place) => boolean,
  ): void {
    this.stairs.forEach(({ low, high }, index) => {
      if (is && !is(low) && !is(high)) return;
      const sense = view.stairs[index] ?? "both";
      this.paintSteps(context, palette, low, index, sense !== "down" ? "up" : "none", pixels);
      this.paintSteps(context, palette, high, index, sense !== "up" ? "down" : "none", pixels);
    });
    for (const { ends } of this.poles) {
      if (is && !ends.some(is)) continue;
      ends.forEach((end, i) => this.paintHole(context, palette, end, i === ends.length - 1));
    }
  }

  /** An end of stairs: their number, which is the same at the other end, and where they lead now. */
  private paintSteps(
    context: Context,
    palette: Palette,
    place: Place,
    index: number,
    leads: "up" | "down" | "none",
    pixels: number,
  ): void {
    const { x, y } = this.middleOf(place);
    const ink = leads === "none" ? palette.stair : palette.floor;
    context.beginPath();
    context.roundRect(x - 0.44, y - 0.44, 0.88, 0.88, 0.16);
    context.fillStyle = leads === "none" ? palette.floor : palette.stair;
    context.fill();
    context.lineWidth = 0.07;
    context.strokeStyle = palette.stair;
    context.stroke();
    const isLarge = pixels >= 30; // where there is room for a picture of steps too
    const words = String(index + 1);
    const aside = leads === "none" ? 0 : words.length > 1 ? 0.12 : 0.08;
    writing(context, words, x - aside, y + (isLarge ? 0.2 : 0.02), words.length > 1 ? 0.44 : 0.5, ink);
    if (leads !== "none")
      arrow(context, x + (words.length > 1 ? 0.3 : 0.24), y + (isLarge ? 0.18 : 0), leads === "up" ? -1 : 1, ink);
    if (isLarge) steps(context, x, y - 0.32, ink);
  }

  /** Where a pole can be entered, a ring; where one lands, a mat. */
  private paintHole(context: Context, palette: Palette, place: Place, isLanding: boolean): void {
    const { x, y } = this.middleOf(place);
    context.beginPath();
    context.arc(x, y, isLanding ? 0.2 : 0.34, 0, 2 * Math.PI);
    context.fillStyle = isLanding ? palette.pole : palette.floor;
    context.fill();
    context.lineWidth = 0.12;
    context.strokeStyle = palette.pole;
    context.stroke();
    if (isLanding) return;
    context.beginPath();
    context.arc(x, y, 0.12, 0, 2 * Math.PI);
    context.fillStyle = palette.pole;
    context.fill();
  }

  describe(cell: readonly number[], view: SavorView): string[] {
    const at = String(cell);
    const words = this.stairs.flatMap(({ low, high }, index) => {
      if (at !== String(low) && at !== String(high)) return [];
      const other = at === String(low) ? high : low;
      return [`Stairs ${index + 1} to [${other.join(", ")}], ${SENSE_WORDS[view.stairs[index] ?? "both"]}`];
    });
    for (const { ends } of this.poles) {
      const place = ends.findIndex((end) => String(end) === at);
      if (place < 0) continue;
      words.push(place === ends.length - 1 ? "A pole ends here" : `Pole down to [${ends.at(-1)!.join(", ")}]`);
    }
    return words;
  }
}

/** What bends a line a little, so that stairs beside each other can be told apart. */
function bendOf(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return { x: (from.x + to.x) / 2 - dy * BEND, y: (from.y + to.y) / 2 + dx * BEND };
}

/** A link between cells, on a lighter bed that keeps links that cross apart. */
function line(
  context: Context,
  points: readonly Point[],
  colour: string,
  bed: string,
  isPointed: boolean,
  bend?: Point,
): void {
  for (const [width, shade] of [
    [isPointed ? 0.38 : 0.2, bed],
    [isPointed ? 0.2 : 0.085, colour],
  ] as const) {
    context.beginPath();
    if (bend) {
      context.moveTo(points[0]!.x, points[0]!.y);
      context.quadraticCurveTo(bend.x, bend.y, points[1]!.x, points[1]!.y);
    } else points.forEach(({ x, y }, index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.lineWidth = width;
    context.lineCap = "round";
    context.strokeStyle = shade;
    context.stroke();
  }
}

/** Up (-1) or down (1). */
function arrow(context: Context, x: number, y: number, sense: -1 | 1, colour: string): void {
  context.beginPath();
  context.moveTo(x, y + sense * 0.15);
  context.lineTo(x + 0.12, y - sense * 0.1);
  context.lineTo(x - 0.12, y - sense * 0.1);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

/** Three steps, seen from the side. */
function steps(context: Context, x: number, y: number, colour: string): void {
  context.beginPath();
  context.moveTo(x - 0.3, y + 0.26);
  for (let i = 0; i < 3; i++) {
    context.lineTo(x - 0.3 + i * 0.2, y + 0.16 - i * 0.08);
    context.lineTo(x - 0.1 + i * 0.2, y + 0.16 - i * 0.08);
  }
  context.lineWidth = 0.06;
  context.strokeStyle = colour;
  context.lineJoin = "miter";
  context.stroke();
}
