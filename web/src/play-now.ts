// From a click to a match that runs.

import type { LiveMatch } from "./live/live.svelte";
import { holdSeat, keepCode } from "./live/seats";
import { myself } from "./me.svelte";
import { router } from "./router.svelte";
import { api, Problem } from "./server/api";
import type { Made, Wish } from "./server/rest";
import type { GameId } from "./server/views";

const BOT = "greedy";
const TEN_MINUTES = 600;

/** What is played when nobody chooses. */
export const QUICK: Record<GameId, Partial<Wish>> = {
  classic: { board: "courtyard", seats_per_team: 2, length: TEN_MINUTES },
  hammer: { board: "garden", seats_per_team: 2, length: TEN_MINUTES },
  shovel: { board: "garden", seats_per_team: 2, length: TEN_MINUTES },
  rowdy: { settings: { rows: 12, columns: 14 }, turn: 120 },
  savor: { turn: 120 },
};

/** Make a private match against bots, sit down, start it and go there. */
export async function playNow(game: GameId): Promise<void> {
  await myself.known();
  const made = await api.make({ game, public: false, ...QUICK[game] });
  await take(made, null);
  await api.start(made.id, BOT);
  router.go(`/m/${made.id}`);
}

/** Make a match as wished, and go there to wait for people; or start it with bots in the empty seats. */
export async function host(wish: Partial<Wish> & { game: string }, startsNow: boolean): Promise<void> {
  await myself.known();
  const made = await api.make(wish);
  await take(made, null);
  if (startsNow) await api.start(made.id, BOT);
  router.go(`/m/${made.id}`);
}

/** Take a seat of a match, and remember its secret. */
export async function take(made: Made, seat: number | null): Promise<void> {
  await myself.known();
  if (made.code) keepCode(made.id, made.code);
  holdSeat(made.id, await api.join(made.id, seat, made.code));
}

/** Go on to the rematch: sit down again, and start it at once if all others are bots and you are the host. */
export async function playAgain(match: LiveMatch, code: string | null): Promise<void> {
  const made = await api.rematch(match.id, code);
  const next = await api.match(made.id, made.code ?? code);
  const hasBots = match.seats.some((seat) => seat.bot);
  const people = match.seats.filter((seat) => seat.name && !seat.bot).length;
  if (next.match.status === "open") await sitAgain({ id: made.id, code: made.code ?? code }, match.seat);
  if (next.host && hasBots && people <= 1) await api.start(made.id, BOT);
  router.go(`/m/${made.id}`);
}

/** Take the seat one had, or any if somebody else was faster. */
async function sitAgain(made: Made, seat: number | null): Promise<void> {
  try {
    await take(made, seat);
  } catch (error) {
    if (!(error instanceof Problem && error.name === "seat_taken") || seat === null) throw error;
    await take(made, null);
  }
}
