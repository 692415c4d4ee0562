// Where a board gets its view from: a live match, or a film.

import type { Entry } from "../server/messages";
import type { GameId, Setup, View } from "../server/views";
import type { Happening } from "./painter";
import type { GameEvent } from "../server/views";

export interface Source {
  readonly game: GameId | null;
  readonly setup: Setup;
  readonly now: View | null;
  /** Be told of entries as they come; none: the view is another one altogether. Returns how to stop that. */
  watch(watcher: (entries: Entry[], view: View) => void): () => void;
}

export const happenings = (entries: readonly Entry[]): Happening[] =>
  entries.map((entry) => ({ seat: entry.seat ?? null, events: (entry.events ?? []) as unknown as GameEvent[] }));
