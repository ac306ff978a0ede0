import { type Matrix, matrixOf } from '../matrix.ts';
import { EVEN_ODD, FILLING, STROKING } from '../pdfjs/path-operators.ts';
import { OPS, type PdfJsImage } from '../pdfjs/pdfjs.ts';
import type { OperatorList } from './page-objects.ts';
import { colourOf } from '../painter/paint-servers.ts';
import type { Painter, SoftMask } from '../painter/painter.ts';
import { paintPicture, paintSquare, paintStencil, type PictureSource } from '../painter/pictures.ts';
import { boxed } from './shadings.ts';
import type { Paint } from './state.ts';
import { TextPainter } from '../painter/text.ts';

type Arguments = readonly unknown[];
type Handler = (painter: Painter, args: Arguments, text: TextPainter) => void;

/** Operators between two looks at whether the job goes on. */
const CHECK_EVERY = 2048;
/** Patterns in patterns, and in the glyphs that these show. */
const MOST_DEPTH = 12;

/** Paints what the operators say. */
export function runOperators(painter: Painter, { fnArray, argsArray }: OperatorList): void {
  if (painter.surroundings.depth > MOST_DEPTH) return;
  const text = new TextPainter(painter);
  for (const [index, operator] of fnArray.entries()) {
    if (index % CHECK_EVERY === 0) painter.sheet.signal.throwIfAborted();
    HANDLERS[operator]?.(painter, (argsArray[index] ?? []) as Arguments, text);
  }
}

const numberAt = (args: Arguments, index: number): number => {
  const value = Number(args[index]);
  return Number.isFinite(value) ? value : 0;
};
const matrixAt = (args: Arguments, index: number): Matrix | undefined => {
  const value = args[index];
  return typeof value === 'object' && value !== null && 'length' in value
    ? matrixOf(value as ArrayLike<unknown>)
    : undefined;
};
const itemsAt = (args: Arguments, index: number): readonly unknown[] =>
  Array.isArray(args[index]) ? (args[index] as unknown[]) : [];

/** Blending that CSS knows by the same name (ISO 32000-2, tables 134 and 135). */
const BLENDS: ReadonlySet<string> = new Set([
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
]);

function setGState(painter: Painter, [entries]: Arguments): void {
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (!Array.isArray(entry)) continue;
    const [key, value] = entry as [unknown, unknown];
    const set = PARAMETERS[String(key)];
    set?.(painter, value);
  }
}

/** Parameters of a graphics state dictionary (ISO 32000-2, table 57). */
const PARAMETERS: Readonly<Record<string, (painter: Painter, value: unknown) => void>> = {
  ca: ({ state }, value) => void (state.fillAlpha = shareOf(value)),
  CA: ({ state }, value) => void (state.strokeAlpha = shareOf(value)),
  LW: ({ state }, value) => void (state.lineWidth = Math.abs(Number(value)) || 0),
  LC: ({ state }, value) => void (state.lineCap = Number(value)),
  LJ: ({ state }, value) => void (state.lineJoin = Number(value)),
  ML: ({ state }, value) => void (state.miterLimit = Number(value) || 10),
  D: (painter, value) => setDash(painter, Array.isArray(value) ? value : []),
  BM: ({ state }, value) => void (state.blend = BLENDS.has(String(value)) ? String(value) : 'normal'),
  SMask: (painter, value) => painter.setSoftMask(Boolean(value)),
  Font: (painter, value) => Array.isArray(value) && setFont(painter, value),
  TR: ({ sheet }, value) => void (value && sheet.losses.transfers++),
};

function shareOf(value: unknown): number {
  const share = Number(value);
  return Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 1;
}

function setDash({ state }: Painter, args: Arguments): void {
  const dashes = args[0] ? Array.from(args[0] as ArrayLike<unknown>, Number) : [];
  state.dashes = dashes.every(Number.isFinite) ? dashes : [];
  state.dashPhase = numberAt(args, 1);
}

