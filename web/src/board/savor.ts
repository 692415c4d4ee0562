// The three floors of Maze to Savor.

import type { Place, SavorSetup, SavorView, Setup, View } from "../server/views";
import type { Camera, Size } from "./camera";
import * as floors from "./floors";
import { hedge } from "./hedge";
import { Layer, type Piece } from "./layer";
import { Links } from "./links";
import { Mover } from "./mover";
import type { Cast, Happening, Painter, Point } from "./painter";
import type { Palette } from "./palette";
import { flag, token, writing } from "./pieces";
import { valueWords, worthOf } from "./values";

const RADIUS = 0.38;
const WALK = 900; // milliseconds that a whole walk may take
const HEADINGS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] } as const;
const KITCHEN: Record<string, [string, string]> = {
  poisoning: ["☠", "Food poisoning: misses three turns"],
  disoriented: ["?", "Disoriented: four throws in random directions"],
  triggered: ["!", "Triggered: walks twice the die"],
  happy: ["☺", "Happy: 200 movement points"],
};
const FLOOR_NAMES = ["Ground floor · 0", "First floor · 1", "Second floor · 2"];

export class SavorPainter implements Painter {
  readonly least = 18;
  private view: SavorView;
  private readonly setup: SavorSetup;
  private readonly layer: Layer;
  private readonly movers: Mover[];
  private readonly walls = new Set<string>();
  private readonly blocked: Set<string>;
  private readonly links: Links;
  private layout = floors.layoutFor(1);
  private places: Place[];
  private pointed: readonly number[] | null = null;

  constructor(
    view: View,
    setup: Setup,
    private readonly cast: Cast,
    private palette: Palette,
  ) {
    this.view = view as SavorView;
    this.setup = setup as unknown as SavorSetup;
    for (const wall of this.setup.walls) for (const cell of cellsOf(wall)) this.walls.add(String(cell));
    this.blocked = new Set(this.view.blocked.map(String));
    this.links = new Links(this.setup, (place) => this.middleOf(place));
    this.places = this.view.players.map((player) => player.at);
    this.movers = this.view.players.map((player) => {
      const { x, y } = this.middleOf(player.at);
      return new Mover(x, y);
    });
    this.layer = new Layer(this.layout.size, (context, piece, pixels) => this.drawFloors(context, piece, pixels));
  }

  get leavesCorner(): boolean {
    return this.layout === floors.BESIDE;
  }

  size(aspect: number): Size {
    const layout = floors.layoutFor(aspect);
    if (layout !== this.layout) {
      this.layout = layout;
      this.layer.resize(layout.size);
      this.putPlayers();
    }
    return layout.size;
  }

  update(view: View, happened: readonly Happening[], now: number): void {
    this.view = view as SavorView;
    const before = this.places;
    this.places = this.view.players.map((player) => player.at);
    if (happened.length === 0) return this.putPlayers();
    const here = [...before];
    for (const { seat, events } of happened) {
      if (seat === null || !here[seat]) continue;
      const way = floors.wayOf(here[seat], events);
      if (!way.length) continue;
      here[seat] = way.at(-1)!;
      this.movers[seat]!.follow(
        way.map((place) => this.middleOf(place)),
        WALK,
        now,
      );
    }
    this.places.forEach((place, seat) => {
      const { x, y } = this.middleOf(place);
      this.movers[seat]!.go(x, y, now);
    });
  }

  private putPlayers(): void {
    this.places.forEach((place, seat) => {
      const { x, y } = this.middleOf(place);
      this.movers[seat]!.put(x, y);
    });
  }

  private middleOf(place: readonly number[]): Point {
    const corner = this.layout.corners[place[0] as 0 | 1 | 2];
    return { x: corner.x + place[2]! + 0.5, y: corner.y + place[1]! + 0.5 };
  }

