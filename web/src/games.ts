// The five games in a few words, for cards and headings.

import type { GameId } from "./server/views";

export interface GameCard {
  id: GameId;
  title: string;
  short: string;
  line: string;
  kind: string;
  seats: string;
}

export const GAMES: GameCard[] = [
  {
    id: "classic",
    title: "Classic CTF",
    short: "Classic",
    line: "Sneak into their half, take the flag, and bring your whole team home with it.",
    kind: "Real time",
    seats: "Two teams",
  },
  {
    id: "hammer",
    title: "Hammer CTF",
    short: "Hammer",
    line: "Find a hammer and make your own way: ten walls are yours to break.",
    kind: "Real time",
    seats: "Two teams",
  },
  {
    id: "shovel",
    title: "Shovel CTF",
    short: "Shovel",
    line: "Dig through walls, tag anyone anywhere. Only your home is safe.",
    kind: "Real time",
    seats: "Two teams",
  },
  {
    id: "rowdy",
    title: "Rowdy Racers",
    short: "Rowdy",
    line: "Race to the far corner past light trails, hidden grenades and squares gone dark.",
    kind: "Three actions a turn",
    seats: "Two racers",
  },
  {
    id: "savor",
    title: "Maze to Savor",
    short: "Savor",
    line: "Throw the dice through three floors of stairs and poles. Beware of Bawana's kitchen.",
    kind: "Dice, in turns",
    seats: "Three players",
  },
];

export const gameCard = (id: string): GameCard | undefined => GAMES.find((game) => game.id === id);
export const titleOf = (id: string): string => gameCard(id)?.title ?? id;
