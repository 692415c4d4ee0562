// Where a piece is shown while it moves: short steps that never hold up what comes after them.

const STEP = 95; // milliseconds
const JUMP = 280;
const MOST_BEHIND = 420; // milliseconds that what is shown may be behind what is so

/** Whether somebody wants nothing to move. */
const isStill = (): boolean => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

interface Leg {
  x: number;
  y: number;
  takes: number;
  isJump: boolean;
}

export class Mover {
  x: number;
  y: number;
  /** How far up a jump is, 0 to 1. */
  lift = 0;
  private from = { x: 0, y: 0 };
  private legs: Leg[] = [];
  private since = 0;

  constructor(x: number, y: number) {
    [this.x, this.y] = [x, y];
  }

  get isMoving(): boolean {
    return this.legs.length > 0;
  }

  /** Where it will be. */
  get goal(): { x: number; y: number } {
    return this.legs.at(-1) ?? this;
  }

  /** Be there at once. */
  put(x: number, y: number): void {
    [this.x, this.y, this.lift] = [x, y, 0];
    this.legs = [];
  }

  /** Go to a place: a step to a neighbour, a jump anywhere else. */
  go(x: number, y: number, now: number): void {
    const { goal } = this;
    if (goal.x === x && goal.y === y) return;
    if (isStill()) return this.put(x, y);
    const isJump = Math.max(Math.abs(goal.x - x), Math.abs(goal.y - y)) > 1.01;
    if (this.legs.length === 0) this.start(now);
    this.legs.push({ x, y, takes: isJump ? JUMP : STEP, isJump });
    const behind = this.legs.reduce((sum, leg) => sum + leg.takes, 0);
    if (behind > MOST_BEHIND) for (const leg of this.legs) leg.takes *= MOST_BEHIND / behind;
  }

  /** Follow a whole way in so many milliseconds at most. */
  follow(way: readonly { x: number; y: number }[], most: number, now: number): void {
    const end = way.at(-1);
    if (end && isStill()) return this.put(end.x, end.y);
    const legs: Leg[] = [];
    let last = this.goal;
    for (const { x, y } of way) {
      const isJump = Math.max(Math.abs(last.x - x), Math.abs(last.y - y)) > 1.01;
      legs.push({ x, y, takes: isJump ? JUMP : STEP, isJump });
      last = { x, y };
    }
    const takes = legs.reduce((sum, leg) => sum + leg.takes, 0);
    if (takes > most) for (const leg of legs) leg.takes *= most / takes;
    if (this.legs.length === 0) this.start(now);
    this.legs.push(...legs);
  }

  /** Be where it should be shown now. */
  advance(now: number): void {
    while (this.legs.length) {
      const leg = this.legs[0]!;
      const share = leg.takes > 0 ? (now - this.since) / leg.takes : 1;
      if (share < 1) {
        const eased = share <= 0 ? 0 : leg.isJump ? share * share * (3 - 2 * share) : share;
        this.x = this.from.x + (leg.x - this.from.x) * eased;
        this.y = this.from.y + (leg.y - this.from.y) * eased;
        this.lift = leg.isJump ? Math.sin(Math.PI * Math.max(0, share)) : 0;
        return;
      }
      [this.x, this.y, this.lift] = [leg.x, leg.y, 0];
      this.from = { x: leg.x, y: leg.y };
      this.since += leg.takes;
      this.legs.shift();
    }
  }

  private start(now: number): void {
    this.from = { x: this.x, y: this.y };
    this.since = now;
  }
}
