import { OPS } from '../pdfjs/pdfjs.ts';
import { type Box, matrixOf } from '../geometry.ts';
import type { PageInterpreter } from './page-interpreter.ts';
import { patternOf } from './patterns.ts';
import { UNIT_SQUARE } from './shape-recorder.ts';

type Arguments = readonly unknown[];
/** `at` is the place of the operator in its list. */
type Handler = (interpreter: PageInterpreter, args: Arguments, at: number) => void;

/** Operators that paint an object which arrives separately; its id is the first argument. */
export const OBJECT_OPERATORS: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.setFont,
]);
/** Operators whose first argument is a stencil `{ data: id | bytes, width, height }`. */
export const STENCIL_OPERATORS: ReadonlySet<number> = new Set([OPS.paintImageMaskXObject]);

const numberAt = (args: Arguments, index: number): number => {
  const value = Number(args[index]);
  return Number.isFinite(value) ? value : 0;
};

const arrayAt = (args: Arguments, index: number): ArrayLike<unknown> | undefined => {
  const value = args[index];
  return typeof value === 'object' && value !== null && 'length' in value ? (value as ArrayLike<unknown>) : undefined;
};

const matrixAt = (args: Arguments, index: number) => matrixOf(arrayAt(args, index));

const boxAt = (args: Arguments, index: number): Box | undefined => {
  const values = arrayAt(args, index);
  if (!values || values.length < 4) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = Array.from(values, Number);
  if (![a, b, c, d].every(Number.isFinite)) return undefined;
  return { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) };
};

