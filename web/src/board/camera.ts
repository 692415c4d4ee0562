// What part of a board is seen: the middle, in cells, and how many device pixels a cell has.

export interface Size {
  width: number;
  height: number;
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const FOLLOWED = 34; // CSS pixels of a cell when following
const LARGEST = 96;
const SMALLEST = 2;
const CATCHING_UP = 0.012; // share of the way per millisecond

export class Camera {
  x = 0;
  y = 0;
  scale = 24; // device pixels of a cell
  view: Size = { width: 1, height: 1 }; // in device pixels
  ratio = 1; // device pixels of a CSS pixel
  isFollowing = true;
  private world: Size = { width: 1, height: 1 };
  private isChosen = false; // whether somebody has zoomed
  private least = 24; // CSS pixels of a cell below which a board is not shown whole while you play on it
  private corner: Size = { width: 0, height: 0 }; // at the window's top right, in device pixels, where buttons are

  /**
   * Look at a world of so many cells, which need `least` pixels each, through a window of so many CSS pixels, of which
   * a corner at the top right is to be kept clear.
   */
  fit(world: Size, width: number, height: number, ratio: number, least = this.least, corner?: Size): void {
    this.least = least;
    this.corner = { width: (corner?.width ?? 0) * ratio, height: (corner?.height ?? 0) * ratio };
    this.view = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    this.ratio = ratio;
    const isNew = world.width !== this.world.width || world.height !== this.world.height;
    this.world = world;
    if (this.isChosen && !isNew) return this.keepInside();
    const whole = this.whole();
    this.scale = whole >= least * ratio ? Math.min(whole, LARGEST * ratio) : Math.max(whole, FOLLOWED * ratio);
    this.snap();
    if (isNew || this.showsAll()) this.centre();
    this.keepInside();
  }

  /** Show everything. */
  showAll(): void {
    this.scale = Math.max(this.whole(), 1);
    this.isChosen = false;
    this.isFollowing = false;
    this.snap();
    this.centre();
  }

  /** Follow the player again, at a comfortable size. */
  follow(): void {
    this.isFollowing = true;
    this.isChosen = false;
    const whole = this.whole();
    this.scale = whole >= this.least * this.ratio ? whole : FOLLOWED * this.ratio;
    this.snap();
  }

  /** Whether the whole world is in view. */
  showsAll(): boolean {
    return this.scale <= this.whole() + 0.01;
  }

  /** Zoom by a factor around a point of the window, in device pixels. */
  zoom(factor: number, x = this.view.width / 2, y = this.view.height / 2): void {
    const before = this.toWorld(x, y);
    const least = Math.min(this.whole(), SMALLEST * this.ratio);
    this.scale = Math.max(least, Math.min(LARGEST * this.ratio, this.scale * factor));
    this.isChosen = true;
    const after = this.toWorld(x, y);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.keepInside();
  }

  /** Move the view by so many device pixels. */
  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.isFollowing = false;
    this.keepInside();
  }

  lookAt(x: number, y: number): void {
    [this.x, this.y] = [x, y];
    this.keepInside();
  }

  /** Go towards a point; returns whether there is still some way to go. */
  approach(x: number, y: number, milliseconds: number): boolean {
    const before = [this.x, this.y] as const;
    const share = 1 - Math.exp(-CATCHING_UP * milliseconds);
    this.x += (x - this.x) * share;
    this.y += (y - this.y) * share;
    this.keepInside();
    return Math.abs(this.x - before[0]) + Math.abs(this.y - before[1]) > 0.002;
  }

  /** Whole pixels for a cell, so that everything is sharp. */
  snap(): void {
    if (this.scale >= 3) this.scale = Math.floor(this.scale);
  }

  toWorld(x: number, y: number): { x: number; y: number } {
    return {
      x: this.x + (x - this.view.width / 2) / this.scale,
      y: this.y + (y - this.view.height / 2) / this.scale,
    };
  }

  /** Where the world's origin is in the window, in whole device pixels. */
  origin(): { x: number; y: number } {
    return {
      x: Math.round(this.view.width / 2 - this.x * this.scale),
      y: Math.round(this.view.height / 2 - this.y * this.scale),
    };
  }

  bounds(): Bounds {
    const { x, y } = this.toWorld(0, 0);
    return { left: x, top: y, right: x + this.view.width / this.scale, bottom: y + this.view.height / this.scale };
  }

  /** Pixels of a cell when all of the world is in view: beside the corner, or below it. */
  private whole(): number {
    const { view, world, corner } = this;
    const beside = Math.min((view.width - corner.width) / world.width, view.height / world.height);
    const below = Math.min(view.width / world.width, (view.height - 2 * corner.height) / world.height);
    return Math.max(beside, below);
  }

  private centre(): void {
    this.x = this.world.width / 2;
    this.y = this.world.height / 2;
    this.keepInside();
  }

  private keepInside(): void {
    const { view, world, scale, corner } = this;
    const isBeside = (view.height - world.height * scale) / 2 < corner.height;
    this.x = kept(this.x, view.width / scale, world.width, isBeside ? corner.width / scale : 0);
    this.y = kept(this.y, view.height / scale, world.height, 0);
  }
}

/**
 * A middle such that the window shows nothing but the world, or all of it in the middle; moved aside as far as that is
 * needed to leave so much clear at the window's end.
 */
function kept(middle: number, window: number, world: number, clear: number): number {
  if (window >= world + clear) return world / 2 + Math.max(0, clear - (window - world) / 2);
  return Math.max(window / 2, Math.min(world + clear - window / 2, middle));
}
