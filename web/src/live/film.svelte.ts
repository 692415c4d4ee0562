// A finished match to look at, forwards and backwards. The server's film says what every entry changed.

import { apply } from "../server/changes";
import type { Entry } from "../server/messages";
import type { Film } from "../server/rest";
import type { GameId, Setup, View } from "../server/views";
import { lineOf, tellsMore, type Line } from "./live.svelte";

const SHOWN = 160; // lines
const KEPT_EVERY = 64; // entries between views that are kept for going back

export class FilmPlayer {
  number = $state(0); // of entries that have happened
  view = $state.raw<View>({} as View);
  isPlaying = $state(false);
  speed = $state(1);
  readonly game: GameId;
  readonly setup: Setup;
  readonly entries: Entry[];
  now: View;

  private readonly kept: View[];
  private readonly told: Line[];
  private readonly watchers = new Set<(entries: Entry[], view: View) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    film: Film,
    private readonly milliseconds: (game: GameId) => number,
  ) {
    this.game = film.game as GameId;
    this.setup = film.setup;
    this.entries = film.entries;
    this.told = this.entries.map(lineOf).filter((line) => tellsMore(this.game, line));
    this.kept = [film.start as unknown as View];
    this.now = structuredClone(this.kept[0]!);
    this.view = this.now;
  }

  get length(): number {
    return this.entries.length;
  }

  /** What has been told so far. */
  get lines(): Line[] {
    const { number } = this;
    return this.told.filter((line) => line.number <= number).slice(-SHOWN);
  }

  watch(watcher: (entries: Entry[], view: View) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Go to the place after so many entries. */
  go(number: number): void {
    const target = Math.max(0, Math.min(this.length, Math.round(number)));
    const isStep = target === this.number + 1;
    if (target < this.number) {
      const start = Math.min(Math.floor(target / KEPT_EVERY), this.kept.length - 1);
      this.now = structuredClone(this.kept[start]!);
      this.number = start * KEPT_EVERY;
    }
    while (this.number < target) this.advance();
    this.view = { ...this.now };
    const last = this.entries[target - 1];
    for (const watcher of this.watchers) watcher(isStep && last ? [last] : [], this.now);
  }

  toggle(): void {
    if (this.isPlaying) return this.pause();
    if (this.number >= this.length) this.go(0);
    this.isPlaying = true;
    this.tick();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  private tick(): void {
    this.timer = setTimeout(
      () => {
        if (!this.isPlaying) return;
        this.go(this.number + 1);
        if (this.number >= this.length) this.isPlaying = false;
        else this.tick();
      },
      this.milliseconds(this.game) / this.speed,
    );
  }

  private advance(): void {
    // What the film says stays as it is: later entries change what is applied here.
    this.now = apply(this.now, structuredClone(this.entries[this.number]!.changes ?? []));
    this.number += 1;
    if (this.number % KEPT_EVERY === 0 && this.kept.length === this.number / KEPT_EVERY) {
      this.kept.push(structuredClone(this.now));
    }
  }
}