/** Colour argument: `#rrggbb`, or three numbers from 0 to 255. */
const colorOf = (args: Arguments): string => {
  if (typeof args[0] === 'string' && /^#[0-9a-f]{6}$/i.test(args[0])) return args[0].toLowerCase();
  const hex = [0, 1, 2].map((index) =>
    Math.max(0, Math.min(255, Math.round(numberAt(args, index))))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
};

const itemsAt = (args: Arguments, index: number): readonly unknown[] =>
  Array.isArray(args[index]) ? (args[index] as unknown[]) : [];

function setGState(interpreter: PageInterpreter, args: Arguments): void {
  const { state } = interpreter;
  for (const entry of itemsAt(args, 0)) {
    if (!Array.isArray(entry)) continue;
    const [key, value] = entry as [unknown, unknown];
    if (key === 'ca') state.fillAlpha = Number(value);
    else if (key === 'CA') state.strokeAlpha = Number(value);
    else if (key === 'LW') state.lineWidth = Number(value);
    else if (key === 'SMask') interpreter.setSoftMask(Boolean(value));
    else if (key === 'BM') Object.assign(state, { blends: value !== 'source-over', multiplies: value === 'multiply' });
    else if (key === 'Font' && Array.isArray(value)) interpreter.setFont(String(value[0]), Number(value[1]));
  }
}

function beginMarkedContentProps(interpreter: PageInterpreter, args: Arguments): void {
  const [tag, properties] = args;
  const mcid = typeof properties === 'number' ? properties : undefined;
  const hidden = tag === 'OC' && properties !== null && !interpreter.isLayerVisible(properties);
  interpreter.beginMarkedContent(tag, mcid, hidden);
}

function paintStencil(interpreter: PageInterpreter, args: Arguments): void {
  const source = args[0];
  if (typeof source !== 'object' || source === null) return;
  const { data } = source as { data?: unknown };
  interpreter.paintImage(typeof data === 'string' ? (interpreter.storedImage(data) ?? {}) : source, true);
}

/** The same picture at several places: scale, then pairs of offsets. */
function paintImageRepeat(interpreter: PageInterpreter, args: Arguments): void {
  const positions = arrayAt(args, 3);
  if (!positions) return;
  const scaleX = numberAt(args, 1);
  const scaleY = numberAt(args, 2);
  for (let index = 0; index + 1 < positions.length; index += 2) {
    interpreter.save();
    interpreter.transform([scaleX, 0, 0, scaleY, Number(positions[index]), Number(positions[index + 1])]);
    interpreter.paintImage(args[0], false);
    interpreter.restore();
  }
}

/** One handler per operator; operators that are not listed do not change what the page model holds. */
export const HANDLERS: Readonly<Record<number, Handler>> = {
  [OPS.save]: (page) => page.save(),
  [OPS.restore]: (page) => page.restore(),
  [OPS.transform]: (page, args) => page.transform(matrixOf(args)),
  [OPS.beginGroup]: (page, args, at) =>
    page.beginGroup(Boolean((args[0] as { smask?: unknown } | undefined)?.smask), at),
  [OPS.endGroup]: (page, _args, at) => page.endGroup(at),
  [OPS.beginAnnotation]: (page, args) => page.beginAnnotation(boxAt(args, 1), matrixAt(args, 2), matrixAt(args, 3)),
  [OPS.endAnnotation]: (page) => page.restore(),
  [OPS.paintFormXObjectBegin]: (page, args) => page.beginForm(matrixAt(args, 0), boxAt(args, 1)),
  [OPS.paintFormXObjectEnd]: (page) => page.endForm(),

  [OPS.setFillRGBColor]: ({ state }, args) => {
    state.fill = colorOf(args);
    state.fillPaint = undefined;
  },
  [OPS.setStrokeRGBColor]: ({ state }, args) => {
    state.stroke = colorOf(args);
  },
  [OPS.setFillColorN]: (page, args) => page.setFillPattern(patternOf(args, page.state.patternBase)),
  [OPS.setLineWidth]: ({ state }, args) => {
    state.lineWidth = numberAt(args, 0);
  },
  [OPS.setLineCap]: ({ state }, args) => {
    state.lineCap = numberAt(args, 0);
  },
  [OPS.setDash]: ({ state }, args) => {
    state.dashes = Array.from(arrayAt(args, 0) ?? [], Number);
  },
  [OPS.setGState]: setGState,
  [OPS.clip]: (page) => page.expectClip('nonzero'),
  [OPS.eoClip]: (page) => page.expectClip('evenodd'),
  [OPS.constructPath]: (page, args) => {
    const data = arrayAt(itemsAt(args, 1), 0) as ArrayLike<number> | undefined;
    page.constructPath(numberAt(args, 0), data, boxAt(args, 2));
  },
  [OPS.shadingFill]: (page, args) => page.fillWithShading(String(args[0])),

  [OPS.endText]: (page) => page.clipToLetters(),
  [OPS.beginText]: (page) => page.setTextMatrix([1, 0, 0, 1, 0, 0]),
  [OPS.setFont]: (page, args) => page.setFont(String(args[0]), numberAt(args, 1)),
  [OPS.setCharSpacing]: ({ state }, args) => {
    state.charSpacing = numberAt(args, 0);
  },
  [OPS.setWordSpacing]: ({ state }, args) => {
    state.wordSpacing = numberAt(args, 0);
  },
  [OPS.setHScale]: ({ state }, args) => {
    state.horizontalScale = numberAt(args, 0) / 100;
  },
  [OPS.setLeading]: ({ state }, args) => {
    state.leading = -numberAt(args, 0);
  },
  [OPS.setTextRise]: ({ state }, args) => {
    state.rise = numberAt(args, 0);
  },
  [OPS.setTextRenderingMode]: ({ state }, args) => {
    state.renderMode = numberAt(args, 0);
  },
  [OPS.setTextMatrix]: (page, args) => {
    const matrix = matrixAt(args, 0) ?? matrixOf(args);
    if (matrix) page.setTextMatrix(matrix);
  },
  [OPS.moveText]: (page, args) => page.moveText(numberAt(args, 0), numberAt(args, 1)),
  [OPS.setLeadingMoveText]: (page, args) => {
    page.state.leading = numberAt(args, 1);
    page.moveText(numberAt(args, 0), numberAt(args, 1));
  },
  [OPS.nextLine]: (page) => page.moveText(0, page.state.leading),
  [OPS.showText]: (page, args) => page.showText(itemsAt(args, 0)),
  [OPS.showSpacedText]: (page, args) => page.showText(itemsAt(args, 0)),
  [OPS.nextLineShowText]: (page, args) => {
    page.moveText(0, page.state.leading);
    page.showText(itemsAt(args, 0));
  },
  [OPS.nextLineSetSpacingShowText]: (page, args) => {
    page.state.wordSpacing = numberAt(args, 0);
    page.state.charSpacing = numberAt(args, 1);
    page.moveText(0, page.state.leading);
    page.showText(itemsAt(args, 2));
  },

  [OPS.beginMarkedContent]: (page, args) => page.beginMarkedContent(args[0], undefined, false),
  [OPS.beginMarkedContentProps]: beginMarkedContentProps,
  [OPS.endMarkedContent]: (page) => page.endMarkedContent(),

  [OPS.paintImageXObject]: (page, args) => page.paintImage(args[0], false),
  [OPS.paintImageXObjectRepeat]: paintImageRepeat,
  [OPS.paintInlineImageXObject]: (page, args) => page.paintImage(args[0], false),
  [OPS.paintImageMaskXObject]: paintStencil,
  [OPS.paintSolidColorImageMask]: (page) => page.constructPath(OPS.fill, UNIT_SQUARE, undefined),
};
