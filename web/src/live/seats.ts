// The secrets of the seats that this browser holds, so that a reload keeps them, and the codes of private matches.

export interface Held {
  seat: number;
  token: string;
  hasLeft?: boolean; // it has given up: it only watches
}

const KEY = "flagstone.seats";
const CODES = "flagstone.codes";
const MOST = 100;

function read<T>(key: string): Record<string, T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, T>;
  } catch {
    return {};
  }
}

function write<T>(key: string, all: Record<string, T>): void {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
  } catch {
    // Without storage a reload loses the seat; playing goes on.
  }
}

export const heldSeat = (match: string): Held | null => read<Held>(KEY)[match] ?? null;

export function holdSeat(match: string, held: Held | null): void {
  const { [match]: _, ...rest } = read<Held>(KEY);
  write(KEY, held ? { ...rest, [match]: held } : rest);
}

export const knownCode = (match: string): string | null => read<string>(CODES)[match] ?? null;

export function keepCode(match: string, code: string): void {
  write(CODES, { ...read<string>(CODES), [match]: code });
}
