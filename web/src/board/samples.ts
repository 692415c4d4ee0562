// Small positions for the cards of the lobby and the pictures of the rules.

import type {
  Cell,
  CtfPlayer,
  CtfThing,
  CtfView,
  RowdyView,
  SavorSetup,
  SavorView,
  Setup,
  View,
} from "../server/views";
import { isBawanaWall, isInBawana, isOnFloor } from "./floors";

export interface Sample {
  view: View;
  setup: Setup;
}

interface CtfMore {
  players?: [Cell, Partial<CtfPlayer>?][];
  flags?: (Cell | null)[];
  tools?: [Cell | null, number?, (number | null)?][];
}

/** A capture-the-flag position on a board as text; its letters f, F and s only mark cells. */
export function ctf(text: string[], more: CtfMore = {}): Sample {
  const players = (more.players ?? []).map(([at, how]) => ({ at, jailed: false, flag: null, tool: null, ...how }));
  const find = (what: string): Cell | null => {
    const row = text.findIndex((line) => line.includes(what));
    return row < 0 ? null : [row, text[row]!.indexOf(what)];
  };
  const carrier = (team: number) => players.findIndex((player) => player.flag === team);
  const flags: CtfThing[] = [0, 1].map((team) => {
    const who = carrier(team);
    return who >= 0
      ? { at: players[who]!.at, carrier: who }
      : { at: more.flags ? (more.flags[team] ?? null) : find("fF"[team]!), carrier: null };
  });
  const tools = (more.tools ?? []).map(([at, who, charges]) => ({ at, carrier: who ?? null, charges: charges ?? 10 }));
  const terrain = text.map((line) => line.replaceAll("f", "h").replaceAll("F", "H").replaceAll("s", " "));
  const view: CtfView = { terrain, players, flags, tools, result: null };
  return { view, setup: { board: text.join("\n") } };
}

/** A position of Rowdy Racers. */
export function rowdy(rows: number, columns: number, more: Partial<RowdyView> = {}): Sample {
  const view: RowdyView = {
    turn: 1,
    to_move: 0,
    actions_left: 3,
    started_at: [0, 0],
    players: [
      { at: [rows - 1, 0], trail: [null, null, null], debt: 0, grenades: 0 },
      { at: [0, columns - 1], trail: [null, null, null], debt: 0, grenades: 0 },
    ],
    grenades: [],
    dark: [],
    walls: [],
    result: null,
    reason: null,
    ...more,
  };
  return { view, setup: { rows, columns } };
}

const SPREAD = ["-1", "+1", "-2", "-0", "+2", "-3", "-1", "+4", "-0", "x2", "-4", "+1", "-2"];

/** A position of Maze to Savor, with values as by chance. */
export function savor(more: Partial<SavorView> = {}, setup: Partial<SavorSetup> = {}): Sample {
  const values: Record<string, string> = {};
  let number = 7;
  for (const floor of [0, 1, 2]) {
    for (let row = 0; row < 10; row++) {
      for (let column = 0; column < 25; column++) {
        if (!isOnFloor(floor, row, column) || isBawanaWall(floor, row, column) || isInBawana(floor, row, column))
          continue;
        number = (number * 16807) % 2147483647;
        values[`[${floor}, ${row}, ${column}]`] = SPREAD[number % SPREAD.length]!;
      }
    }
  }
  const player = { in: "maze", throws: 3, points: 100, effect: null, effect_left: null } as const;
  const view: SavorView = {
    round: 1,
    to_move: 0,
    players: [
      { ...player, at: [0, 3, 12], direction: "N" },
      { ...player, at: [1, 7, 4], direction: "W" },
      { ...player, at: [0, 9, 16], direction: "E", in: "start" },
    ],
    stairs: ["both", "up", "both"],
    values,
    bawana: [
      "happy",
      40,
      "poisoning",
      "triggered",
      "disoriented",
      75,
      "happy",
      20,
      "triggered",
      "poisoning",
      60,
      "disoriented",
    ],
    blocked: [],
    result: null,
    ...more,
  };
  const whole: SavorSetup = {
    stairs: [
      [0, 2, 5, 1, 4, 3],
      [0, 4, 18, 1, 2, 20],
      [1, 8, 10, 2, 4, 11],
    ],
    poles: [
      [0, 2, 8, 14],
      [0, 1, 5, 22],
    ],
    walls: [
      [0, 1, 7, 4, 7],
      [0, 2, 15, 2, 19],
      [1, 3, 18, 6, 18],
      [2, 6, 9, 6, 13],
      [1, 5, 1, 5, 4],
    ],
    flag: [2, 1, 15],
    elements: "full",
    ...setup,
  };
  return { view, setup: whole as unknown as Setup };
}

