// What people are told: refusals, who is who, times.

import type { BoardSize } from "../server/rest";
import { familyOf, type CtfView, type RowdyView, type View } from "../server/views";

const ANYWHERE: Record<string, string> = {
  match_over: "The match is over.",
  not_running: "The match is not running.",
  left: "You have left this match.",
  not_seated: "You are watching; only players can act.",
  unknown_action: "This game has no such action.",
  unavailable: "The server is busy keeping things safe. Trying again …",
  busy: "The server has too much to do. Trying again …",
  too_late: "The match has gone on since.",
  not_your_turn: "It is not your turn.",
  off_board: "That is off the board.",
  wall: "There is a wall.",
};

const BY_GAME: Record<string, Record<string, string>> = {
  hammer: {
    jailed: "You are in jail. You can only walk about inside it until a teammate reaches you.",
    wall: "There is a wall. A hammer would break it.",
    not_holding: "You are not holding that.",
  },
  shovel: {
    jailed: "You are in jail until a teammate bails you out.",
    wall: "There is a wall. With a shovel you could dig.",
    occupied: "A teammate is in the way.",
    safe: "He is safe on his home.",
    jailed_target: "He is in jail already.",
    hands_full: "A shovel lies there, and your hands are full.",
    no_shovel: "You have no shovel to dig with.",
    not_wall: "There is no wall to dig through.",
  },
  classic: {
    jailed: "You are in jail until a teammate frees you.",
    occupied: "A teammate is in the way.",
    jailed_target: "He is in jail already.",
    not_capturable: "He is on his own ground and carries no flag: you cannot capture him.",
    no_flag: "Their flag is not in your cell.",
  },
  rowdy: {
    occupied: "The other racer is there.",
    trail: "A light trail blocks that square.",
    chain: "You cannot cut through a light trail.",
    nothing_here: "There is no grenade here to pick up.",
    inventory_full: "You carry six grenades already.",
    nothing_held: "You have no grenade.",
    grenade_here: "There is a grenade on this square already.",
    must_move: "You may not end your turn on the square you started it on. Move first.",
  },
  savor: {},
};

/** Why an action was refused, as a sentence. */
export const refusalWords = (game: string, reason: string): string =>
  BY_GAME[game]?.[reason] ?? ANYWHERE[reason] ?? `That is not possible (${reason.replaceAll("_", " ")}).`;

/** Whose turn it is, or how you stand, in a few words. */
export function whoseTurn(
  game: string,
  status: string,
  view: View,
  you: number | null,
  mover: number | null,
  names: readonly (string | null | undefined)[],
): string {
  if (status === "open") return "Not begun yet";
  if (status === "over") return "The match is over";
  if (mover === null) return you === null ? "You are watching" : standing(view as CtfView, you);
  const name = names[mover] ?? "Somebody";
  if (familyOf(game) === "rowdy") {
    const left = (view as RowdyView).actions_left;
    return mover === you ? `Your turn: ${count(left, "action")} left` : `${name} is moving`;
  }
  const letter = seatWords(game, mover);
  return mover === you ? `Your turn, ${letter}` : `${letter} is throwing: ${name}`;
}

function standing(view: CtfView, you: number): string {
  const player = view.players[you];
  if (player?.jailed) return "You are in jail";
  if (player?.flag != null) return "You carry the flag: bring it home";
  return `You are in team ${(you % 2) + 1}, ${you % 2 ? "orange" : "blue"}`;
}

/** What people call a player when they do not know his name. */
export function seatWords(game: string, seat: number): string {
  if (familyOf(game) === "savor") return "ABC"[seat] ?? String(seat + 1);
  return String(familyOf(game) === "ctf" ? Math.floor(seat / 2) + 1 : seat + 1);
}

/** The number of the side that the server calls "team 1", "player 2" or "A". */
export function sideNumber(winner: string): number {
  const number = winner.match(/\d+/);
  return number ? Number(number[0]) - 1 : "ABC".indexOf(winner);
}

/** Who won, in words. */
export function winnerWords(
  game: string,
  winner: string | null,
  names: readonly (string | null | undefined)[],
): string {
  if (winner === null) return "Nobody won";
  const side = sideNumber(winner);
  return familyOf(game) === "ctf" ? `Team ${side + 1} won` : `${names[side] ?? winner} won`;
}

/** A sentence of the server with names in place of "player 1 of team 2". Those of Maze to Savor stay as they are. */
export function withNames(game: string, sentence: string, names: readonly (string | null | undefined)[]): string {
  if (familyOf(game) === "savor") return sentence;
  const pattern = familyOf(game) === "ctf" ? /player (\d+) of team ([12])/gi : /player ([12])/gi;
  return sentence.replace(pattern, (words: string, number: string, team?: string) => {
    const seat = familyOf(game) === "ctf" ? (Number(number) - 1) * 2 + Number(team) - 1 : Number(number) - 1;
    return names[seat] ?? words;
  });
}

/** A sentence without what the board shows better: cells as "(3, 4)", and which of the hammers or shovels it was. */
export const withoutPlaces = (sentence: string): string =>
  sentence.replace(/,? (?:at|to|which lies at) \(\d+, \d+\)/g, "").replace(/\b(hammer|shovel) \d+/gi, "$1");

/** Whether an event is one of too many to tell; the board shows them. */
export const isDull = (game: string, event: string): boolean =>
  event === "turn_ended" || event === "power_failed" || (event === "moved" && familyOf(game) === "ctf");

/** 75_000 as 1:15; under ten seconds with a tenth. */
export function clockWords(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A board in a list. */
export const boardLabel = ({ name, rows, columns, most_seats: most }: BoardSize): string =>
  `${name[0]!.toUpperCase()}${name.slice(1)}, ${rows} × ${columns}, up to ${most} a team`;

/** How long ago something was, in words. */
export function agoWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
