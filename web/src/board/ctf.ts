// The board of the three capture-the-flag games.

import type { Cell, CtfPlayer, CtfThing, CtfView, Setup, View } from "../server/views";
import type { Bounds, Camera, Size } from "./camera";
import { hedge } from "./hedge";
import { Layer, type Piece } from "./layer";
import { Mover } from "./mover";
import type { Cast, Happening, Painter, Point } from "./painter";
import type { Palette } from "./palette";
import { flag, token, tool } from "./pieces";

const RADIUS = 0.36;
const FLASH = 650; // milliseconds

interface Flash {
  x: number;
  y: number;
  side: number;
  since: number;
}

export class CtfPainter implements Painter {
  readonly least = 17;
  private view: CtfView;
  private readonly layer: Layer;
  private readonly movers: Mover[];
  private readonly bases: (Cell | null)[];
  private readonly benches: Cell[];
  private flashes: Flash[] = [];
  private cells = new Map<number, number[]>(); // who is shown in which cell, where several may be

  constructor(
    view: View,
    setup: Setup,
    private readonly cast: Cast,
    private palette: Palette,
  ) {
    this.view = view as CtfView;
    const board = typeof setup.board === "string" ? setup.board.split("\n") : this.view.terrain;
    this.bases = [base(board, "f", "h"), base(board, "F", "H")];
    this.benches = cast.game === "classic" ? [] : places(board, "sS");
    this.movers = this.view.players.map((player) => new Mover(player.at[1] + 0.5, player.at[0] + 0.5));
    this.layer = new Layer(this.size(), (context, piece, pixels) => this.drawGround(context, piece, pixels));
  }

  size(): Size {
    return { width: this.view.terrain[0]!.length, height: this.view.terrain.length };
  }

  update(view: View, happened: readonly Happening[], now: number): void {
    this.view = view as CtfView;
    for (const { seat, events } of happened) {
      if (seat !== null && events.length === 0) continue;
      for (const { event, at, seat: whose } of events) {
        if ((event === "captured" || event === "tagged") && at) {
          this.flashes.push({ x: at[1]! + 0.5, y: at[0]! + 0.5, side: 1 - ((whose ?? 0) % 2), since: now });
        }
        if ((event === "wall_broken" || event === "dug") && at) this.layer.touch(at[1]!, at[0]!);
      }
    }
    if (happened.length === 0) this.layer.clear();
    this.view.players.forEach((player, seat) => {
      const mover = this.movers[seat]!;
      const [x, y] = [player.at[1] + 0.5, player.at[0] + 0.5];
      if (happened.length === 0) mover.put(x, y);
      else mover.go(x, y, now);
    });
  }

  paint(context: CanvasRenderingContext2D, camera: Camera, now: number, isZooming: boolean): boolean {
    this.layer.paint(context, camera, isZooming);
    const origin = camera.origin();
    context.save();
    context.setTransform(camera.scale, 0, 0, camera.scale, origin.x, origin.y);
    const seen = camera.bounds();
    let moves = false;
    for (const mover of this.movers) {
      mover.advance(now);
      moves ||= mover.isMoving;
    }
    this.paintLoose(context, camera.scale, seen);
    this.paintPlayers(context, camera.scale, seen);
    moves = this.paintFlashes(context, now) || moves;
    context.restore();
    return moves;
  }

  private paintLoose(context: CanvasRenderingContext2D, pixels: number, seen: Bounds): void {
    const { palette, view } = this;
    const kind = this.cast.game === "shovel" ? "shovel" : "hammer";
    for (const thing of view.tools) {
      if (thing.carrier === null && thing.at && isSeen(thing.at, seen)) {
        tool(context, palette, kind, thing.at[1] + 0.5, thing.at[0] + 0.5, Math.max(0.62, 7 / pixels));
      }
    }
    view.flags.forEach((thing, team) => {
      if (thing.carrier === null && thing.at && isSeen(thing.at, seen)) {
        flag(context, palette, team, thing.at[1] + 0.3, thing.at[0] + 0.92, Math.max(0.86, 14 / pixels));
      }
    });
  }

  private paintPlayers(context: CanvasRenderingContext2D, pixels: number, seen: Bounds): void {
    const { players } = this.view;
    const crowded = this.cast.game === "hammer";
    if (crowded) this.findCrowds();
    for (let seat = 0; seat < players.length; seat++)
      if (seat !== this.cast.you) this.paintPlayer(context, seat, pixels, seen);
    if (this.cast.you !== null && players[this.cast.you]) this.paintPlayer(context, this.cast.you, pixels, seen);
  }

