// Which key does what in which game, and where on the keyboard's plan an action is shown.

import type { GameId } from "../server/views";

export interface ActionKey {
  action: string;
  label: string;
  hint: string;
  keys: string[]; // as KeyboardEvent.code
  shown: string;
}

const STRAIGHT: Record<string, string> = {
  ArrowUp: "N",
  ArrowRight: "E",
  ArrowDown: "S",
  ArrowLeft: "W",
  KeyW: "N",
  KeyD: "E",
  KeyS: "S",
  KeyA: "W",
  Numpad8: "N",
  Numpad6: "E",
  Numpad2: "S",
  Numpad4: "W",
};

const DIAGONAL: Record<string, string> = {
  KeyQ: "NW",
  KeyE: "NE",
  KeyZ: "SW",
  KeyC: "SE",
  KeyX: "S",
  Numpad7: "NW",
  Numpad9: "NE",
  Numpad1: "SW",
  Numpad3: "SE",
};

/** The actions of a game that are no moves, as buttons and keys. */
export const ACTIONS: Record<GameId, ActionKey[]> = {
  classic: [
    { action: "get flag", label: "Take flag", hint: "when you stand on it", keys: ["KeyF", "Space"], shown: "F" },
  ],
  hammer: [
    { action: "drop flag", label: "Drop flag", hint: "on your own home, to win", keys: ["KeyF", "Space"], shown: "F" },
    { action: "drop hammer", label: "Drop hammer", hint: "for a teammate", keys: ["KeyG"], shown: "G" },
  ],
  shovel: [],
  rowdy: [
    { action: "pick up", label: "Pick up", hint: "the grenade you stand on", keys: ["KeyF"], shown: "F" },
    { action: "use", label: "Place grenade", hint: "it arms when you leave", keys: ["KeyG"], shown: "G" },
    { action: "end turn", label: "End turn", hint: "the actions left pass", keys: ["Enter", "Space"], shown: "Enter" },
  ],
  savor: [{ action: "throw", label: "Throw the dice", hint: "", keys: ["Space", "Enter", "KeyT"], shown: "Space" }],
};

/** The action that a key means, or null. In Shovel CTF a direction with Shift digs. */
export function actionOf(game: GameId, code: string, shift = false): string | null {
  const own = ACTIONS[game].find((action) => action.keys.includes(code));
  if (own) return own.action;
  if (game === "savor") return null;
  const direction = (game === "rowdy" ? DIAGONAL[code] : undefined) ?? STRAIGHT[code];
  if (!direction) return null;
  return game === "shovel" && shift ? `dig ${direction}` : direction;
}

/** Whether holding the key down goes on and on: moving does where there are no turns. */
export const repeats = (game: GameId, action: string): boolean =>
  game !== "rowdy" && game !== "savor" && /^[NESW]$/.test(action);

const BY_STEP: Record<string, string> = {
  "-1,0": "N",
  "-1,1": "NE",
  "0,1": "E",
  "1,1": "SE",
  "1,0": "S",
  "1,-1": "SW",
  "0,-1": "W",
  "-1,-1": "NW",
};

/** The direction from one cell to its neighbour, or null if it is none. */
export function directionTo(from: readonly number[], to: readonly number[], diagonals: boolean): string | null {
  const direction = BY_STEP[`${to[0]! - from[0]!},${to[1]! - from[1]!}`] ?? null;
  return direction && (diagonals || direction.length === 1) ? direction : null;
}
