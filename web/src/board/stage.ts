// The canvas of a board: its size and sharpness, its camera, what is pointed at, and the frames, drawn only when
// something has changed or moves.

import type { Happening, Painter, Point } from "./painter";
import { Camera, type Size } from "./camera";
import type { Palette } from "./palette";
import type { View } from "../server/views";

const SETTLES = 140; // milliseconds after the last zoom until everything is drawn sharp again
const SHAKE = 320;
const RIPPLE = 260;
const KEPT_FRAMES = 240;

export class Stage {
  readonly camera = new Camera();
  hovered: number[] | null = null;
  /** How long the last frames took to draw and how far apart they were, in milliseconds. */
  readonly frames = { took: [] as number[], apart: [] as number[] };
  private readonly context: CanvasRenderingContext2D;
  private frame = 0;
  private last = 0;
  private zoomedAt = -Infinity;
  private pressed: { cell: number[]; at: number } | null = null;
  private isSettled = true;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly painter: Painter,
    private palette: Palette,
    private readonly you: () => number | null,
    private readonly looked: (stage: Stage) => void = () => {},
  ) {
    this.context = canvas.getContext("2d", { alpha: false })!;
  }

  /** The window has so many CSS pixels now, of which a corner at the top right is to be kept clear. */
  resize(width: number, height: number, corner?: Size): void {
    if (!width || !height) return;
    const ratio = Math.min(3, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const world = this.painter.size(width / height);
    const clear = this.painter.leavesCorner ? undefined : corner;
    this.camera.fit(world, width, height, ratio, this.painter.least, clear);
    this.jumpToPlayer();
    this.draw();
  }

  update(view: View, happened: readonly Happening[]): void {
    this.painter.update(view, happened, performance.now());
    this.draw();
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    this.painter.recolour(palette);
    this.draw();
  }

  /** Have a frame drawn soon. */
  draw(): void {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.paint(now));
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = -1;
  }

  // Looking.

  zoom(factor: number, at?: Point): void {
    const { ratio } = this.camera;
    this.camera.zoom(factor, at && at.x * ratio, at && at.y * ratio);
    this.zoomedAt = performance.now();
    this.isSettled = false;
    this.draw();
  }

  pan(dx: number, dy: number): void {
    this.camera.pan(dx * this.camera.ratio, dy * this.camera.ratio);
    this.draw();
  }

  lookAt(point: Point): void {
    this.camera.isFollowing = false;
    this.camera.lookAt(point.x, point.y);
    this.draw();
  }

  follow(): void {
    this.camera.follow();
    this.jumpToPlayer();
    this.draw();
  }

  showAll(): void {
    this.camera.showAll();
    this.draw();
  }

  private jumpToPlayer(): void {
    const you = this.you();
    const where = you === null ? null : this.painter.whereIs(you);
    if (where && this.camera.isFollowing) this.camera.lookAt(where.x, where.y);
  }

  // Pointing; places are in CSS pixels from the canvas's corner.

  cellAt(point: Point): number[] | null {
    const { ratio } = this.camera;
    return this.painter.cellAt(this.camera.toWorld(point.x * ratio, point.y * ratio));
  }

  hover(point: Point | null): string {
    const cell = point && this.cellAt(point);
    if (String(cell) !== String(this.hovered)) this.draw();
    this.hovered = cell;
    return cell ? this.painter.describe(cell) : "";
  }

  /** Show that a cell has been pressed. */
  ripple(cell: number[]): void {
    this.pressed = { cell, at: performance.now() };
    this.draw();
  }

  /** Where a player is in the window. */
  placeOf(seat: number): Point | null {
    const where = this.painter.whereIs(seat);
    if (!where) return null;
    const origin = this.camera.origin();
    const { scale, ratio } = this.camera;
    return { x: (origin.x + where.x * scale) / ratio, y: (origin.y + where.y * scale) / ratio };
  }

  /** Shake the board a little: that was not possible. */
  shake(): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const places = [0, -4, 4, -2, 2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.canvas.animate(places, { duration: SHAKE, easing: "ease-out" });
  }

  // Drawing.

  private paint(stamp: number): void {
    const began = performance.now();
    if (this.last && stamp - this.last < 100) keep(this.frames.apart, stamp - this.last);
    const passed = Math.min(50, stamp - this.last);
    this.last = stamp;
    this.frame = 0;
    const { camera, context } = this;
    const isZooming = began - this.zoomedAt < SETTLES;
    if (!isZooming && !this.isSettled) {
      camera.snap();
      this.isSettled = true;
    }
    let moves = this.followPlayer(passed) || isZooming;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.palette.paper;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    moves = this.painter.paint(context, camera, began, isZooming) || moves;
    moves = this.paintPointer(began) || moves;
    keep(this.frames.took, performance.now() - began);
    this.looked(this);
    if (moves) this.draw();
  }

  private followPlayer(passed: number): boolean {
    const you = this.you();
    const where = you === null ? null : this.painter.whereIs(you);
    if (!where || !this.camera.isFollowing) return false;
    return this.camera.approach(where.x, where.y, passed);
  }

  private paintPointer(now: number): boolean {
    const { camera, context } = this;
    const origin = camera.origin();
    context.setTransform(camera.scale, 0, 0, camera.scale, origin.x, origin.y);
    if (this.hovered && camera.scale >= 8) {
      const { x, y } = this.painter.cornerOf(this.hovered);
      context.strokeStyle = this.palette.ink;
      context.globalAlpha = 0.5;
      context.lineWidth = 1.5 / camera.scale;
      context.beginPath();
      context.roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.12);
      context.stroke();
      context.globalAlpha = 1;
    }
    if (!this.pressed) return false;
    const share = (now - this.pressed.at) / RIPPLE;
    if (share >= 1) {
      this.pressed = null;
      return false;
    }
    const { x, y } = this.painter.cornerOf(this.pressed.cell);
    context.globalAlpha = 0.35 * (1 - share);
    context.fillStyle = this.palette.ink;
    context.beginPath();
    context.roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.12);
    context.fill();
    context.globalAlpha = 1;
    return true;
  }
}

function keep(list: number[], value: number): void {
  list.push(value);
  if (list.length > KEPT_FRAMES) list.shift();
}
