// What is worth doing next, in a sentence, for people who do not know the game yet; and which of the action buttons
// stands out. Both only look at what is shown: what is allowed, the server judges.

import type { Cell, CtfView, RowdyView, SavorPlayer, SavorView, View } from "../server/views";
import { familyOf } from "../server/views";
import { count } from "./words";

const COLOURS = ["blue", "orange"];
const HEADINGS = { N: "north", E: "east", S: "south", W: "west" };

const isSame = (one: readonly unknown[] | null, other: readonly unknown[]): boolean =>
  one !== null && one[0] === other[0] && one[1] === other[1];

/** A tip for a seat. */
export function tipFor(game: string, view: View, you: number): string {
  const family = familyOf(game);
  if (family === "rowdy") return rowdyTip(view as RowdyView, you);
  if (family === "savor") return savorTip(view as SavorView, you);
  return ctfTip(game, view as CtfView, you);
}

function ctfTip(game: string, view: CtfView, you: number): string {
  const player = view.players[you]!;
  const theirs = `the ${COLOURS[1 - (you % 2)]} flag`;
  if (player.jailed) {
    if (game === "hammer") return "You can walk about inside until a teammate steps in.";
    return "A teammate frees you: he walks into you, or into the jail.";
  }
  if (player.flag !== null) {
    if (!isAtHome(view, you)) return "You win when all of your team and your own flag are at home too.";
    return game === "hammer"
      ? "Drop it here, with all of your team at home, to win."
      : "Now all of your team has to be at home, and your own flag too.";
  }
  const tool = player.tool === null ? null : view.tools[player.tool]!;
  if (tool && game === "hammer") return `Walk into a wall to break it: ${count(tool.charges ?? 0, "blow")} left.`;
  if (tool) return "Click a wall beside you to dig it away. To take a flag, you let go of the shovel.";
  if (game === "classic" && isOnTheirFlag(view, you)) return "You stand on it: take it.";
  const lies = view.tools.some(({ carrier }) => carrier === null);
  return lies && game !== "classic"
    ? `Fetch ${theirs}. A ${game} on the way helps.`
    : `Fetch ${theirs}, and bring it home.`;
}

function isAtHome(view: CtfView, you: number): boolean {
  const [row, column] = view.players[you]!.at;
  return view.terrain[row]?.[column] === "hH"[you % 2];
}

function isOnTheirFlag(view: CtfView, you: number): boolean {
  const flag = view.flags[1 - (you % 2)]!;
  return flag.carrier === null && isSame(flag.at, view.players[you]!.at);
}

const isDark = (view: RowdyView, at: Cell): boolean => view.dark.some((square) => isSame(square, at));
const hasGrenade = (view: RowdyView, at: Cell): boolean =>
  view.grenades.some((one) => isSame(one, at) && (one[2] === "lying" || one[2] === "placed"));

function rowdyTip(view: RowdyView, you: number): string {
  const { at, debt, grenades } = view.players[you]!;
  const isYours = view.to_move === you;
  if (debt) return `A grenade still costs you ${count(debt, "action")}.`;
  if (isYours && isDark(view, at) && isSame(view.started_at, at))
    return "Your square has no power: two actions this turn.";
  if (isYours && grenades < 6 && hasGrenade(view, at)) return "A grenade lies here: you can pick it up.";
  return `Reach the ${COLOURS[you]} chequered corner first.`;
}

function savorTip(view: SavorView, you: number): string {
  const player = view.players[you]!;
  if (player.effect === "poisoned") return "Food poisoning: you miss three turns.";
  if (player.in === "start") return "A 6 brings you into the maze.";
  if (player.effect === "disoriented" && player.effect_left) return "You are disoriented: a throw goes anywhere.";
  const far = player.effect === "triggered" ? "twice as far as the die says" : "as far as the die says";
  const turns = hasDirectionDie(player) ? "; the direction die may turn you first" : "";
  return `You walk ${HEADINGS[player.direction]}, ${far}${turns}.`;
}

/** M12. Whether a player's next throw has the direction die too. */
export const hasDirectionDie = ({ throws, effect, effect_left: left }: SavorPlayer): boolean =>
  throws % 4 === 3 && effect !== "poisoned" && !(effect === "disoriented" && left);

/** Whether this is the moment for an action that is no move. */
export function isTimely(action: string, view: View, you: number): boolean {
  if (action === "throw") return true;
  if (action === "get flag") return !(view as CtfView).players[you]!.jailed && isOnTheirFlag(view as CtfView, you);
  if (action === "drop flag") return (view as CtfView).players[you]!.flag !== null && isAtHome(view as CtfView, you);
  if (action !== "pick up") return false;
  const { at, grenades } = (view as RowdyView).players[you]!;
  return grenades < 6 && hasGrenade(view as RowdyView, at);
}
