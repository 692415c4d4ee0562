// What does not move, drawn once: square pieces of the board on canvases of their own, only those in view.

import type { Camera, Size } from "./camera";

/** Draws the cells of a piece; the context's unit is a cell, its origin the world's. */
export type DrawCells = (context: CanvasRenderingContext2D, piece: Piece, pixels: number) => void;

export interface Piece {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const PIECE = 512; // device pixels that a piece is wide, about
const KEPT = 160; // pieces

export class Layer {
  private pieces = new Map<number, HTMLCanvasElement>();
  private pixels = 0; // of a cell, in the pieces
  private span = 16; // cells that a piece is wide

  constructor(
    private world: Size,
    private readonly draw: DrawCells,
  ) {}

  resize(world: Size): void {
    this.world = world;
    this.pieces.clear();
  }

  /** Everything has to be drawn anew. */
  clear(): void {
    this.pieces.clear();
  }

  /** A cell, and with it its neighbours' corners, has to be drawn anew. */
  touch(x: number, y: number): void {
    for (const [dx, dy] of [
      [0, 0],
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      this.pieces.delete(this.key(Math.floor((x + dx) / this.span), Math.floor((y + dy) / this.span)));
    }
  }

  /** Paint what is in view. While somebody zooms, what is there is stretched rather than drawn anew. */
  paint(context: CanvasRenderingContext2D, camera: Camera, isZooming = false): void {
    const pixels = Math.max(1, Math.round(camera.scale));
    const isFar = this.pixels === 0 || pixels > this.pixels * 2 || pixels < this.pixels / 2;
    if (pixels !== this.pixels && (!isZooming || isFar)) this.rescale(pixels);
    const { left, top, right, bottom } = camera.bounds();
    const origin = camera.origin();
    const { span } = this;
    const across = Math.ceil(this.world.width / span);
    const down = Math.ceil(this.world.height / span);
    for (let row = Math.max(0, Math.floor(top / span)); row < down && row * span < bottom; row++) {
      for (let column = Math.max(0, Math.floor(left / span)); column < across && column * span < right; column++) {
        const piece = this.piece(row, column);
        const x = origin.x + Math.round(column * span * camera.scale);
        const y = origin.y + Math.round(row * span * camera.scale);
        if (pixels === this.pixels && camera.scale === pixels) context.drawImage(piece, x, y);
        else {
          const stretch = camera.scale / this.pixels;
          context.drawImage(piece, x, y, Math.ceil(piece.width * stretch), Math.ceil(piece.height * stretch));
        }
      }
    }
  }

  private rescale(pixels: number): void {
    this.pieces.clear();
    this.pixels = pixels;
    this.span = Math.max(4, Math.min(128, Math.floor(PIECE / pixels)));
  }

  private key(column: number, row: number): number {
    return row * 4096 + column;
  }

  private piece(row: number, column: number): HTMLCanvasElement {
    const key = this.key(column, row);
    const kept = this.pieces.get(key);
    if (kept) return kept;
    const { span, pixels } = this;
    const [left, top] = [column * span, row * span];
    const right = Math.min(this.world.width, left + span);
    const bottom = Math.min(this.world.height, top + span);
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((right - left) * pixels);
    canvas.height = Math.ceil((bottom - top) * pixels);
    const context = canvas.getContext("2d", { alpha: true })!;
    context.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
    this.draw(context, { left, top, right, bottom }, pixels);
    if (this.pieces.size >= KEPT) this.pieces.delete(this.pieces.keys().next().value!);
    this.pieces.set(key, canvas);
    return canvas;
  }
}