  private paintPlayer(context: CanvasRenderingContext2D, seat: number, pixels: number, seen: Bounds): void {
    const mover = this.movers[seat]!;
    const player = this.view.players[seat]!;
    if (mover.x < seen.left - 1 || mover.x > seen.right + 1 || mover.y < seen.top - 1 || mover.y > seen.bottom + 1)
      return;
    const crowd = mover.isMoving ? undefined : this.cells.get(player.at[0] * 256 + player.at[1]);
    const { dx, dy, size } = placeInCrowd(crowd, seat);
    const radius = Math.max(RADIUS * size, Math.min(1.8, 4 / pixels));
    const [x, y] = [mover.x + dx, mover.y + dy - mover.lift * 0.3];
    token(context, this.palette, x, y, radius, {
      side: seat % 2,
      label: String((seat >> 1) + 1),
      isYou: seat === this.cast.you,
      isJailed: player.jailed,
      pixels,
    });
    if (pixels < 8) return;
    if (player.tool !== null) {
      const kind = this.cast.game === "shovel" ? "shovel" : "hammer";
      tool(context, this.palette, kind, x - radius * 0.85, y - radius * 0.7, radius * 1.25);
    }
    if (player.flag !== null) flag(context, this.palette, player.flag, x + radius * 0.5, y - radius * 0.1, radius * 2);
  }

  /** Several may stand in one cell in Hammer CTF; they are shown beside each other. */
  private findCrowds(): void {
    this.cells.clear();
    this.view.players.forEach((player, seat) => {
      const key = player.at[0] * 256 + player.at[1];
      const there = this.cells.get(key);
      if (there) there.push(seat);
      else this.cells.set(key, [seat]);
    });
  }

  private paintFlashes(context: CanvasRenderingContext2D, now: number): boolean {
    this.flashes = this.flashes.filter((flash) => now - flash.since < FLASH);
    for (const { x, y, side, since } of this.flashes) {
      const share = (now - since) / FLASH;
      context.globalAlpha = 1 - share;
      context.beginPath();
      context.arc(x, y, 0.3 + share * 1.1, 0, 2 * Math.PI);
      context.lineWidth = 0.16 * (1 - share) + 0.03;
      context.strokeStyle = this.palette.sides[side]!.fill;
      context.stroke();
    }
    context.globalAlpha = 1;
    return this.flashes.length > 0;
  }

  // The ground.

  private drawGround(context: CanvasRenderingContext2D, piece: Piece, pixels: number): void {
    const { terrain } = this.view;
    for (let row = piece.top; row < piece.bottom; row++) {
      for (let column = piece.left; column < piece.right; column++) this.drawCell(context, row, column, pixels);
    }
    if (pixels < 6) return;
    for (let row = piece.top - 1; row < piece.bottom + 1; row++) {
      for (let column = piece.left - 1; column < piece.right + 1; column++) {
        if (terrain[row]?.[column] !== "#") continue;
        hedge(context, this.palette, column, row, (dx, dy) => terrain[row + dy]?.[column + dx] === "#");
      }
    }
  }

  private drawCell(context: CanvasRenderingContext2D, row: number, column: number, pixels: number): void {
    const { palette, view } = this;
    const kind = view.terrain[row]![column]!;
    const width = view.terrain[0]!.length;
    const team = kind === "h" || kind === "j" ? 0 : kind === "H" || kind === "J" ? 1 : 2 * column < width ? 0 : 1;
    const side = palette.sides[team];
    const isCorner = (row === 0 || row === view.terrain.length - 1) && (column === 0 || column === width - 1);
    if (isCorner && kind === "#" && pixels >= 6) return; // the hedge is round there, and nothing is behind it
    context.fillStyle = palette.floor;
    context.fillRect(column, row, 1, 1);
    context.fillStyle = kind === "h" || kind === "H" ? side.home : side.tint;
    context.fillRect(column, row, 1, 1);
    if (pixels < 6) {
      if (kind === "#") context.fillStyle = palette.dark && pixels < 2 ? palette.quiet : palette.wall;
      else if (kind === "j" || kind === "J") context.fillStyle = side.home;
      else return;
      context.fillRect(column, row, 1, 1);
      return;
    }
    if (pixels >= 14) {
      context.fillStyle = palette.line;
      context.fillRect(column, row, 1, 1 / pixels);
      context.fillRect(column, row, 1 / pixels, 1);
    }
    if (kind === "j" || kind === "J") this.drawBars(context, row, column, palette.dark ? side.fill : side.edge);
    const isBase = this.bases[team]?.[0] === row && this.bases[team]?.[1] === column;
    if (isBase) this.drawRing(context, row, column, side.fill, 0.36);
    if (this.benches.some(([r, c]) => r === row && c === column))
      this.drawRing(context, row, column, palette.quiet, 0.3);
  }

