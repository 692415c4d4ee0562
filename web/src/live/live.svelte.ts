// A live match: the connection that heals itself, what has been seen, and what this seat does.

import { apply } from "../server/changes";
import type { Entry, FromClient, FromServer, Outcome, Seat, Welcome } from "../server/messages";
import { toMove, type GameEvent, type GameId, type Setup, type View } from "../server/views";
import { Actor, type Refusal } from "./actor";
import { heldSeat, holdSeat, knownCode, type Held } from "./seats";
import { isDull } from "./words";

export type Link = "connecting" | "live" | "lost" | "closed";

export interface Line {
  number: number;
  seat: number | null;
  kind: string;
  events: GameEvent[];
  says: string[];
  reason: string | null;
}

const FIRST_RETRY = 250;
const LAST_RETRY = 5000;
const PING = 8000; // milliseconds between pings
const DEAD = 20_000; // of silence, after which a connection is given up
const SHOWN_EVERY = 40; // milliseconds between updates of what is not the board
const MOST_LINES = 400;

export type Watcher = (entries: Entry[], view: View) => void;

export class LiveMatch {
  link = $state<Link>("connecting");
  status = $state("open");
  seat = $state<number | null>(null);
  seats = $state.raw<Seat[]>([]);
  view = $state.raw<View | null>(null); // as of the last update of the panels
  lines = $state.raw<Line[]>([]);
  due = $state<number | null>(null);
  outcome = $state<Outcome | null>(null);
  rematch = $state<string | null>(null);
  watching = $state(0);
  farewell = $state<{ reason: string; detail: string } | null>(null);
  refusal = $state.raw<(Refusal & { at: number }) | null>(null);
  pending = $state<string | null>(null);
  hasLeft = $state(false); // this seat has given up, or had to
  game = $state<GameId | null>(null);
  shown = $state(0); // the number of the last entry that the panels show

  setup: Setup = {};
  now: View | null = null; // as of the last entry; the board draws this
  number: number | null = null;
  pace = 0;
  offset = 0; // of the server's clock

  private socket: WebSocket | null = null;
  private held: Held | null;
  private retry = FIRST_RETRY;
  private timers: Record<string, ReturnType<typeof setTimeout>> = {};
  private heard = 0;
  private restores = 0; // how often the server's data had been restored when `number` was seen
  private watchers = new Set<Watcher>();
  private fresh: Line[] = [];
  private actor: Actor;