  paint(context: CanvasRenderingContext2D, camera: Camera, now: number, isZooming: boolean): boolean {
    this.layer.paint(context, camera, isZooming);
    const origin = camera.origin();
    context.save();
    context.setTransform(camera.scale, 0, 0, camera.scale, origin.x, origin.y);
    this.links.paint(context, this.palette, this.view, this.pointed, camera.scale);
    const goal = this.middleOf(this.setup.flag);
    flag(context, this.palette, 3, goal.x - 0.22, goal.y + 0.42, 1.02);
    let moves = false;
    this.movers.forEach((mover, seat) => {
      mover.advance(now);
      moves ||= mover.isMoving;
      this.paintPlayer(context, seat, camera.scale);
    });
    context.restore();
    return moves;
  }

  private paintPlayer(context: CanvasRenderingContext2D, seat: number, pixels: number): void {
    const mover = this.movers[seat]!;
    const player = this.view.players[seat]!;
    const crowd = this.places.flatMap((place, other) => (String(place) === String(player.at) ? [other] : []));
    const aside = crowd.length > 1 && !mover.isMoving ? (crowd.indexOf(seat) - (crowd.length - 1) / 2) * 0.34 : 0;
    const radius = crowd.length > 1 ? RADIUS * 0.8 : RADIUS;
    const [x, y] = [mover.x + aside, mover.y - mover.lift * 0.6];
    const side = this.palette.sides[seat]!;
    if (player.in === "maze") {
      const [dx, dy] = HEADINGS[player.direction];
      context.beginPath();
      context.moveTo(x + dx * radius * 1.75, y + dy * radius * 1.75);
      context.lineTo(x + dx * radius * 1.05 - dy * radius * 0.6, y + dy * radius * 1.05 - dx * radius * 0.6);
      context.lineTo(x + dx * radius * 1.05 + dy * radius * 0.6, y + dy * radius * 1.05 + dx * radius * 0.6);
      context.closePath();
      context.fillStyle = side.edge;
      context.fill();
    }
    token(context, this.palette, x, y, radius, {
      side: seat,
      label: floors.NAMES[seat]!,
      isYou: seat === this.cast.you,
      isJailed: player.effect === "poisoned",
      pixels,
    });
    if (player.effect === "disoriented" || player.effect === "triggered") {
      writing(context, player.effect === "triggered" ? "!" : "?", x + radius, y - radius, 0.5, this.palette.cost, 900);
    }
  }

  // The floors.

  private drawFloors(context: CanvasRenderingContext2D, piece: Piece, pixels: number): void {
    for (const floor of [0, 1, 2] as const) {
      const corner = this.layout.corners[floor];
      context.save();
      context.translate(corner.x, corner.y);
      const [top, bottom] = [piece.top - corner.y, piece.bottom - corner.y];
      if (bottom > -2 && top < floors.ROWS + 2) this.drawFloor(context, floor, pixels);
      context.restore();
    }
  }

  private drawFloor(context: CanvasRenderingContext2D, floor: 0 | 1 | 2, pixels: number): void {
    this.drawPlate(context, floor);
    for (let row = 0; row < floors.ROWS; row++) {
      for (let column = 0; column < floors.COLUMNS; column++) {
        if (floors.isOnFloor(floor, row, column)) this.drawCell(context, floor, row, column, pixels);
      }
    }
    if (pixels < 6) return;
    for (let row = 0; row < floors.ROWS; row++) {
      for (let column = 0; column < floors.COLUMNS; column++) {
        if (!this.isWall(floor, row, column)) continue;
        hedge(context, this.palette, column, row, (dx, dy) => this.isWall(floor, row + dy, column + dx));
      }
    }
    if (floor === 0) this.drawNames(context);
    context.textAlign = "left";
    const left = floor === 2 ? 8 : 0;
    context.fillStyle = this.palette.quiet;
    context.font = '600 0.52px ui-rounded, "Segoe UI", system-ui, "Noto Sans", "DejaVu Sans", sans-serif';
    context.textBaseline = "alphabetic";
    context.fillText(FLOOR_NAMES[floor]!, left + 0.05, -0.22);
  }

