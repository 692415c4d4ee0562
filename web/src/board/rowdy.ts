// The grid of Rowdy Racers.

import type { Cell, RowdySetup, RowdyView, Setup, View } from "../server/views";
import type { Camera, Size } from "./camera";
import { hedge } from "./hedge";
import { Layer, type Piece } from "./layer";
import { Mover } from "./mover";
import type { Cast, Happening, Painter, Point } from "./painter";
import type { Palette } from "./palette";
import { chequers, grenade, token } from "./pieces";

const RADIUS = 0.36;
const BLAST = 700; // milliseconds
const STATE_WORDS = { lying: "Grenade", placed: "Placed grenade", active: "Active grenade", wreck: "Exploded grenade" };

export class RowdyPainter implements Painter {
  readonly least = 18;
  private view: RowdyView;
  private readonly setup: RowdySetup;
  private readonly floor: Layer | undefined; // with the squares without power, which change once a turn
  private readonly hedges: Layer;
  private readonly movers: Mover[];
  private readonly walls = new Set<number>();
  private dark = new Map<number, number>();
  private blasts: { x: number; y: number; since: number }[] = [];

  constructor(
    view: View,
    setup: Setup,
    private readonly cast: Cast,
    private palette: Palette,
  ) {
    this.view = view as RowdyView;
    this.setup = setup as unknown as RowdySetup;
    for (const [row, column] of this.view.walls) this.walls.add(key(row, column));
    this.readDark();
    this.movers = this.view.players.map((player) => new Mover(player.at[1] + 0.5, player.at[0] + 0.5));
    this.floor = new Layer(this.size(), (context, piece, pixels) => this.drawFloor(context, piece, pixels));
    this.hedges = new Layer(this.size(), (context, piece) => this.drawHedges(context, piece));
  }

  size(): Size {
    return { width: this.setup.columns, height: this.setup.rows };
  }

  update(view: View, happened: readonly Happening[], now: number): void {
    this.view = view as RowdyView;
    this.readDark();
    for (const { events } of happened) {
      for (const { event, at } of events) {
        if (event === "exploded" && at) this.blasts.push({ x: at[1]! + 0.5, y: at[0]! + 0.5, since: now });
      }
    }
    this.view.players.forEach(({ at }, seat) => {
      const mover = this.movers[seat]!;
      if (happened.length === 0) mover.put(at[1] + 0.5, at[0] + 0.5);
      else mover.go(at[1] + 0.5, at[0] + 0.5, now);
    });
  }

  private readDark(): void {
    const dark = new Map(this.view.dark.map(([row, column, turns]) => [key(row, column), turns]));
    const isSame = dark.size === this.dark.size && [...dark].every(([cell, turns]) => this.dark.get(cell) === turns);
    this.dark = dark;
    if (!isSame) this.floor?.clear();
  }

  paint(context: CanvasRenderingContext2D, camera: Camera, now: number, isZooming: boolean): boolean {
    this.floor!.paint(context, camera, isZooming);
    this.hedges.paint(context, camera, isZooming);
    const origin = camera.origin();
    context.save();
    context.setTransform(camera.scale, 0, 0, camera.scale, origin.x, origin.y);
    const seen = camera.bounds();
    let moves = false;
    for (const mover of this.movers) {
      mover.advance(now);
      moves ||= mover.isMoving;
    }
    this.view.players.forEach((_, seat) => this.paintTrail(context, seat, camera.scale));
    // Over the trails, so that those who look for one find it.
    for (const [row, column, state] of this.view.grenades) {
      if (column < seen.left - 1 || column > seen.right || row < seen.top - 1 || row > seen.bottom) continue;
      grenade(context, this.palette, state, column + 0.5, row + 0.5, 0.72);
    }
    this.view.players.forEach((player, seat) => {
      const mover = this.movers[seat]!;
      token(context, this.palette, mover.x, mover.y, Math.max(RADIUS, 4 / camera.scale), {
        side: seat,
        label: String(seat + 1),
        isYou: seat === this.cast.you,
        isJailed: player.debt > 0,
        pixels: camera.scale,
      });
    });
    moves = this.paintBlasts(context, now) || moves;
    context.restore();
    return moves;
  }

