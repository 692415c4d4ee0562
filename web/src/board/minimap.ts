// The whole board, small, with what the camera shows of it.

import type { Camera, Size } from "./camera";
import type { Painter } from "./painter";
import type { Palette } from "./palette";
import { outline } from "./pieces";

const LONGEST = 150; // CSS pixels
const LONGEST_SMALL = 96; // in a small window
const EVERY = 60; // milliseconds

export class Minimap {
  private readonly context: CanvasRenderingContext2D;
  private readonly ground = document.createElement("canvas");
  private world: Size = { width: 1, height: 1 };
  private longest = 0;
  private drawnAt = -Infinity;
  private groundAt = -Infinity;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext("2d")!;
  }

  /** Draw, unless that has just been done. */
  draw(
    painter: Painter,
    palette: Palette,
    camera: Camera,
    players: number,
    you: number | null,
    sideOf: (seat: number) => number,
  ): void {
    const now = performance.now();
    if (now - this.drawnAt < EVERY) return;
    this.drawnAt = now;
    this.prepare(painter, palette, camera, now);
    const { canvas, context } = this;
    const pixels = canvas.width / this.world.width;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.ground, 0, 0);
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    this.frame(palette, camera, pixels);
    const size = (2 * camera.ratio) / pixels;
    for (let seat = 0; seat < players; seat++) {
      const where = painter.whereIs(seat);
      if (!where) continue;
      outline(context, sideOf(seat), where.x, where.y, 1.1 * size);
      context.fillStyle = palette.sides[sideOf(seat)]!.fill;
      context.fill();
      if (seat !== you) continue;
      context.lineWidth = size;
      context.strokeStyle = palette.ink;
      context.strokeRect(where.x - 1.6 * size, where.y - 1.6 * size, 3.2 * size, 3.2 * size);
    }
  }

  /** What is in view: the rest lies in the shade. */
  private frame(palette: Palette, camera: Camera, pixels: number): void {
    const { context, world } = this;
    const seen = camera.bounds();
    const half = camera.ratio / pixels; // so that the frame's line is inside
    const [left, top] = [Math.max(half, seen.left), Math.max(half, seen.top)];
    const [right, bottom] = [Math.min(world.width - half, seen.right), Math.min(world.height - half, seen.bottom)];
    context.beginPath();
    context.rect(0, 0, world.width, world.height);
    context.rect(left, top, right - left, bottom - top);
    context.globalAlpha = palette.dark ? 0.2 : 0.3;
    context.fillStyle = palette.dark ? palette.paper : palette.wall;
    context.fill("evenodd");
    context.globalAlpha = 1;
    context.lineWidth = 2 * half;
    context.strokeStyle = palette.ink;
    context.strokeRect(left, top, right - left, bottom - top);
  }

  /** The point of the world under a place of the canvas, in CSS pixels. */
  toWorld(x: number, y: number): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: (x / box.width) * this.world.width, y: (y / box.height) * this.world.height };
  }

  private prepare(painter: Painter, palette: Palette, camera: Camera, now: number): void {
    const world = painter.size(camera.view.width / camera.view.height);
    const longest = camera.view.width / camera.ratio < 560 ? LONGEST_SMALL : LONGEST;
    const isSame = world.width === this.world.width && world.height === this.world.height && longest === this.longest;
    if (isSame && now - this.groundAt < 2000) return;
    this.groundAt = now;
    this.world = world;
    this.longest = longest;
    const pixels = (longest * camera.ratio) / Math.max(world.width, world.height);
    const [width, height] = [Math.round(world.width * pixels), Math.round(world.height * pixels)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      [this.canvas.width, this.canvas.height] = [width, height];
      this.canvas.style.width = `${width / camera.ratio}px`;
      this.canvas.style.height = `${height / camera.ratio}px`;
    }
    [this.ground.width, this.ground.height] = [width, height];
    const context = this.ground.getContext("2d")!;
    context.fillStyle = palette.paper;
    context.fillRect(0, 0, width, height);
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    painter.ground(context);
  }
}
