// The painter of each family.

import { familyOf, type Setup, type View } from "../server/views";
import { CtfPainter } from "./ctf";
import type { Cast, Painter } from "./painter";
import type { Palette } from "./palette";
import { RowdyPainter } from "./rowdy";
import { SavorPainter } from "./savor";

const PAINTERS = { ctf: CtfPainter, rowdy: RowdyPainter, savor: SavorPainter };

export const makePainter = (view: View, setup: Setup, cast: Cast, palette: Palette): Painter =>
  new PAINTERS[familyOf(cast.game)](view, setup, cast, palette);
