// What a person's keys and clicks mean in a match. Held down, a move goes on and on where there are no turns.

import type { CtfPlayer, CtfView } from "../server/views";
import { actionOf, directionTo, repeats } from "./keys";
import type { LiveMatch } from "./live.svelte";

const FIRST = 190; // milliseconds until a key that is held down is pressed again
const SOONEST = 60;

export class Hands {
  private held: { code: string; timer: ReturnType<typeof setTimeout> } | null = null;

  /** `isDigging` says whether directions dig. */
  constructor(
    private readonly match: LiveMatch,
    private readonly isDigging: () => boolean,
  ) {}

  /** No key is held down any more. */
  letGo(): void {
    if (this.held) clearTimeout(this.held.timer);
    this.held = null;
  }

  released(event: KeyboardEvent): void {
    if (this.held?.code === event.code) this.letGo();
  }

  pressed(event: KeyboardEvent): void {
    const { match } = this;
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if ((event.code === "Space" || event.code === "Enter") && target.closest("button, a, [role=log]")) return;
    if (!match.game || match.seat === null || match.status !== "running") return;
    const action = actionOf(match.game, event.code, event.shiftKey || this.isDigging());
    if (!action) return;
    event.preventDefault();
    if (event.repeat) return;
    this.letGo();
    match.act(action);
    if (repeats(match.game, action)) this.hold(event.code, action);
  }

  private hold(code: string, action: string): void {
    const { match } = this;
    const again = () => {
      if (!this.held) return;
      if (match.pending === null) match.act(action);
      this.held.timer = setTimeout(again, Math.max(SOONEST, match.pace / 2));
    };
    this.held = { code, timer: setTimeout(again, FIRST) };
  }

  /** A cell of the board has been clicked. */
  picked(cell: readonly number[]): void {
    const { match } = this;
    const { game, now, seat } = match;
    if (!game || game === "savor" || seat === null || !now || match.status !== "running") return;
    const player = now.players[seat]!;
    const direction = directionTo(player.at, cell, game === "rowdy");
    if (!direction) return;
    const isWall = game === "shovel" && (now as CtfView).terrain[cell[0]!]?.[cell[1]!] === "#";
    const digs = this.isDigging() || (isWall && (player as CtfPlayer).tool !== null);
    match.act(game === "shovel" && digs ? `dig ${direction}` : direction);
  }
}