const YARD = [
  "###################",
  "#     #jj#JJ#     #",
  "# ### #jj JJ# ### #",
  "#hhh#         #HHH#",
  "#hfh  ## # ##  HFH#",
  "#hhh#    s    #HHH#",
  "# ### ## # ## ### #",
  "#   #    #    #   #",
  "###################",
];

/** What each card of the lobby shows. */
export const CARDS: Record<string, Sample> = {
  classic: ctf(YARD, {
    players: [[[3, 12], { flag: 1 }], [[2, 8], { jailed: true }], [[4, 5]], [[3, 15]], [[5, 2]], [[5, 12]]],
  }),
  hammer: ctf(YARD, {
    players: [[[4, 10], { tool: 0 }], [[6, 8]], [[3, 5]], [[1, 7], { jailed: true }]],
    tools: [[[4, 10], 0, 7], [[5, 5]]],
  }),
  shovel: ctf(
    YARD.map((line, row) => (row === 4 ? "#hfh  ## # #   HFH#" : line)),
    {
      players: [[[4, 12], { tool: 0 }], [[2, 13]], [[7, 7]], [[5, 11]]],
      tools: [[[4, 12], 0, null], [[5, 9]]],
    },
  ),
  rowdy: rowdy(9, 19, {
    players: [
      {
        at: [4, 8],
        trail: [
          [5, 7],
          [6, 6],
          [7, 6],
        ],
        debt: 0,
        grenades: 2,
      },
      {
        at: [3, 11],
        trail: [
          [2, 12],
          [2, 13],
          [1, 14],
        ],
        debt: 0,
        grenades: 1,
      },
    ],
    walls: [
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
      [6, 10],
      [6, 11],
      [6, 12],
      [6, 13],
      [2, 8],
      [2, 9],
      [5, 15],
      [4, 15],
      [3, 15],
    ],
    grenades: [
      [7, 2, "lying"],
      [5, 10, "lying"],
      [1, 16, "lying"],
      [7, 15, "wreck"],
      [3, 6, "placed"],
    ],
    dark: [
      [0, 0, 3],
      [0, 1, 3],
      [1, 0, 3],
      [1, 1, 3],
      [0, 2, 3],
      [1, 2, 3],
      [6, 16, 2],
      [6, 17, 2],
      [7, 16, 2],
      [7, 17, 2],
      [8, 16, 2],
      [8, 17, 2],
      [6, 18, 2],
      [7, 18, 2],
      [8, 18, 2],
      [4, 10, 1],
      [4, 11, 1],
      [4, 12, 1],
      [5, 11, 1],
      [5, 12, 1],
    ],
  }),
  savor: savor(
    {
      players: [
        { at: [0, 4, 10], in: "maze", direction: "E", throws: 3, points: 100, effect: null, effect_left: null },
        { at: [0, 1, 17], in: "maze", direction: "W", throws: 5, points: 84, effect: null, effect_left: null },
        { at: [0, 9, 16], in: "start", direction: "E", throws: 0, points: 100, effect: null, effect_left: null },
      ],
    },
    {
      stairs: [
        [0, 2, 9, 1, 8, 6],
        [0, 4, 19, 1, 2, 20],
        [0, 1, 13, 2, 4, 11],
      ],
      walls: [
        [0, 1, 7, 4, 7],
        [0, 5, 12, 5, 15],
        [1, 3, 18, 6, 18],
        [2, 6, 9, 6, 13],
      ],
      poles: [[0, 1, 3, 21]],
      flag: [0, 3, 15],
    },
  ),
};
