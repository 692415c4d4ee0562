// The rules of each game for people who want to play, with pictures by the boards' own renderer.
// The rulebooks have the last word; this is what one needs at the table.

import { ctf, rowdy, savor, type Sample } from "./board/samples";
import type { GameId } from "./server/views";

export interface CellPicture {
  sample: Sample;
  caption: string;
  part?: { cell: number[]; across: number; down: number }; // what is shown of it, around a cell
}

export interface Chapter {
  title: string;
  text: string[];
  pictures?: CellPicture[];
}

/** Squares of Rowdy Racers in the middle of a grid, counted from its middle. */
function squares(
  across: number,
  down: number,
  more: Parameters<typeof rowdy>[2],
): Pick<CellPicture, "sample" | "part"> {
  const [row, column] = [10 - Math.floor(down / 2), 10 - Math.floor(across / 2)];
  const here = <T extends (number | string)[]>([r, c, ...rest]: T) =>
    [row + Number(r), column + Number(c), ...rest] as T;
  const moved = {
    walls: (more?.walls ?? []).map(here),
    grenades: (more?.grenades ?? []).map(here),
    dark: (more?.dark ?? []).map(here),
    players: (more?.players ?? []).map((player) => ({
      ...player,
      at: here(player.at),
      trail: player.trail.map((square) => square && here(square)),
    })),
  };
  return {
    sample: rowdy(20, 20, moved),
    part: { cell: [row + (down - 1) / 2, column + (across - 1) / 2], across, down },
  };
}

const GROUND: CellPicture[] = [
  { sample: ctf(["    ", "    "]), caption: "Ground: blue is team 1's half, orange team 2's" },
  { sample: ctf(["  # ", " ## "]), caption: "Walls" },
  { sample: ctf(["hh", "hf"], { flags: [[1, 1], null] }), caption: "A home, with its flag" },
  { sample: ctf(["  JJ", "  JJ"], { players: [[[0, 2], { jailed: true }]] }), caption: "A jail, and somebody in it" },
];
const PLAYERS: CellPicture[] = [
  { sample: ctf(["    "], { players: [[[0, 0]], [[0, 2]]] }), caption: "Players: circles are team 1, squares team 2" },
  { sample: ctf(["    "], { players: [[[0, 1], { flag: 1 }]] }), caption: "A player who carries a flag" },
];

const CTF_WHY = "Everybody moves at the same time: there are no turns. Your match says how fast a player can act.";

