import { fontOf, hexColour } from '../fonts.ts';
import type { Archive } from '../archive.ts';
import type { Message } from '../message.ts';
import type { ParagraphStyle, Stroke, TextStyle } from '../../opendocument/document.ts';
import { paragraphStyleFrom, textStyleFrom } from '../styles.ts';
import { TYPES } from './types.ts';

const MAX_ANCESTORS = 32;

/** A style and those that it comes from, the nearest first. Fields of `base` are its own record among all styles. */
export function chainOf(
  archive: Archive,
  id: number | undefined,
  type: number,
  path: readonly number[] = [],
): Message[] {
  const chain: Message[] = [];
  const seen = new Set<number>();
  for (let next = id; next !== undefined && !seen.has(next) && chain.length < MAX_ANCESTORS;) {
    seen.add(next);
    const message = archive.message(next, type);
    if (!message) break;
    chain.push(message);
    // Styles of drawings hold the record of their base class in another message.
    next = inside(message, [...path, 1])?.reference(3);
  }
  return chain;
}

export function inside(message: Message | undefined, path: readonly number[]): Message | undefined {
  return path.reduce<Message | undefined>((found, number) => found?.message(number), message);
}

/** The first of a chain that says something, in the message of properties at `path`. */
function firstOf<Value>(
  chain: readonly Message[],
  path: readonly number[],
  read: (properties: Message) => Value | undefined,
): Value | undefined {
  for (const style of chain) {
    const properties = inside(style, path);
    const value = properties && read(properties);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** TSP.Color; undefined where nothing would be seen of it. */
function colourOf(message: Message | undefined): string | undefined {
  if (!message || (message.number(6) ?? 1) < 0.05) return undefined;
  const model = message.uint(1) ?? 1;
  if (model === 1) return hexColour(message.number(3) ?? 0, message.number(4) ?? 0, message.number(5) ?? 0);
  if (model === 3) {
    const white = message.number(11) ?? 0;
    return hexColour(white, white, white);
  }
  const [cyan, magenta, yellow, black] = [7, 8, 9, 10].map((number) => message.number(number) ?? 0);
  return hexColour((1 - cyan!) * (1 - black!), (1 - magenta!) * (1 - black!), (1 - yellow!) * (1 - black!));
}

const TEXT = [11];
const PARAGRAPH = [12];

/** The style of text by a chain of character or paragraph styles: both keep it in the same record. */
export function textStyleOf(chain: readonly Message[]): TextStyle {
  const flag = (number: number): boolean | undefined => firstOf(chain, TEXT, (style) => style.flag(number));
  const uint = (number: number): number | undefined => firstOf(chain, TEXT, (style) => style.uint(number));
  const size = firstOf(chain, TEXT, (style) => style.number(3));
  const fontName = firstOf(chain, TEXT, (style) => style.text(5));
  const colour = firstOf(chain, TEXT, (style) => colourOf(style.message(7)));
  const background = firstOf(chain, TEXT, (style) => colourOf(style.message(26)));
  const font: TextStyle = fontName === undefined ? {} : fontOf(fontName);
  // A bold font is bold without being said to be so.
  const unlessOfFont = (own: boolean | undefined, ofFont = false): boolean | undefined =>
    own === false && ofFont ? undefined : own;
  return textStyleFrom({
    ...{ font, size, colour, background },
    bold: unlessOfFont(flag(1), font.bold),
    italic: unlessOfFont(flag(2), font.italic),
    ...{ underline: uint(11), strike: uint(12), position: uint(10), capitals: uint(13) },
  });
}

/** Modes of the space between lines: times the font's height, at least, or exactly so many points. */
const RELATIVE_LINES = 0;

export function paragraphStyleOf(chain: readonly Message[]): ParagraphStyle {
  const number = (field: number): number | undefined => firstOf(chain, PARAGRAPH, (style) => style.number(field));
  const flag = (field: number): boolean | undefined => firstOf(chain, PARAGRAPH, (style) => style.flag(field));
  const [firstLine, left, right, after, before] = [7, 11, 19, 20, 21].map(number);
  const spacing = firstOf(chain, PARAGRAPH, (style) => style.message(13));
  return paragraphStyleFrom({
    ...{ firstLine, left, right, after, before },
    alignment: firstOf(chain, PARAGRAPH, (style) => style.uint(1)),
    background: firstOf(chain, PARAGRAPH, (style) => colourOf(style.message(6))),
    lineHeight: {
      amount: spacing?.number(2),
      isRelative: (spacing?.uint(1) ?? RELATIVE_LINES) === RELATIVE_LINES,
    },
    ...{ breakBefore: flag(14), keepWithNext: flag(10) },
    text: textStyleOf(chain),
  });
}

/** Level in the outline from 1; undefined for text that belongs to none. */
export function headingOf(chain: readonly Message[]): number | undefined {
  const named = chain.map((style) => style.message(1)).find((base) => base?.text(1) !== undefined);
  const name = named?.text(1) ?? '';
  const identifier = named?.text(2) ?? '';
  const numbered =
    /^Heading(?: (\d))?(?: |$)/.exec(name) ?? /^(?:text-\d+-)?paragraphstyle-heading-?(\d)?/i.exec(identifier);
  if (numbered) return Math.min(6, Math.max(1, Number(numbered[1] ?? 1)));
  return name === 'Title' ? 1 : undefined;
}

const SHAPE_PROPERTIES = [1, 11];

/** A chain of styles of shapes. */
export function shapeChain(archive: Archive, id: number | undefined): Message[] {
  return chainOf(archive, id, TYPES.shapeStyle, [1]);
}

/** One colour for what something is filled with: of a gradient, the one in which it begins. */
export function fillOf(chain: readonly Message[], path: readonly number[] = SHAPE_PROPERTIES): string | undefined {
  const fill = firstOf(chain, path, (style) => style.message(1));
  return colourOf(fill?.message(1)) ?? colourOf(inside(fill, [2, 2, 1]));
}

export function strokeOf(chain: readonly Message[]): Stroke | undefined {
  const stroke = firstOf(chain, SHAPE_PROPERTIES, (style) => style.message(2));
  const colour = colourOf(stroke?.message(1));
  const width = stroke?.number(2) ?? 0;
  const pattern = stroke?.message(6)?.uint(1) ?? SOLID;
  if (colour === undefined || width <= 0 || pattern === NO_LINE) return undefined;
  return { colour, width, ...(pattern === SOLID ? {} : { dashed: true }) };
}

const SOLID = 1;
const NO_LINE = 2;
