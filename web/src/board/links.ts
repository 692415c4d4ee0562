// Stairs and poles of Maze to Savor, drawn as links between floors.

import type { Place, SavorSetup, SavorView } from "../server/views";
import { isOnFloor } from "./floors";
import type { Point } from "./painter";
import type { Palette } from "./palette";

type Context = CanvasRenderingContext2D;
type Sense = "both" | "up" | "down";

interface Stair {
  low: Place;
  high: Place;
}

interface Pole {
  ends: Place[]; // from the top down; the last is where one lands
}

const SENSE_WORDS: Record<Sense, string> = { both: "both ways", up: "up only now", down: "down only now" };

export class Links {
  private readonly stairs: Stair[];
  private readonly poles: Pole[];

  constructor(
    setup: SavorSetup,
    private readonly middleOf: (place: Place) => Point,
  ) {
    this.stairs = setup.stairs.map(([f1, r1, c1, f2, r2, c2]) => {
      const [one, other]: Place[] = [[f1, r1, c1], [f2, r2, c2]];
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

  paint(context: Context, palette: Palette, view: SavorView, pointed: readonly number[] | null, pixels: number): void {
    const at = String(pointed);
    this.poles.forEach(({ ends }) => {
      const isPointed = ends.some((end) => String(end) === at);
      context.globalAlpha = isPointed ? 1 : 0.2;
      this.paintPole(context, palette, ends, isPointed);
    });
    this.stairs.forEach(({ low, high }, index) => {
      const isPointed = String(low) === at || String(high) === at;
      context.globalAlpha = isPointed ? 1 : 0.2;
      this.paintStair(context, palette, low, high, isPointed);
      context.globalAlpha = 1;
      const sense = view.stairs[index] ?? "both";
      if (pixels >= 9) {
        this.paintSteps(context, palette, low, index, sense !== "down" ? "up" : "none");
        this.paintSteps(context, palette, high, index, sense !== "up" ? "down" : "none");
      }
    });
    context.globalAlpha = 1;
    if (pixels >= 9) for (const { ends } of this.poles) ends.forEach((end, i) => this.paintHole(context, palette, end, i === ends.length - 1));
  }

  private paintStair(context: Context, palette: Palette, low: Place, high: Place, isPointed: boolean): void {
    const [from, to] = [this.middleOf(low), this.middleOf(high)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const bend = 0.12;
    const middle = { x: (from.x + to.x) / 2 - dy * bend, y: (from.y + to.y) / 2 + dx * bend };
    for (const [width, colour, dash] of [[isPointed ? 0.34 : 0.26, palette.stair, []], [isPointed ? 0.2 : 0.14, palette.floor, [0.1, 0.16]]] as const) {
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.quadraticCurveTo(middle.x, middle.y, to.x, to.y);
      context.lineWidth = width;
      context.lineCap = "butt";
      context.setLineDash([...dash]);
      context.strokeStyle = colour;
      context.stroke();
    }
    context.setLineDash([]);
  }

  private paintPole(context: Context, palette: Palette, ends: Place[], isPointed: boolean): void {
    const points = ends.map(this.middleOf);
    context.beginPath();
    points.forEach(({ x, y }, index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.lineWidth = isPointed ? 0.2 : 0.13;
    context.lineCap = "round";
    context.setLineDash([]);
    context.strokeStyle = palette.pole;
    context.stroke();
  }

  /** An end of stairs: steps, with the stairs' number and where they lead now. */
  private paintSteps(context: Context, palette: Palette, place: Place, index: number, leads: "up" | "down" | "none"): void {
    const { x, y } = this.middleOf(place);
    context.beginPath();
    context.roundRect(x - 0.42, y - 0.42, 0.84, 0.84, 0.16);
    context.fillStyle = leads === "none" ? palette.floor : palette.stair;
    context.fill();
    context.lineWidth = 0.07;
    context.strokeStyle = palette.stair;
    context.stroke();
    const ink = leads === "none" ? palette.stair : palette.floor;
    context.beginPath();
    context.moveTo(x - 0.28, y + 0.22);
    for (let i = 0; i < 3; i++) {
      context.lineTo(x - 0.28 + i * 0.18, y + 0.08 - i * 0.14);
      context.lineTo(x - 0.1 + i * 0.18, y + 0.08 - i * 0.14);
    }
    context.lineWidth = 0.08;
    context.strokeStyle = ink;
    context.lineJoin = "miter";
    context.stroke();
    context.fillStyle = ink;
    context.font = "700 0.32px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(`${index + 1}${leads === "up" ? "↑" : leads === "down" ? "↓" : ""}`, x + 0.14, y + 0.26);
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
