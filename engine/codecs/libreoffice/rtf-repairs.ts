import { latin1Bytes, latin1Of } from '../../io/bytes.ts';

/** Hexadecimal digits follow it all the same, as some programs wrote images; LibreOffice drops these. */
const BINARY_WITHOUT_LENGTH = /\\bin(?![-a-z\d]) ?/g;
const BINARY = /\\bin\d/;
/** A row with its definition before it. */
const ROW = /\\trowd\b((?:(?!\\trowd\b|\\row\b)[^])*)\\row\b/g;
const CELL = /\\cell(?![a-z\d])/g;
const EDGE = /\\cellx(-?\d+)/g;
const NESTED = /\\(?:itap|nest)/;

/** An RTF file with what LibreOffice needs in order not to leave out images and cells that others show. */
export function withReadableRtf(bytes: Uint8Array): Uint8Array {
  const source = latin1Of(bytes);
  const readable = withInlineImages(withWholeRows(withHexImages(source)));
  return readable === source ? bytes : latin1Bytes(readable);
}

function withHexImages(source: string): string {
  return BINARY.test(source) ? source : source.replace(BINARY_WITHOUT_LENGTH, '');
}

/** A shape as a letter of its line, as Word and LibreOffice write images with a shape of their own. */
const INLINE_SHAPE = /\{\s*\\field(?:\\\w+)*\s*\{\s*\\\*\s*\\fldinst\s*(?:\{\s*)?SHAPE\b/g;
const IMAGE_OF_SHAPE = /\{\s*\\sp\s*\{\s*\\sn\s+pib\s*\}\s*\{\s*\\sv\s*(?=\{\s*\\pict)/;
const DESCRIPTION = /\{\s*\\sp\s*\{\s*\\sn\s+wzDescription\s*\}\s*\{\s*\\sv\s*[^{}\s][^{}]*\}\s*\}/;
const GOALS = /\\pic(?:wgoal|hgoal|scalex|scaley)-?\d+/g;
/** Characters of the group of one image. */
const MAX_GROUP_CHARS = 64 * 1024 * 1024;

/** Images that are letters of their lines as such: LibreOffice would lay them over what is above. */
function withInlineImages(source: string): string {
  if (BINARY.test(source)) return source;
  const written: string[] = [];
  let position = 0;
  for (const { index } of source.matchAll(INLINE_SHAPE)) {
    const end = index < position ? undefined : endOfGroup(source, index);
    const image = end === undefined ? undefined : imageOf(source.slice(index, end));
    if (end === undefined || image === undefined) continue;
    written.push(source.slice(position, index), image);
    position = end;
  }
  return written.length === 0 ? source : written.join('') + source.slice(position);
}

function imageOf(field: string): string | undefined {
  const shape = IMAGE_OF_SHAPE.exec(field);
  const start = shape ? shape.index + shape[0].length : 0;
  const end = shape ? endOfGroup(field, start) : undefined;
  const sides = ['left', 'top', 'right', 'bottom'].map((side) => new RegExp(`\\\\shp${side}(-?\\d+)`).exec(field)?.[1]);
  if (end === undefined || sides.includes(undefined)) return undefined;
  const [left, top, right, bottom] = sides.map(Number) as [number, number, number, number];
  if (right <= left || bottom <= top) return undefined;
  const [description] = DESCRIPTION.exec(field) ?? [];
  const about = description === undefined ? '' : `{\\*\\picprop${description}}`;
  const image = field.slice(start, end).replace(GOALS, '');
  return image.replace(
    /\\pict(?![a-z])/,
    (word) => `${word}${about}\\picwgoal${right - left}\\pichgoal${bottom - top}`,
  );
}

/** Behind the group that begins there. */
function endOfGroup(source: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < source.length && at < start + MAX_GROUP_CHARS; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Rows that define fewer cells than they have: all of them share the width. */
function withWholeRows(source: string): string {
  return source.replace(ROW, (row, content: string) => {
    const cells = content.match(CELL)?.length ?? 0;
    const edges = [...content.matchAll(EDGE)];
    const last = edges.at(-1);
    if (!last || edges.length >= cells || NESTED.test(content)) return row;
    const shared = Array.from(
      { length: cells },
      (_, index) => `\\cellx${Math.round((Number(last[1]) * (index + 1)) / cells)}`,
    );
    const start = row.length - content.length - '\\row'.length + last.index;
    const before = row.slice(0, start).replace(EDGE, '');
    return `${before}${shared.join('')}${row.slice(start + last[0].length)}`;
  });
}

/** A picture of a drawing shape without its image, which fills the shape instead. */
const FILLED_SHAPE =
  /(\{\\sn pib\}\{\\sv \{\\pict(\\\w+blip)(?:\\\w+)*)\s*(\}\}\}(?:(?!\\shpinst)[^])*?)\{\\sp\{\\sn fillType\}\{\\sv 3\}\}\{\\sp\{\\sn fillBlip\}\{\\sv \{\\pict\2\s*([\da-f\s]+)\}\}\}/g;

/** An RTF file as LibreOffice has written it, with the images of its drawing shapes where other programs read them. */
export function withImagesOfShapes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const source = latin1Of(bytes);
  const written = withInlineImages(source.replace(FILLED_SHAPE, '$1\n$4$3'));
  return written === source ? bytes : latin1Bytes(written);
}