  /** A chain: a link on every square of the trail, and between them what may not be crossed. */
  private paintTrail(context: CanvasRenderingContext2D, seat: number, pixels: number): void {
    const side = this.palette.sides[seat]!;
    const mover = this.movers[seat]!;
    const squares = this.view.players[seat]!.trail.filter((square) => square !== null);
    if (squares.length === 0) return;
    squares.forEach(([row, column], age) => {
      context.globalAlpha = 0.34 - age * 0.07;
      context.fillStyle = side.fill;
      context.beginPath();
      context.roundRect(column + 0.06, row + 0.06, 0.88, 0.88, 0.16);
      context.fill();
    });
    context.globalAlpha = 1;
    const points = [{ x: mover.x, y: mover.y }, ...squares.map(([row, column]) => ({ x: column + 0.5, y: row + 0.5 }))];
    context.lineCap = "round";
    context.lineJoin = "round";
    for (const [width, colour] of [
      [0.24, side.edge],
      [0.13, side.fill],
    ] as const) {
      context.beginPath();
      points.forEach(({ x, y }, index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke();
    }
    if (pixels < 8) return;
    for (const { x, y } of points.slice(1)) {
      context.beginPath();
      context.arc(x, y, 0.19, 0, 2 * Math.PI);
      context.fillStyle = this.palette.floor;
      context.fill();
      context.lineWidth = 0.1;
      context.strokeStyle = side.edge;
      context.stroke();
    }
  }

  private paintBlasts(context: CanvasRenderingContext2D, now: number): boolean {
    this.blasts = this.blasts.filter((blast) => now - blast.since < BLAST);
    for (const { x, y, since } of this.blasts) {
      const share = (now - since) / BLAST;
      const glow = context.createRadialGradient(x, y, 0, x, y, 0.4 + 2 * share);
      glow.addColorStop(0, `rgba(255, 236, 170, ${0.95 * (1 - share)})`);
      glow.addColorStop(0.5, `rgba(255, 160, 60, ${0.6 * (1 - share)})`);
      glow.addColorStop(1, "rgba(255, 120, 40, 0)");
      context.fillStyle = glow;
      context.fillRect(x - 3, y - 3, 6, 6);
    }
    return this.blasts.length > 0;
  }

  // The ground.

  private drawFloor(context: CanvasRenderingContext2D, piece: Piece, pixels: number): void {
    const { palette } = this;
    const { rows, columns } = this.setup;
    context.fillStyle = palette.floor;
    context.fillRect(piece.left, piece.top, piece.right - piece.left, piece.bottom - piece.top);
    context.fillStyle = palette.line;
    if (pixels >= 8) {
      for (let row = piece.top; row < piece.bottom; row++)
        context.fillRect(piece.left, row, piece.right - piece.left, 1 / pixels);
      for (let column = piece.left; column < piece.right; column++)
        context.fillRect(column, piece.top, 1 / pixels, piece.bottom - piece.top);
    }
    this.drawShade(context, piece, pixels);
    // Each finishes on the other's start.
    chequers(context, palette, columns - 1, 0, palette.sides[0].fill);
    chequers(context, palette, 0, rows - 1, palette.sides[1].fill);
  }

  private drawHedges(context: CanvasRenderingContext2D, piece: Piece): void {
    for (let row = piece.top - 1; row < piece.bottom + 1; row++) {
      for (let column = piece.left - 1; column < piece.right + 1; column++) {
        if (this.isWall(row, column))
          hedge(context, this.palette, column, row, (dx, dy) => this.isWall(row + dy, column + dx));
      }
    }
  }

  private drawShade(context: CanvasRenderingContext2D, piece: Piece, pixels: number): void {
    const { palette } = this;
    for (let row = piece.top; row < piece.bottom; row++) {
      for (let column = piece.left; column < piece.right; column++) {
        const turns = this.dark.get(key(row, column));
        if (!turns) continue;
        context.globalAlpha = 0.34 + 0.16 * turns;
        context.fillStyle = palette.night;
        context.fillRect(column, row, 1, 1);
        context.globalAlpha = 1;
        if (pixels < 16 || this.isWall(row, column)) continue;
        context.fillStyle = palette.star;
        for (let i = 0; i < turns; i++) {
          context.beginPath();
          context.arc(column + 0.15 + i * 0.15, row + 0.86, 0.045, 0, 2 * Math.PI);
          context.fill();
        }
      }
    }
  }

  ground(context: CanvasRenderingContext2D): void {
    const { rows, columns } = this.setup;
    context.fillStyle = this.palette.floor;
    context.fillRect(0, 0, columns, rows);
    context.fillStyle = this.palette.wall;
    for (const [row, column] of this.view.walls) context.fillRect(column, row, 1, 1);
  }

  private isWall(row: number, column: number): boolean {
    return row >= 0 && column >= 0 && this.walls.has(key(row, column));
  }

  // Asking.

  whereIs(seat: number): Point | null {
    return this.movers[seat] ?? null;
  }

  cellAt(point: Point): Cell | null {
    const [row, column] = [Math.floor(point.y), Math.floor(point.x)];
    const isInside = row >= 0 && column >= 0 && row < this.setup.rows && column < this.setup.columns;
    return isInside ? [row, column] : null;
  }

  cornerOf(cell: readonly number[]): Point {
    return { x: cell[1]!, y: cell[0]! };
  }

  describe(cell: readonly number[]): string {
    const [row, column] = cell as Cell;
    const is = (at: readonly (number | string)[] | null) => at?.[0] === row && at?.[1] === column;
    const { rows, columns } = this.setup;
    const words: string[] = [];
    this.view.players.forEach((player, seat) => {
      const name = this.cast.names[seat] ?? `Player ${seat + 1}`;
      if (is(player.at))
        words.push(`${name}, player ${seat + 1}${player.debt ? `, loses ${player.debt} more actions` : ""}`);
      if (player.trail.some(is)) words.push(`Light trail of ${name}`);
    });
    const found = this.view.grenades.find(is);
    if (found) words.push(STATE_WORDS[found[2]]);
    if (row === 0 && column === columns - 1) words.push("Finish of player 1");
    if (row === rows - 1 && column === 0) words.push("Finish of player 2");
    if (this.isWall(row, column)) words.push("Wall");
    const turns = this.dark.get(key(row, column));
    if (turns) words.push(`No power for ${turns === 1 ? "this turn" : `${turns} turns`}`);
    return words.join(" · ") || "Free square";
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    this.floor!.clear();
    this.hedges.clear();
  }
}

const key = (row: number, column: number): number => row * 128 + column;