  private drawBars(context: CanvasRenderingContext2D, row: number, column: number, colour: string): void {
    context.fillStyle = colour;
    context.globalAlpha = 0.42;
    for (const place of [0.1, 0.36, 0.62, 0.88]) context.fillRect(column + place - 0.03, row, 0.06, 1);
    context.globalAlpha = 0.16;
    context.fillRect(column, row, 1, 1);
    context.globalAlpha = 1;
  }

  private drawRing(
    context: CanvasRenderingContext2D,
    row: number,
    column: number,
    colour: string,
    radius: number,
  ): void {
    context.beginPath();
    context.arc(column + 0.5, row + 0.5, radius, 0, 2 * Math.PI);
    context.lineWidth = 0.07;
    context.setLineDash([0.14, 0.1]);
    context.strokeStyle = colour;
    context.stroke();
    context.setLineDash([]);
  }

  ground(context: CanvasRenderingContext2D): void {
    const { terrain } = this.view;
    for (let row = 0; row < terrain.length; row++) {
      for (let column = 0; column < terrain[0]!.length; column++) this.drawCell(context, row, column, 1);
    }
  }

  // Asking.

  whereIs(seat: number): Point | null {
    return this.movers[seat] ?? null;
  }

  cellAt(point: Point): Cell | null {
    const [row, column] = [Math.floor(point.y), Math.floor(point.x)];
    const { width, height } = this.size();
    return row >= 0 && column >= 0 && row < height && column < width ? [row, column] : null;
  }

  cornerOf(cell: readonly number[]): Point {
    return { x: cell[1]!, y: cell[0]! };
  }

  describe(cell: readonly number[]): string {
    const { view } = this;
    const is = (at: readonly number[] | null) => at?.[0] === cell[0] && at?.[1] === cell[1];
    const kind = view.terrain[cell[0]!]![cell[1]!]!;
    const team =
      kind === "h" || kind === "j" || (!"HJ".includes(kind) && 2 * cell[1]! < view.terrain[0]!.length) ? 1 : 2;
    const ground = { "#": "Wall", h: "Home", H: "Home", j: "Jail", J: "Jail" }[kind];
    const words = [ground ? (ground === "Wall" ? "Wall" : `${ground} of team ${team}`) : `Ground of team ${team}`];
    view.players.forEach((player, seat) => {
      if (is(player.at)) words.unshift(this.describePlayer(player, seat));
    });
    view.flags.forEach((thing, number) => {
      if (thing.carrier === null && is(thing.at)) words.unshift(`Flag of team ${number + 1}`);
    });
    for (const thing of view.tools) if (thing.carrier === null && is(thing.at)) words.unshift(this.describeTool(thing));
    return words.join(" · ");
  }

  private describePlayer(player: CtfPlayer, seat: number): string {
    const name = this.cast.names[seat] ?? `Player ${(seat >> 1) + 1}`;
    const more = [
      player.jailed ? "in jail" : "",
      player.flag !== null ? `carries the flag of team ${player.flag + 1}` : "",
      player.tool !== null ? `has a ${this.describeTool(this.view.tools[player.tool]!).toLowerCase()}` : "",
    ].filter(Boolean);
    return [`${name}, team ${(seat % 2) + 1}`, ...more].join(", ");
  }

  private describeTool(thing: CtfThing): string {
    return this.cast.game === "shovel" ? "Shovel" : `Hammer (${thing.charges ?? 0} of 10 charges)`;
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    this.layer.clear();
  }
}

const isSeen = (at: Cell, seen: Bounds): boolean =>
  at[1] > seen.left - 2 && at[1] < seen.right + 1 && at[0] > seen.top - 2 && at[0] < seen.bottom + 1;

/** Where in a shared cell somebody is shown, and how large. */
function placeInCrowd(crowd: number[] | undefined, seat: number): { dx: number; dy: number; size: number } {
  if (!crowd || crowd.length < 2) return { dx: 0, dy: 0, size: 1 };
  const angle = (crowd.indexOf(seat) / crowd.length) * 2 * Math.PI - Math.PI / 2;
  const size = crowd.length === 2 ? 0.66 : 0.54;
  return { dx: Math.cos(angle + 0.6) * 0.23, dy: Math.sin(angle + 0.6) * 0.23, size };
}

/** All places of some characters, in reading order. */
function places(board: readonly string[], characters: string): Cell[] {
  return board.flatMap((line, row) =>
    [...line].flatMap((kind, column) => (characters.includes(kind) ? [[row, column] as Cell] : [])),
  );
}

/** C1. Where a team's flag starts: its flag cell, or the middle one of its home cells. */
export function base(board: readonly string[], flagCell: string, home: string): Cell | null {
  const homes = places(board, home);
  return places(board, flagCell)[0] ?? homes[Math.floor(homes.length / 2)] ?? null;
}
