// Who you are, for the whole page.

import { api, somebody } from "./server/api";
import type { Me } from "./server/rest";

class Myself {
  me = $state<Me | null>(null);
  private asked: Promise<Me> | null = null;

  /** You; whoever the server does not know yet becomes a guest with a name. */
  async known(): Promise<Me> {
    if (this.me) return this.me;
    this.asked ??= somebody();
    try {
      this.me = await this.asked;
    } finally {
      this.asked = null;
    }
    return this.me;
  }

  /** Look whether the server knows you, without becoming anybody. */
  async look(): Promise<void> {
    this.me = await api.me();
  }

  async rename(name: string): Promise<void> {
    this.me = await api.rename(name);
  }
}

export const myself = new Myself();
