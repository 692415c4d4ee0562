// Players and things, drawn around a point at a size of their own; the context's unit is a cell.

import type { Palette, Side } from "./palette";

type Context = CanvasRenderingContext2D;

export const FONT = 'ui-rounded, "SF Pro Rounded", "Segoe UI", system-ui, "Noto Sans", "DejaVu Sans", sans-serif';
const TURN = 2 * Math.PI;

/** The outline of a side's players: a circle, a square, a triangle, so that nobody needs to see colours. */
export function outline(context: Context, side: number, x: number, y: number, radius: number): void {
  context.beginPath();
  if (side === 0) context.arc(x, y, radius, 0, TURN);
  else if (side === 1) context.roundRect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8, radius * 0.34);
  else {
    const [high, wide] = [radius * 1.12, radius * 1.12];
    const corners = [
      [x, y - high],
      [x + wide, y + high * 0.82],
      [x - wide, y + high * 0.82],
    ] as const;
    context.moveTo((corners[2][0] + corners[0][0]) / 2, (corners[2][1] + corners[0][1]) / 2);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [corners[i]!, corners[(i + 1) % 3]!];
      context.arcTo(a[0], a[1], (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, radius * 0.3);
      context.lineTo((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    }
    context.closePath();
  }
}

export interface Token {
  side: number;
  label: string;
  isYou?: boolean;
  isJailed?: boolean;
  isOut?: boolean;
  pixels: number; // of a cell: what is too small to see is left out
}

/** A player. */
export function token(context: Context, palette: Palette, x: number, y: number, radius: number, how: Token): void {
  const side = palette.sides[how.side]!;
  context.save();
  if (how.isOut) context.globalAlpha *= 0.45;
  if (how.isYou && how.pixels >= 8) {
    outline(context, how.side, x, y, radius * 1.3);
    context.fillStyle = palette.paper;
    context.fill();
    context.lineWidth = radius * 0.16;
    context.strokeStyle = palette.ink;
    context.stroke();
  }
  outline(context, how.side, x, y, radius);
  context.fillStyle = how.isJailed ? palette.paper : side.fill;
  context.fill();
  if (how.pixels >= 7) {
    context.lineWidth = radius * (how.isJailed ? 0.2 : 0.13);
    context.strokeStyle = how.isJailed ? side.fill : side.edge;
    context.stroke();
  }
  if (how.pixels >= 15) {
    const low = how.side === 2 ? radius * 0.22 : 0;
    writing(
      context,
      how.label,
      x,
      y + low,
      radius * (how.label.length > 2 ? 0.8 : how.label.length > 1 ? 0.98 : 1.2),
      how.isJailed ? palette.ink : side.ink,
    );
  }
  if (how.isJailed && how.pixels >= 9) bars(context, side, how.side, x, y, radius);
  context.restore();
}

/** The bars of a cell in front of somebody. */
function bars(context: Context, side: Side, number: number, x: number, y: number, radius: number): void {
  context.save();
  outline(context, number, x, y, radius);
  context.clip();
  context.strokeStyle = side.fill;
  context.lineWidth = radius * 0.17;
  context.beginPath();
  for (const place of [-0.72, 0.72]) {
    context.moveTo(x + place * radius, y - radius);
    context.lineTo(x + place * radius, y + radius);
  }
  context.stroke();
  context.restore();
}

export function writing(
  context: Context,
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = 700,
): void {
  context.fillStyle = colour;
  context.font = `${weight} ${size}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(words, x, y + size * 0.06);
}

/** A flag on its pole, `size` high, its foot at the point. */
export function flag(context: Context, palette: Palette, number: number, x: number, y: number, size: number): void {
  const side = palette.sides[number]!;
  const top = y - size;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x, top);
  context.lineWidth = size * 0.17;
  context.strokeStyle = palette.paper;
  context.stroke();
  context.lineWidth = size * 0.09;
  context.strokeStyle = palette.ink;
  context.stroke();
  context.beginPath();
  context.moveTo(x, top + size * 0.02);
  if (number === 0) {
    context.bezierCurveTo(
      x + size * 0.3,
      top - size * 0.12,
      x + size * 0.42,
      top + size * 0.2,
      x + size * 0.74,
      top + size * 0.06,
    );
    context.lineTo(x + size * 0.74, top + size * 0.48);
    context.bezierCurveTo(x + size * 0.42, top + size * 0.62, x + size * 0.3, top + size * 0.3, x, top + size * 0.46);
  } else {
    context.lineTo(x + size * 0.78, top + size * 0.25);
    context.lineTo(x, top + size * 0.5);
  }
  context.closePath();
  context.fillStyle = side.fill;
  context.fill();
  context.lineWidth = size * 0.06;
  context.strokeStyle = side.edge;
  context.stroke();
}

/** A hammer or a shovel around a point. */
export function tool(
  context: Context,
  palette: Palette,
  kind: "hammer" | "shovel",
  x: number,
  y: number,
  size: number,
): void {
  context.save();
  context.translate(x, y);
  context.rotate(Math.PI / 4);
  context.scale(size, size);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(0, -0.3);
  context.lineTo(0, 0.46);
  context.lineWidth = 0.24;
  context.strokeStyle = palette.paper;
  context.stroke();
  context.lineWidth = 0.13;
  context.strokeStyle = palette.dark ? "#d1a06a" : "#8a5a2b";
  context.stroke();
  context.beginPath();
  if (kind === "hammer") context.roundRect(-0.34, -0.48, 0.68, 0.27, 0.06);
  else {
    context.moveTo(-0.19, -0.2);
    context.lineTo(0.19, -0.2);
    context.quadraticCurveTo(0.22, -0.46, 0, -0.58);
    context.quadraticCurveTo(-0.22, -0.46, -0.19, -0.2);
    context.closePath();
  }
  context.fillStyle = palette.dark ? "#aebac8" : "#6b7787";
  context.fill();
  context.lineWidth = 0.06;
  context.strokeStyle = palette.dark ? "#0e1115" : "#2a333f";
  context.stroke();
  context.restore();
}

export type Grenade = "lying" | "placed" | "active" | "wreck";

/** A light grenade. */
export function grenade(context: Context, palette: Palette, state: Grenade, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  if (state === "wreck") {
    context.strokeStyle = palette.quiet;
    context.lineWidth = 0.09;
    context.lineCap = "round";
    context.beginPath();
    for (let i = 0; i < 8; i++) {
      const angle = (i / 8) * TURN + 0.2;
      context.moveTo(Math.cos(angle) * 0.14, Math.sin(angle) * 0.14);
      context.lineTo(Math.cos(angle) * (i % 2 ? 0.3 : 0.42), Math.sin(angle) * (i % 2 ? 0.3 : 0.42));
    }
    context.stroke();
    context.restore();
    return;
  }
  const lit = palette.dark ? "#ffd166" : "#b9820a";
  context.beginPath();
  context.arc(0, 0.08, 0.3, 0, TURN);
  context.fillStyle = state === "lying" ? palette.paper : lit;
  context.fill();
  context.lineWidth = 0.09;
  context.strokeStyle = state === "active" ? palette.cost : lit;
  context.stroke();
  context.beginPath();
  context.roundRect(-0.11, -0.38, 0.22, 0.16, 0.04);
  context.fillStyle = state === "active" ? palette.cost : lit;
  context.fill();
  if (state !== "lying") {
    context.beginPath();
    context.arc(0, 0.08, 0.11, 0, TURN);
    context.fillStyle = palette.paper;
    context.fill();
  }
  context.restore();
}

/** Squares of black and white, as where a race ends. */
export function chequers(context: Context, palette: Palette, x: number, y: number, colour: string): void {
  context.fillStyle = colour;
  context.globalAlpha = 0.3;
  context.fillRect(x, y, 1, 1);
  context.globalAlpha = palette.dark ? 0.75 : 0.85;
  for (let i = 0; i < 16; i++) {
    const [row, column] = [Math.floor(i / 4), i % 4];
    if ((row + column) % 2 === 0 && (row === 0 || row === 3 || column === 0 || column === 3)) {
      context.fillRect(x + column / 4, y + row / 4, 0.25, 0.25);
    }
  }
  context.globalAlpha = 1;
}
