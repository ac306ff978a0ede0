import { ConversionError } from '../../contract/errors.ts';

export type Point = readonly [x: number, y: number];

/** One thing on a board, as far as it is drawn here. Lengths are pixels, angles radians. */
export interface Element {
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
  readonly stroke: string;
  readonly fill: string;
  readonly fillStyle: string;
  readonly strokeWidth: number;
  readonly strokeStyle: string;
  /** 0 to 1. */
  readonly opacity: number;
  readonly isRounded: boolean;
  readonly isRough: boolean;
  /** Of lines and arrows, from its corner on. */
  readonly points: readonly Point[];
  readonly startArrowhead?: string;
  readonly endArrowhead?: string;
  readonly text: string;
  readonly fontSize: number;
  readonly fontFamily: number;
  readonly textAlign: string;
  readonly lineHeight: number;
  readonly link?: string;
  /** Address of an image, `data:` or not. */
  readonly image?: string;
  /** Image turned over: −1 where it is. */
  readonly scale: Point;
}

export interface Scene {
  readonly background: string;
  readonly elements: readonly Element[];
}

type JsonObject = Readonly<Record<string, unknown>>;

const MOST_ELEMENTS = 20_000;
const MOST_POINTS = 500_000;
/** Pixels from the origin: further away nothing is drawn by hand. */
const FURTHEST = 1e7;
const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]{3,24})$/i;

/** Reads a board. Throws `input_corrupt` for JSON that is none, `input_too_complex` beyond the bounds. */
export function readScene(json: string): Scene {
  const file = parse(json);
  if (!Array.isArray(file['elements'])) throw corrupt();
  const shown = file['elements'].filter((one): one is JsonObject => isObject(one) && one['isDeleted'] !== true);
  if (shown.length > MOST_ELEMENTS) throw tooMany('elements', MOST_ELEMENTS);
  const points = shown.reduce((sum, { points: all }) => sum + (Array.isArray(all) ? all.length : 0), 0);
  if (points > MOST_POINTS) throw tooMany('points', MOST_POINTS);
  const files = isObject(file['files']) ? file['files'] : {};
  const appState = isObject(file['appState']) ? file['appState'] : {};
  const elements = shown.map((element) => elementOf(element, files));
  if (elements.length === 0) throw corrupt();
  return { background: colourIn(appState['viewBackgroundColor'], '#ffffff'), elements };
}

function elementOf(element: JsonObject, files: JsonObject): Element {
  const { type, fontFamily, strokeColor, backgroundColor, points = [], scale, roundness, roughness } = element;
  const file = files[String(element['fileId'])];
  const image = isObject(file) && typeof file['dataURL'] === 'string' ? file['dataURL'] : undefined;
  const text = type === 'frame' || type === 'magicframe' ? element['name'] : element['text'];
  return {
    type: String(type),
    x: numberIn(element['x'], 0),
    y: numberIn(element['y'], 0),
    width: numberIn(element['width'], 0),
    height: numberIn(element['height'], 0),
    angle: numberIn(element['angle'], 0),
    stroke: colourIn(strokeColor, '#1e1e1e'),
    fill: colourIn(backgroundColor, 'transparent'),
    fillStyle: String(element['fillStyle'] ?? 'solid'),
    strokeWidth: Math.max(0, numberIn(element['strokeWidth'], 1)),
    strokeStyle: String(element['strokeStyle'] ?? 'solid'),
    opacity: Math.min(1, Math.max(0, numberIn(element['opacity'], 100) / 100)),
    isRounded: roundness !== null && roundness !== undefined,
    isRough: numberIn(roughness, 1) > 0,
    points: Array.isArray(points) ? points.map(pointIn) : [],
    ...arrowheads(element),
    text: typeof text === 'string' ? text : '',
    fontSize: Math.max(1, numberIn(element['fontSize'], 20)),
    fontFamily: numberIn(fontFamily, 1),
    textAlign: String(element['textAlign'] ?? 'left'),
    lineHeight: Math.max(0.1, numberIn(element['lineHeight'], 1.25)),
    ...(typeof element['link'] === 'string' && { link: element['link'] }),
    ...(image !== undefined && { image }),
    scale: Array.isArray(scale) ? pointIn(scale) : [1, 1],
  };
}

/** An arrow has a head at its end unless it says otherwise. */
function arrowheads({
  type,
  startArrowhead,
  endArrowhead,
}: JsonObject): Pick<Element, 'startArrowhead' | 'endArrowhead'> {
  const end = endArrowhead === undefined && type === 'arrow' ? 'arrow' : endArrowhead;
  return {
    ...(typeof startArrowhead === 'string' && { startArrowhead }),
    ...(typeof end === 'string' && { endArrowhead: end }),
  };
}

function parse(json: string): JsonObject {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch (cause) {
    throw corrupt(cause);
  }
  throw corrupt();
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberIn(value: unknown, missing: number): number {
  if (value === undefined || value === null) return missing;
  if (typeof value !== 'number' || !(Math.abs(value) <= FURTHEST)) throw corrupt();
  return value;
}

function pointIn(value: unknown): Point {
  if (!Array.isArray(value)) throw corrupt();
  return [numberIn(value[0], 0), numberIn(value[1], 0)];
}

function colourIn(value: unknown, missing: string): string {
  return typeof value === 'string' && COLOUR.test(value) ? value : missing;
}

function corrupt(cause?: unknown): ConversionError {
  const message = 'The file is not a board of Excalidraw, or it is damaged. Save it again in Excalidraw.';
  return new ConversionError({ code: 'input_corrupt', message }, { cause });
}

function tooMany(what: string, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The board has more than ${allowed.toLocaleString('en')} ${what}. Divide it into several.`,
    details: { limit: what, allowed },
  });
}