function setFont({ state, sheet }: Painter, args: Arguments): void {
  state.font = sheet.objects.font(String(args[0]));
  state.fontSize = numberAt(args, 1);
}

function colour(args: Arguments): Paint {
  return { kind: 'colour', colour: colourOf(args[0]) ?? colourOf(args) ?? '#000000' };
}

/** A pattern: a tiling with all that describes it, or a shading by its id and matrix. */
function pattern(painter: Painter, args: Arguments): Paint {
  if (args[0] === 'TilingPattern') return { kind: 'tiling', pattern: args, matrix: painter.patternBase };
  return painter.shadingPaint(String(args[1]), matrixAt(args, 2));
}

function constructPath(painter: Painter, args: Arguments): void {
  const [operator] = args;
  const path = itemsAt(args, 1)[0] as ArrayLike<number> | undefined;
  painter.drawPath(path, {
    fills: FILLS.has(Number(operator)),
    strokes: STROKING.has(Number(operator)),
    evenOdd: EVEN_ODD.has(Number(operator)),
  });
}

/** pdf.js fills some paths, as those of masks, by an operator of its own. */
const FILLS: ReadonlySet<number> = new Set([...FILLING, OPS.rawFillPath]);

interface PdfJsGroup {
  readonly matrix?: ArrayLike<unknown>;
  readonly bbox?: unknown;
  readonly isolated?: boolean;
  readonly knockout?: boolean;
  readonly needsIsolation?: boolean;
  readonly hasSoftMask?: boolean;
  readonly smask?: SoftMask;
}

function beginGroup(painter: Painter, args: Arguments): void {
  const group = (args[0] ?? {}) as PdfJsGroup;
  const matrix = matrixOf(group.matrix);
  painter.beginGroup({
    ...(matrix && { matrix }),
    ...boxed(group.bbox),
    isolated: group.isolated ?? false,
    knockout: group.knockout ?? false,
    needsIsolation: group.needsIsolation ?? true,
    hasSoftMask: group.hasSoftMask ?? false,
    ...(group.smask && { softMask: group.smask }),
  });
}

function paintImageMask(painter: Painter, [source]: Arguments): void {
  if (typeof source !== 'object' || source === null) return;
  const { data } = source as { data?: unknown };
  paintStencil(painter, typeof data === 'string' ? data : (source as PdfJsImage));
}

/** The same picture at several places: its scale, then pairs of offsets. */
function paintRepeatedly(painter: Painter, args: Arguments): void {
  const positions = args[3] as ArrayLike<number> | undefined;
  for (let index = 0; index + 1 < (positions?.length ?? 0); index += 2) {
    painter.save();
    painter.transform([numberAt(args, 1), 0, 0, numberAt(args, 2), positions![index]!, positions![index + 1]!]);
    paintPicture(painter, args[0] as PictureSource);
    painter.restore();
  }
}