  constructor(
    readonly id: string,
    private readonly code: string | null = knownCode(id),
  ) {
    this.held = heldSeat(id);
    this.actor = this.makeActor(1);
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Be told of every entry at once. Returns how to stop that. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Take a seat of the match, with its secret. */
  sit(held: Held): void {
    holdSeat(this.id, held);
    this.held = held;
    this.reconnect();
  }

  /** Get up from the seat. */
  stand(): void {
    holdSeat(this.id, null);
    this.held = null;
    this.reconnect();
  }

  act(action: string): void {
    this.refusal = null;
    this.actor.press(action);
    this.pending = this.actor.waiting;
  }

  resign(): void {
    this.send({ type: "resign", id: `resign-${this.id.slice(0, 20)}` });
  }

  close(): void {
    this.link = "closed";
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.actor.stop();
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.drop();
  }

  private makeActor(most: number): Actor {
    return new Actor(
      (action, id) => this.send({ type: "act", action, id }),
      (refusal) => (this.refusal = { ...refusal, at: performance.now() }),
      most,
    );
  }

  // The connection.

  private connect(): void {
    clearTimeout(this.timers.retry);
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws/${this.id}`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      const hello: FromClient = { type: "hello", last: this.number, restores: this.restores };
      if (this.held) Object.assign(hello, { seat: this.held.seat, token: this.held.token });
      else if (this.code) hello.code = this.code;
      this.send(hello);
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      this.hear(JSON.parse(message.data as string) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    this.timers.ping = setTimeout(() => this.ping(), PING);
  }

  private ping(): void {
    clearTimeout(this.timers.ping);
    if (Date.now() - this.heard > DEAD) this.lost();
    else {
      this.send({ type: "ping", sent: Date.now() });
      this.timers.ping = setTimeout(() => this.ping(), PING);
    }
  }

  private send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private drop(): void {
    clearTimeout(this.timers.ping);
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  }

  private lost(): void {
    this.drop();
    if (this.link === "closed") return;
    this.link = "lost";
    this.timers.retry = setTimeout(() => this.connect(), this.retry * (0.75 + Math.random() / 2));
    this.retry = Math.min(LAST_RETRY, this.retry * 2);
  }

  private reconnect(): void {
    this.drop();
    this.link = "connecting";
    this.connect();
  }

  /** The network is back, or somebody looks again: do not wait for the next try. */
  private hurry = (): void => {
    if (this.link === "lost" && !document.hidden) {
      this.retry = FIRST_RETRY;
      this.connect();
    } else if (this.link === "live") this.ping();
  };

  // What is heard.

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        return this.welcomed(message);
      case "entries":
        return this.entered(message.entries);
      case "accepted":
        this.actor.accepted(message.id);
        this.pending = this.actor.waiting;
        return;
      case "refused":
        this.actor.refusedWith(message.id, message.reason, message.wait);
        if (message.reason === "left") this.left();
        this.pending = this.actor.waiting;
        return;
      case "present":
        this.status = message.status;
        this.seats = message.seats;
        this.watching = message.watching ?? 0;
        return;
      case "rematch":
        this.rematch = message.match;
        return;
      case "bye":
        return this.dismissed(message.reason, message.detail, message.reconnect ?? false);
    }
  }

  private welcomed(welcome: Welcome): void {
    const isFirst = this.game === null;
    this.game = welcome.game as GameId;
    this.restores = welcome.restores ?? 0;
    if (isFirst) this.actor = this.makeActor(this.game === "rowdy" ? 3 : 1);
    this.status = welcome.status;
    this.setup = welcome.setup;
    this.seats = welcome.seats;
    this.pace = welcome.pace;
    this.seat = welcome.seat ?? null;
    this.hasLeft = this.seat !== null && (this.held?.hasLeft ?? false);
    this.due = welcome.due ?? null;
    this.outcome = welcome.outcome ?? null;
    this.offset = welcome.now - Date.now();
    this.number = welcome.number;
    this.farewell = null;
    if (welcome.view) this.now = welcome.view as unknown as View;
    this.link = "live";
    this.retry = FIRST_RETRY;
    this.show();
    for (const watcher of this.watchers) watcher([], this.now!);
    this.actor.again();
  }

  private entered(entries: Entry[]): void {
    if (!this.now) return;
    for (const entry of entries) {
      if (this.number !== null && entry.number <= this.number) continue;
      this.now = apply(this.now, entry.changes ?? []);
      this.number = entry.number;
      this.actor.accepted(entry.id);
      const line = lineOf(entry);
      if (tellsMore(this.game!, line)) this.fresh.push(line);
      this.due = entry.due ?? null;
      if (entry.seat === this.seat && (entry.kind === "resign" || entry.kind === "forfeit")) this.left();
      if (entry.outcome) this.ended(entry.outcome);
    }
    const mover = toMove(this.now);
    if (mover !== null && mover !== this.seat) this.actor.clear();
    this.pending = this.actor.waiting;
    for (const watcher of this.watchers) watcher(entries, this.now);
    this.timers.show ??= setTimeout(() => this.show(), SHOWN_EVERY);
  }

  /** This seat has given up; a reload does not forget it. */
  private left(): void {
    this.hasLeft = true;
    if (!this.held) return;
    this.held = { ...this.held, hasLeft: true };
    holdSeat(this.id, this.held);
  }

  private ended(outcome: Outcome): void {
    this.outcome = outcome;
    this.status = "over";
    this.actor.stop();
  }

  /** Bring the panels up to date; the board is already. */
  private show(): void {
    clearTimeout(this.timers.show);
    delete this.timers.show;
    this.view = this.now ? { ...this.now } : null;
    this.shown = this.number ?? 0;
    if (this.fresh.length) this.lines = [...this.lines, ...this.fresh].slice(-MOST_LINES);
    this.fresh = [];
  }

  private dismissed(reason: string, detail: string, comeBack: boolean): void {
    if (comeBack) return this.lost();
    this.drop();
    if (this.held && (reason === "forbidden" || reason === "replaced")) {
      this.stand();
      this.farewell = { reason, detail };
      return;
    }
    this.link = "closed";
    this.farewell = { reason, detail };
  }
}

/** Whether a line is more than the board shows: only such are kept, so that a crowd's steps do not push them out. */
export const tellsMore = (game: string, line: Line): boolean =>
  line.kind !== "act" || line.events.some(({ event }) => !isDull(game, event));

export function lineOf(entry: Entry): Line {
  return {
    number: entry.number,
    seat: entry.seat ?? null,
    kind: entry.kind,
    events: (entry.events ?? []) as unknown as GameEvent[],
    says: entry.says ?? [],
    reason: entry.reason ?? null,
  };
}