  /** What a floor stands on: its outline, a little larger, with a shadow to the south. */
  private drawPlate(context: CanvasRenderingContext2D, floor: number): void {
    const parts: Record<number, [number, number, number, number][]> = {
      0: [[0, 0, 25, 10]],
      1: [
        [0, 0, 8, 10],
        [17, 0, 8, 10],
        [7, 6, 11, 4],
      ],
      2: [[8, 0, 9, 10]],
    };
    for (const [offset, colour] of [
      [0.22, this.palette.line],
      [0, this.palette.floor],
    ] as const) {
      context.fillStyle = colour;
      for (const [x, y, width, height] of parts[floor]!) {
        context.beginPath();
        context.roundRect(x - 0.12, y - 0.12 + offset, width + 0.24, height + 0.24, 0.3);
        context.fill();
      }
    }
  }

  private drawCell(
    context: CanvasRenderingContext2D,
    floor: number,
    row: number,
    column: number,
    pixels: number,
  ): void {
    const { palette } = this;
    const isKitchen = this.setup.elements !== "base" && floors.isInBawana(floor, row, column);
    const name = `[${floor}, ${row}, ${column}]`;
    const value = this.view.values[name];
    context.fillStyle = isKitchen ? palette.sides[3].home : palette.floor;
    context.fillRect(column, row, 1, 1);
    const worth = value ? worthOf(value) : 0;
    if (worth && this.setup.elements !== "base") {
      context.globalAlpha = Math.min(0.2, 0.04 + Math.abs(worth) * 0.024);
      context.fillStyle = worth > 0 ? palette.gain : palette.cost;
      context.fillRect(column, row, 1, 1);
      context.globalAlpha = 1;
    }
    context.fillStyle = palette.line;
    if (pixels >= 8) {
      context.fillRect(column, row, 1, 1 / pixels);
      context.fillRect(column, row, 1 / pixels, 1);
    }
    if (this.blocked.has(String([floor, row, column]))) return this.drawBlocked(context, row, column);
    if (isKitchen && pixels >= 12) return this.drawDish(context, row, column);
    if (value && worth && pixels >= 17 && this.setup.elements !== "base") {
      const shown = value.replace("-", "−").replace("x", "×");
      writing(context, shown, column + 0.5, row + 0.52, 0.4, worth > 0 ? palette.gain : palette.cost, 600);
    }
  }

  private drawBlocked(context: CanvasRenderingContext2D, row: number, column: number): void {
    context.save();
    context.beginPath();
    context.rect(column, row, 1, 1);
    context.clip();
    context.strokeStyle = this.palette.wall;
    context.lineWidth = 0.1;
    context.beginPath();
    for (let i = -1; i < 2; i += 0.28) {
      context.moveTo(column + i, row + 1);
      context.lineTo(column + i + 1, row);
    }
    context.stroke();
    context.restore();
  }

  private drawDish(context: CanvasRenderingContext2D, row: number, column: number): void {
    const dish = this.view.bawana[(row - 7) * 4 + column - 21];
    const words = typeof dish === "number" ? `+${dish}` : (KITCHEN[dish ?? ""]?.[0] ?? "");
    const size = typeof dish === "number" ? 0.42 : 0.6;
    writing(
      context,
      words,
      column + 0.5,
      row + 0.52,
      size,
      typeof dish === "number" ? this.palette.gain : this.palette.ink,
      700,
    );
  }

  private drawNames(context: CanvasRenderingContext2D): void {
    const { palette } = this;
    context.fillStyle = palette.line;
    context.beginPath();
    context.roundRect(8.1, 6.1, 8.8, 3.8, 0.35);
    context.fill();
    writing(context, "Start", 12.5, 8, 0.8, palette.quiet, 600);
    for (const [seat, row, column] of [
      [0, 6, 12],
      [1, 9, 8],
      [2, 9, 16],
    ] as const) {
      context.beginPath();
      context.arc(column + 0.5, row + 0.5, 0.42, 0, 2 * Math.PI);
      context.lineWidth = 0.07;
      context.setLineDash([0.14, 0.1]);
      context.strokeStyle = palette.sides[seat].fill;
      context.stroke();
      context.setLineDash([]);
    }
    if (this.setup.elements === "base") return;
    writing(context, "Bawana's kitchen", 22.6, 6.42, 0.46, palette.paper, 700);
    const [, row, column] = floors.ENTRANCE;
    context.strokeStyle = palette.sides[3].edge;
    context.lineWidth = 0.08;
    context.strokeRect(column + 0.08, row + 0.08, 0.84, 0.84);
  }

