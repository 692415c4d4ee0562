// The colours of boards, read from the page's CSS variables, so that there is one palette.

export interface Side {
  fill: string;
  edge: string;
  ink: string; // on the fill
  tint: string; // ground of this side
  home: string;
}

export interface Palette {
  dark: boolean;
  paper: string;
  floor: string;
  line: string;
  wall: string;
  face: string; // of a wall, seen from the south
  ink: string;
  quiet: string;
  accent: string;
  night: string;
  star: string;
  gain: string;
  cost: string;
  stair: string;
  pole: string;
  sides: [Side, Side, Side, Side]; // the last is nobody's: of the flag that all are after
}

export function readPalette(element: Element = document.documentElement): Palette {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const side = (name: string): Side => ({
    fill: value(name),
    edge: value(`${name}-edge`),
    ink: value(`${name}-ink`),
    tint: value(`${name}-tint`),
    home: value(`${name}-home`),
  });
  return {
    dark: value("is-dark") === "1",
    paper: value("board-paper"),
    floor: value("board-floor"),
    line: value("board-line"),
    wall: value("board-wall"),
    face: value("board-face"),
    ink: value("ink"),
    quiet: value("quiet"),
    accent: value("accent"),
    night: value("board-night"),
    star: value("board-star"),
    gain: value("gain"),
    cost: value("cost"),
    stair: value("stair"),
    pole: value("pole"),
    sides: [side("one"), side("two"), side("three"), side("goal")],
  };
}
