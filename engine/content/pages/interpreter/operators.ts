import { matrixOf } from '../matrix.ts';
import { EVEN_ODD, FILLING, STROKING } from '../pdfjs/path-operators.ts';
import { OPS } from '../pdfjs/pdfjs.ts';
import { type Arguments, boxOf, colourOf, itemsAt, matrixAt, numberAt } from './arguments.ts';
import { Interpreter, type Resources } from './interpreter.ts';
import type { OperatorList } from './page-objects.ts';
import type { Group, PageSink, SoftMask } from './sink.ts';
import type { Paint } from './state.ts';

/** `at` is the place of the operator in its list. */
type Handler = (page: Interpreter, args: Arguments, at: number) => void;

/** Operators between two looks at whether the job goes on. */
const CHECK_EVERY = 2048;

/** Tells a sink what the operators of a content stream paint. */
export function interpret({ fnArray, argsArray }: OperatorList, sink: PageSink, resources: Resources): void {
  const page = new Interpreter(sink, resources);
  for (let at = 0; at < fnArray.length; at++) {
    if (at % CHECK_EVERY === 0) resources.signal.throwIfAborted();
    HANDLERS[fnArray[at]!]?.(page, (argsArray[at] ?? []) as Arguments, at);
  }
}

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

function setGState(page: Interpreter, args: Arguments): void {
  for (const entry of itemsAt(args, 0)) {
    if (!Array.isArray(entry)) continue;
    const [key, value] = entry as [unknown, unknown];
    PARAMETERS[String(key)]?.(page, value);
  }
}

/** Parameters of a graphics state dictionary (ISO 32000-2, table 57). */
const PARAMETERS: Readonly<Record<string, (page: Interpreter, value: unknown) => void>> = {
  ca: ({ state }, value) => void (state.fillAlpha = shareOf(value)),
  CA: ({ state }, value) => void (state.strokeAlpha = shareOf(value)),
  LW: ({ state }, value) => void (state.lineWidth = Math.abs(Number(value)) || 0),
  LC: ({ state }, value) => void (state.lineCap = Number(value)),
  LJ: ({ state }, value) => void (state.lineJoin = Number(value)),
  ML: ({ state }, value) => void (state.miterLimit = Number(value) || 10),
  D: (page, value) => setDash(page, Array.isArray(value) ? value : []),
  BM: ({ state }, value) => void (state.blend = BLENDS.has(String(value)) ? String(value) : 'normal'),
  SMask: ({ sink }, value) => sink.setSoftMask(Boolean(value)),
  Font: (page, value) => Array.isArray(value) && page.setFont(String(value[0]), numberAt(value, 1)),
  TR: ({ sink }, value) => void (value && sink.setTransfer?.()),
};

function shareOf(value: unknown): number {
  const share = Number(value);
  return Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 1;
}

function setDash({ state }: Interpreter, args: Arguments): void {
  const dashes = args[0] ? Array.from(args[0] as ArrayLike<unknown>, Number) : [];
  state.dashes = dashes.every(Number.isFinite) ? dashes : [];
  state.dashPhase = numberAt(args, 1);
}

function colour(args: Arguments): Paint {
  return { kind: 'colour', colour: colourOf(args[0]) ?? colourOf(args) ?? '#000000' };
}

function constructPath(page: Interpreter, args: Arguments): void {
  const operator = Number(args[0]);
  page.paintPath({
    data: itemsAt(args, 1)[0] as ArrayLike<number> | undefined,
    bounds: boxOf(args[2]),
    fills: FILLING.has(operator),
    strokes: STROKING.has(operator),
    evenOdd: EVEN_ODD.has(operator),
  });
}

interface PdfJsGroup {
  readonly matrix?: ArrayLike<unknown>;
  readonly bbox?: unknown;
  readonly isolated?: boolean;
  readonly knockout?: boolean;
  readonly needsIsolation?: boolean;
  readonly hasSoftMask?: boolean;
  readonly smask?: SoftMask;
}

function groupOf(args: Arguments): Group {
  const group = (args[0] ?? {}) as PdfJsGroup;
  const matrix = matrixOf(group.matrix);
  const box = boxOf(group.bbox);
  return {
    ...(matrix && { matrix }),
    ...(box && { box }),
    isolated: group.isolated ?? false,
    knockout: group.knockout ?? false,
    needsIsolation: group.needsIsolation ?? true,
    hasSoftMask: group.hasSoftMask ?? false,
    ...(group.smask && { softMask: group.smask }),
  };
}

/** A stencil's pixels may be stored apart from it. */
function paintStencil(page: Interpreter, [source]: Arguments): void {
  if (typeof source !== 'object' || source === null) return;
  const { data } = source as { data?: unknown };
  page.paintImage(typeof data === 'string' ? data : source, true);
}

/** The same image at several places: its scale, then pairs of offsets. */
function paintRepeatedly(page: Interpreter, args: Arguments): void {
  const positions = args[3] as ArrayLike<number> | undefined;
  for (let index = 0; index + 1 < (positions?.length ?? 0); index += 2) {
    page.graphics.save();
    page.graphics.transform([numberAt(args, 1), 0, 0, numberAt(args, 2), positions![index]!, positions![index + 1]!]);
    page.paintImage(args[0], false);
    page.graphics.restore();
  }
}