  private isWall(floor: number, row: number, column: number): boolean {
    const isBawana = this.setup.elements !== "base" && floors.isBawanaWall(floor, row, column);
    return isBawana || this.walls.has(String([floor, row, column]));
  }

  ground(context: CanvasRenderingContext2D): void {
    const { palette, setup, layout } = this;
    for (const floor of [0, 1, 2] as const) {
      context.save();
      context.translate(layout.corners[floor].x, layout.corners[floor].y);
      this.drawPlate(context, floor);
      for (let row = 0; row < floors.ROWS; row++) {
        for (let column = 0; column < floors.COLUMNS; column++) {
          if (this.isWall(floor, row, column)) context.fillStyle = palette.wall;
          else if (floors.isStart(floor, row, column)) context.fillStyle = palette.line;
          else if (setup.elements !== "base" && floors.isInBawana(floor, row, column))
            context.fillStyle = palette.sides[3].home;
          else continue;
          context.fillRect(column, row, 1, 1);
        }
      }
      context.restore();
    }
    const { x, y } = this.middleOf(setup.flag);
    flag(context, palette, 3, x, y + 1, 3);
  }

  // Asking.

  whereIs(seat: number): Point | null {
    return this.movers[seat] ?? null;
  }

  cellAt(point: Point): Place | null {
    const place = this.placeAt(point);
    this.pointed = place;
    return place;
  }

  private placeAt(point: Point): Place | null {
    for (const floor of [0, 1, 2] as const) {
      const corner = this.layout.corners[floor];
      const [row, column] = [Math.floor(point.y - corner.y), Math.floor(point.x - corner.x)];
      if (!floors.isOnFloor(floor, row, column) && !floors.isStart(floor, row, column)) continue;
      return [floor, row, column];
    }
    return null;
  }

  cornerOf(cell: readonly number[]): Point {
    const { x, y } = this.middleOf(cell);
    return { x: x - 0.5, y: y - 0.5 };
  }

  describe(cell: readonly number[]): string {
    const [floor, row, column] = cell as Place;
    const words: string[] = [];
    this.view.players.forEach((player, seat) => {
      if (String(player.at) === String(cell)) words.push(this.describePlayer(seat));
    });
    if (String(this.setup.flag) === String(cell)) words.push("The flag");
    words.push(...this.links.describe(cell, this.view));
    if (floors.isStart(floor, row, column)) words.push("Starting area: a 6 lets you enter");
    else if (this.isWall(floor, row, column)) words.push("Wall");
    else if (this.blocked.has(String(cell))) words.push("Blocked by stairs that pass through");
    else if (this.setup.elements !== "base" && floors.isInBawana(floor, row, column))
      words.push(this.describeDish(row, column));
    else words.push(valueWords(this.view.values[`[${floor}, ${row}, ${column}]`]));
    return `[${cell.join(", ")}] ${words.filter(Boolean).join(" · ")}`;
  }

  private describePlayer(seat: number): string {
    const { points, effect } = this.view.players[seat]!;
    return `${floors.NAMES[seat]}: ${this.cast.names[seat] ?? "nobody"}, ${points} points${effect ? `, ${effect}` : ""}`;
  }

  private describeDish(row: number, column: number): string {
    const dish = this.view.bawana[(row - 7) * 4 + column - 21];
    return `Bawana: ${typeof dish === "number" ? `earns ${dish} points` : (KITCHEN[dish ?? ""]?.[1] ?? "")}`;
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    this.layer.clear();
  }
}

/** All cells of a wall (M3). */
function cellsOf([floor, r1, c1, r2, c2]: readonly [number, number, number, number, number]): Place[] {
  const cells: Place[] = [];
  for (let row = Math.min(r1, r2); row <= Math.max(r1, r2); row++) {
    for (let column = Math.min(c1, c2); column <= Math.max(c1, c2); column++) cells.push([floor, row, column]);
  }
  return cells;
}