/** One handler per operator; those that are not listed paint nothing. */
const HANDLERS: Readonly<Record<number, Handler>> = {
  [OPS.save]: (painter) => painter.save(),
  [OPS.restore]: (painter) => painter.restore(),
  [OPS.transform]: (painter, args) => painter.transform(matrixOf(args)),
  [OPS.beginGroup]: beginGroup,
  [OPS.endGroup]: (painter) => painter.endGroup(),
  [OPS.paintFormXObjectBegin]: (painter, args) => painter.beginForm(matrixAt(args, 0), boxed(args[1]).box),
  [OPS.paintFormXObjectEnd]: (painter) => painter.endForm(),
  [OPS.beginAnnotation]: (painter, args) =>
    painter.beginAnnotation(boxed(args[1]).box, matrixAt(args, 2), matrixAt(args, 3)),
  [OPS.endAnnotation]: (painter) => painter.endForm(),
  [OPS.beginMarkedContent]: (painter) => painter.beginContent(false),
  [OPS.beginMarkedContentProps]: (painter, [tag, properties]) =>
    painter.beginContent(tag === 'OC' && properties !== null && !painter.sheet.isLayerVisible(properties)),
  [OPS.endMarkedContent]: (painter) => painter.endContent(),

  [OPS.setGState]: setGState,
  [OPS.setLineWidth]: ({ state }, args) => void (state.lineWidth = Math.abs(numberAt(args, 0))),
  [OPS.setLineCap]: ({ state }, args) => void (state.lineCap = numberAt(args, 0)),
  [OPS.setLineJoin]: ({ state }, args) => void (state.lineJoin = numberAt(args, 0)),
  [OPS.setMiterLimit]: ({ state }, args) => void (state.miterLimit = numberAt(args, 0) || 10),
  [OPS.setDash]: setDash,
  [OPS.setFillRGBColor]: ({ state }, args) => void (state.fill = colour(args)),
  [OPS.setStrokeRGBColor]: ({ state }, args) => void (state.stroke = colour(args)),
  [OPS.setFillColorN]: (painter, args) => void (painter.state.fill = pattern(painter, args)),
  [OPS.setStrokeColorN]: (painter, args) => void (painter.state.stroke = pattern(painter, args)),
  [OPS.setFillTransparent]: ({ state }) => void (state.fill = { kind: 'none' }),
  [OPS.setStrokeTransparent]: ({ state }) => void (state.stroke = { kind: 'none' }),

  [OPS.clip]: (painter) => painter.expectClip('nonzero'),
  [OPS.eoClip]: (painter) => painter.expectClip('evenodd'),
  [OPS.constructPath]: constructPath,
  [OPS.shadingFill]: (painter, args) => painter.fillWithShading(String(args[0])),
  [OPS.paintImageXObject]: (painter, args) => paintPicture(painter, args[0] as PictureSource),
  [OPS.paintInlineImageXObject]: (painter, args) => paintPicture(painter, args[0] as PictureSource),
  [OPS.paintImageXObjectRepeat]: paintRepeatedly,
  [OPS.paintImageMaskXObject]: paintImageMask,
  [OPS.paintSolidColorImageMask]: (painter) => paintSquare(painter),

  [OPS.beginText]: (_, _args, text) => text.begin(),
  [OPS.endText]: (_, _args, text) => text.end(),
  [OPS.setFont]: setFont,
  [OPS.setCharSpacing]: ({ state }, args) => void (state.charSpacing = numberAt(args, 0)),
  [OPS.setWordSpacing]: ({ state }, args) => void (state.wordSpacing = numberAt(args, 0)),
  [OPS.setHScale]: ({ state }, args) => void (state.horizontalScale = numberAt(args, 0) / 100),
  [OPS.setLeading]: ({ state }, args) => void (state.leading = -numberAt(args, 0)),
  [OPS.setTextRise]: ({ state }, args) => void (state.rise = numberAt(args, 0)),
  [OPS.setTextRenderingMode]: ({ state }, args) => void (state.renderMode = numberAt(args, 0)),
  [OPS.setTextMatrix]: (_, args, text) => {
    const matrix = matrixAt(args, 0) ?? matrixOf(args);
    if (matrix) text.place(matrix);
  },
  [OPS.moveText]: (_, args, text) => text.moveLine(numberAt(args, 0), numberAt(args, 1)),
  [OPS.setLeadingMoveText]: ({ state }, args, text) => {
    state.leading = numberAt(args, 1);
    text.moveLine(numberAt(args, 0), numberAt(args, 1));
  },
  [OPS.nextLine]: ({ state }, _args, text) => text.moveLine(0, state.leading),
  [OPS.showText]: (_, args, text) => text.show(itemsAt(args, 0)),
  [OPS.showSpacedText]: (_, args, text) => text.show(itemsAt(args, 0)),
  [OPS.nextLineShowText]: ({ state }, args, text) => {
    text.moveLine(0, state.leading);
    text.show(itemsAt(args, 0));
  },
  [OPS.nextLineSetSpacingShowText]: ({ state }, args, text) => {
    state.wordSpacing = numberAt(args, 0);
    state.charSpacing = numberAt(args, 1);
    text.moveLine(0, state.leading);
    text.show(itemsAt(args, 2));
  },
};