function nextLine({ graphics, state }: Interpreter): void {
  graphics.moveLine(0, state.leading);
}

/** One handler per operator; those that are not listed neither paint nor say anything. */
const HANDLERS: Readonly<Record<number, Handler>> = {
  [OPS.save]: ({ graphics }) => graphics.save(),
  [OPS.restore]: ({ graphics }) => graphics.restore(),
  [OPS.transform]: ({ graphics }, args) => graphics.transform(matrixOf(args)),
  [OPS.beginGroup]: (page, args, at) => page.beginGroup(groupOf(args), at),
  [OPS.endGroup]: (page, _args, at) => page.endGroup(at),
  [OPS.paintFormXObjectBegin]: (page, args) => page.beginForm(matrixAt(args, 0), boxOf(args[1])),
  [OPS.paintFormXObjectEnd]: (page) => page.endForm(),
  [OPS.beginAnnotation]: (page, args) => page.beginAnnotation(boxOf(args[1]), matrixAt(args, 2), matrixAt(args, 3)),
  [OPS.endAnnotation]: ({ graphics }) => graphics.restore(),
  [OPS.beginMarkedContent]: (page, args) => page.beginMark(args[0]),
  [OPS.beginMarkedContentProps]: (page, args) => page.beginMark(args[0], args[1]),
  [OPS.endMarkedContent]: (page) => page.endMark(),

  [OPS.setGState]: setGState,
  [OPS.setLineWidth]: ({ state }, args) => void (state.lineWidth = Math.abs(numberAt(args, 0))),
  [OPS.setLineCap]: ({ state }, args) => void (state.lineCap = numberAt(args, 0)),
  [OPS.setLineJoin]: ({ state }, args) => void (state.lineJoin = numberAt(args, 0)),
  [OPS.setMiterLimit]: ({ state }, args) => void (state.miterLimit = numberAt(args, 0) || 10),
  [OPS.setDash]: setDash,
  [OPS.setFillRGBColor]: ({ state }, args) => void (state.fill = colour(args)),
  [OPS.setStrokeRGBColor]: ({ state }, args) => void (state.stroke = colour(args)),
  [OPS.setFillColorN]: (page, args) => void (page.state.fill = page.patternOf(args)),
  [OPS.setStrokeColorN]: (page, args) => void (page.state.stroke = page.patternOf(args)),
  [OPS.setFillTransparent]: ({ state }) => void (state.fill = { kind: 'none' }),
  [OPS.setStrokeTransparent]: ({ state }) => void (state.stroke = { kind: 'none' }),

  [OPS.clip]: (page) => page.expectClip('nonzero'),
  [OPS.eoClip]: (page) => page.expectClip('evenodd'),
  [OPS.constructPath]: constructPath,
  [OPS.shadingFill]: ({ sink }, args) => sink.fillWithShading(String(args[0])),
  [OPS.paintImageXObject]: (page, args) => page.paintImage(args[0], false),
  [OPS.paintInlineImageXObject]: (page, args) => page.paintImage(args[0], false),
  [OPS.paintImageXObjectRepeat]: paintRepeatedly,
  [OPS.paintImageMaskXObject]: paintStencil,
  [OPS.paintSolidColorImageMask]: (page) => page.paintSquare(),

  [OPS.beginText]: ({ graphics, sink }) => {
    graphics.placeText([1, 0, 0, 1, 0, 0]);
    sink.beginText();
  },
  [OPS.endText]: ({ sink }) => sink.endText(),
  [OPS.setFont]: (page, args) => page.setFont(String(args[0]), numberAt(args, 1)),
  [OPS.setCharSpacing]: ({ state }, args) => void (state.charSpacing = numberAt(args, 0)),
  [OPS.setWordSpacing]: ({ state }, args) => void (state.wordSpacing = numberAt(args, 0)),
  [OPS.setHScale]: ({ state }, args) => void (state.horizontalScale = numberAt(args, 0) / 100),
  [OPS.setLeading]: ({ state }, args) => void (state.leading = -numberAt(args, 0)),
  [OPS.setTextRise]: ({ state }, args) => void (state.rise = numberAt(args, 0)),
  [OPS.setTextRenderingMode]: ({ state }, args) => void (state.renderMode = numberAt(args, 0)),
  [OPS.setTextMatrix]: ({ graphics }, args) => {
    const matrix = matrixAt(args, 0) ?? matrixOf(args);
    if (matrix) graphics.placeText(matrix);
  },
  [OPS.moveText]: ({ graphics }, args) => graphics.moveLine(numberAt(args, 0), numberAt(args, 1)),
  [OPS.setLeadingMoveText]: ({ graphics, state }, args) => {
    state.leading = numberAt(args, 1);
    graphics.moveLine(numberAt(args, 0), numberAt(args, 1));
  },
  [OPS.nextLine]: nextLine,
  [OPS.showText]: (page, args) => page.showText(args, 0),
  [OPS.showSpacedText]: (page, args) => page.showText(args, 0),
  [OPS.nextLineShowText]: (page, args) => {
    nextLine(page);
    page.showText(args, 0);
  },
  [OPS.nextLineSetSpacingShowText]: (page, args) => {
    page.state.wordSpacing = numberAt(args, 0);
    page.state.charSpacing = numberAt(args, 1);
    nextLine(page);
    page.showText(args, 2);
  },
};
