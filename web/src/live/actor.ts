// Sends the actions of one seat, one at a time: what is pressed before an answer has come waits its turn.

export interface Refusal {
  action: string;
  reason: string;
}

interface Sent {
  action: string;
  id: string;
}

const AGAIN = 1000; // milliseconds until an action is tried again that the server could not take

const newId = () => Math.random().toString(36).slice(2, 10) + Date.now().toString(36);

export class Actor {
  private sent: Sent | null = null;
  private next: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `send` hands an action to the connection, and says whether it could; `refused` is told what the person should
   * know. As many actions as `most` wait: one where all act at once, so that the last press counts, else a turn's.
   */
  constructor(
    private readonly send: (action: string, id: string) => boolean,
    private readonly refused: (refusal: Refusal) => void,
    private readonly most = 1,
  ) {}

  /** The action that is on its way. */
  get waiting(): string | null {
    return this.sent?.action ?? null;
  }

  press(action: string): void {
    if (this.sent) {
      this.next = [...this.next, action].slice(-this.most);
      return;
    }
    this.sent = { action, id: newId() };
    this.send(action, this.sent.id);
  }

  /** An entry or an acceptance has come with this id. */
  accepted(id: string | null | undefined): boolean {
    if (!this.sent || id !== this.sent.id) return false;
    this.done();
    return true;
  }

  /** The action was not carried out; it is tried again if only the moment was wrong. */
  refusedWith(id: string, reason: string, wait?: number | null): void {
    if (!this.sent || id !== this.sent.id) return;
    if (reason === "too_fast" || reason === "unavailable" || reason === "busy") {
      if (reason !== "too_fast") this.refused({ action: this.sent.action, reason });
      this.timer = setTimeout(() => this.again(), reason === "too_fast" ? (wait ?? 0) + 1 : AGAIN);
      return;
    }
    const { action } = this.sent;
    this.next = [];
    this.done();
    this.refused({ action, reason });
  }

  /** Send what has had no answer once more, with its id, so that it counts once: the connection is a new one. */
  again(): void {
    clearTimeout(this.timer);
    if (this.sent) this.send(this.sent.action, this.sent.id);
  }

  /** Forget what waits: somebody else is to move. */
  clear(): void {
    this.next = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.next = [];
    this.sent = null;
  }

  private done(): void {
    clearTimeout(this.timer);
    this.sent = null;
    const action = this.next.shift();
    if (action !== undefined) this.press(action);
  }
}