export const RULES: Record<GameId, Chapter[]> = {
  classic: [
    {
      title: "What you are after",
      text: [
        "Take the other team's flag and bring it home. You win the moment your whole team stands on its home cells, one of you holding their flag, while your own flag lies on its own cell.",
        CTF_WHY,
      ],
      pictures: GROUND,
    },
    {
      title: "Moving and taking the flag",
      text: [
        "Go north, east, south or west; one player to a cell. The flag is not taken by stepping onto it: stand in its cell and press F.",
      ],
      pictures: PLAYERS,
    },
    {
      title: "Catching each other",
      text: [
        "Walk into an opponent who is in your half, or who carries a flag wherever he is, and he goes to your jail. His flag goes back to its cell. In his own half, without a flag, he cannot be caught.",
        "To free a teammate, walk into him; he is placed at home. Enter the opponents' jail and all your jailed teammates are free.",
      ],
    },
  ],
  hammer: [
    {
      title: "What you are after",
      text: [
        "Bring the other team's flag to your home and drop it there, with your whole team at home and your own flag there too.",
        CTF_WHY,
      ],
      pictures: GROUND,
    },
    {
      title: "Hammers",
      text: [
        "Walk over a hammer and it is yours. Walk into a wall with it and the wall is gone; even the walls around the board. A hammer breaks ten walls, then it is spent. What it can still do is shown in the list of players.",
        "Several players may share a cell. You can hold one flag and one hammer. F drops the flag, G the hammer.",
      ],
      pictures: [
        { sample: ctf(["  s "], { tools: [[[0, 2]]] }), caption: "A hammer that lies there" },
        {
          sample: ctf(["  ##"], { players: [[[0, 1], { tool: 0 }]], tools: [[[0, 1], 0, 4]] }),
          caption: "A player with a hammer",
        },
        { sample: ctf(["    "], { players: [[[0, 1]], [[0, 2]], [[0, 1]]] }), caption: "Two in one cell" },
      ],
    },
    {
      title: "Catching each other",
      text: [
        "When opponents meet in a cell, whoever is in foreign territory is caught and jailed. He drops the flag where he was caught and keeps his hammer.",
        "Step into the opponents' jail to free everybody of your team; they are placed at home. Flags are picked up by walking over them, your own too.",
      ],
    },
  ],
  shovel: [
    {
      title: "What you are after",
      text: [
        "Bring the other team's flag home: you win when your whole team stands on its home cells, one of you holding their flag, and yours lies on its own cell.",
        CTF_WHY,
      ],
      pictures: GROUND,
    },
    {
      title: "Shovels",
      text: [
        "A shovel digs through any wall next to you, as often as you like: hold Shift and press a direction, or click the wall. Your hands hold one thing: take the flag and the shovel goes back to where it came from.",
      ],
      pictures: [
        { sample: ctf(["  s "], { tools: [[[0, 2]]] }), caption: "A shovel on its own cell" },
        {
          sample: ctf([" ##"], { players: [[[0, 0], { tool: 0 }]], tools: [[[0, 0], 0, null]] }),
          caption: "A player with a shovel",
        },
      ],
    },
    {
      title: "Tagging",
      text: [
        "Walk into an opponent anywhere, and he goes to your jail; only on his own home is he safe. What he carried goes back.",
        "Enter the opponents' jail, or walk into a teammate in it, and all your jailed teammates may move again. They stay where they are, so get them out.",
      ],
    },
  ],
  rowdy: [
    {
      title: "What you are after",
      text: [
        "Reach the square where your opponent started: the chequered corner in your colour. Or leave him without a legal move when he is to act: then he is trapped and loses.",
        "You take turns of three actions each: move, pick up a grenade, place one, or end the turn. You may not end it on the square where you began it.",
      ],
      pictures: [
        {
          sample: rowdy(3, 4),
          caption: "Player 1's start, and his finish in the far corner",
          part: { cell: [1, 1.5], across: 4, down: 3 },
        },
        {
          ...squares(4, 3, {
            walls: [
              [1, 0],
              [1, 1],
              [1, 2],
            ],
          }),
          caption: "A wall",
        },
      ],
    },
    {
      title: "Light trails",
      text: [
        "Every player drags a chain of light over the last three squares he left. Nobody can enter it, nor cut diagonally between two of its links, the first of which is the player himself. Behind the tail is a way.",
      ],
      pictures: [
        {
          ...squares(5, 4, {
            players: [
              {
                at: [0, 3],
                trail: [
                  [1, 2],
                  [2, 1],
                  [3, 1],
                ],
                debt: 0,
                grenades: 0,
              },
            ],
          }),
          caption: "A player and his trail",
        },
      ],
    },
    {
      title: "Light grenades",
      text: [
        "Pick up grenades that lie about: F; you carry up to six. Place one with G. It becomes active when you leave the square, and then nobody sees it any more, you neither. Whoever steps on it loses his next three actions, or four on a square without power.",
      ],
      pictures: [
        { ...squares(3, 1, { grenades: [[0, 1, "lying"]] }), caption: "Lies there" },
        { ...squares(3, 1, { grenades: [[0, 1, "placed"]] }), caption: "Placed, not active yet" },
        { ...squares(3, 1, { grenades: [[0, 1, "wreck"]] }), caption: "Has exploded" },
      ],
    },
    {
      title: "Power failures",
      text: [
        "At the start of every turn each square fails with a small chance, and takes its neighbours with it, for three turns; the dots count them. Step into the dark and your turn is over. Start your turn in the dark and you have two actions.",
      ],
      pictures: [
        {
          ...squares(5, 3, {
            dark: [
              [0, 0, 3],
              [0, 1, 3],
              [1, 0, 3],
              [1, 1, 3],
              [2, 0, 3],
              [2, 1, 3],
              [0, 3, 1],
              [1, 3, 1],
              [2, 3, 1],
              [0, 4, 1],
              [1, 4, 1],
              [2, 4, 1],
            ],
          }),
          caption: "No power for three turns, and for one",
        },
      ],
    },
  ],
  savor: [
    {
      title: "What you are after",
      text: [
        "Three players, three floors, one red flag. Be the first to reach it. All you do is throw the dice; the maze does the rest.",
        "A 6 brings you from the starting area into the maze. Then the movement die says how far you walk, straight on. Every fourth throw the direction die is thrown too: it may turn you.",
        "If anything is in the way, you do not move at all, and that costs two movement points.",
      ],
      pictures: [
        {
          sample: savor(),
          caption: "Player A heads north; the pole ends in the starting area",
          part: { cell: [0, 4, 12], across: 7, down: 5 },
        },
        { sample: savor(), caption: "The flag", part: { cell: [2, 2, 14], across: 5, down: 5 } },
      ],
    },
    {
      title: "Stairs and poles",
      text: [
        "Come to stairs or a pole, even in mid-walk, and you take them, and walk on from where they end. Poles only lead down. Both ends of stairs have the same number, and an arrow says where they lead; point at one to see the other. Every five rounds the stairs change: each is then one-way, up or down. A light end cannot be entered now.",
        "Who is caught in a loop, or falls into the starting area, starts again and needs a 6.",
      ],
      pictures: [
        { sample: savor(), caption: "The lower end of stairs", part: { cell: [0, 4, 18], across: 5, down: 3 } },
        { sample: savor(), caption: "The top of a pole", part: { cell: [2, 8, 14], across: 5, down: 3 } },
      ],
    },
    {
      title: "Movement points",
      text: [
        "You start with 100. Cells cost up to 4, give up to 5, or multiply what you have. End on a cell with another player and he goes back to the start.",
      ],
      pictures: [
        { sample: savor(), caption: "Costs, gifts and factors", part: { cell: [0, 1, 3], across: 7, down: 3 } },
      ],
    },
    {
      title: "Bawana's kitchen",
      text: [
        "At zero points you are taken to Bawana and put on one of twelve cells. Food poisoning (☠) costs you three turns. Disoriented (?) means four throws in random directions; triggered (!) means you walk twice the die. Happy (☺) gives 200 points, and the other cells give what they say. Then you stand at the entrance, heading north.",
      ],
      pictures: [
        {
          sample: savor(),
          caption: "The kitchen, and its entrance beside it",
          part: { cell: [0, 7.5, 20.5], across: 8, down: 4 },
        },
      ],
    },
  ],
};
