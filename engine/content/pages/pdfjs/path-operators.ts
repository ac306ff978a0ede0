import { OPS } from './pdfjs.ts';

/** What the operators that end a path do with it (ISO 32000-2, 8.5.3). */
export const STROKING: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
/** pdf.js makes paths of small stencils, and fills them by an operator of its own. */
export const FILLING: ReadonlySet<number> = new Set([
  OPS.rawFillPath,
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
export const EVEN_ODD: ReadonlySet<number> = new Set([OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke]);
