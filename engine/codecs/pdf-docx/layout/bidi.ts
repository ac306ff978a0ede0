import type { Glyph, PageModel } from '../../../content/pages/model.ts';

/** Strong right-to-left letters: Hebrew, Arabic, Syriac, Thaana, N'Ko and their extensions. */
const RTL_LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
/** Between digits these belong to the number: 1,234.5 or 12/11/2026. */
const NUMBER_SEPARATOR = /^[.,:/\-\u066b\u066c]$/;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

type Direction = 'ltr' | 'rtl' | 'number' | 'neutral';

function directionOf({ text }: Glyph): Direction {
  if (DIGIT.test(text)) return 'number';
  if (RTL_LETTER.test(text)) return 'rtl';
  return LETTER.test(text) ? 'ltr' : 'neutral';
}

export const isRtlText = (text: string): boolean => RTL_LETTER.test(text);

/** Whether most letters of a page are right-to-left ones. */
export function isRtlPage(glyphs: readonly Glyph[]): boolean {
  let rtl = 0;
  let ltr = 0;
  for (const glyph of glyphs) {
    const direction = directionOf(glyph);
    if (direction === 'rtl') rtl++;
    else if (direction === 'ltr') ltr++;
  }
  return rtl > ltr;
}

/**
 * The page as in a mirror. On a right-to-left page this puts the start of every line, the first column and the first
 * table column at the left, so that the layout analysis has only one direction to know; Word's own terms for such text
 * (start, end) are the mirrored ones as well.
 */
export function mirrorPage(page: PageModel): PageModel {
  const flip = <T extends { readonly x0: number; readonly x1: number }>(box: T): T => ({
    ...box,
    x0: page.width - box.x1,
    x1: page.width - box.x0,
  });
  return {
    ...page,
    glyphs: page.glyphs.map((glyph) => flip({ ...glyph, originX: page.width - glyph.originX })),
    fills: page.fills.map(flip),
    images: page.images.map(flip),
    links: page.links.map(flip),
    ...(page.fields && { fields: page.fields.map(flip) }),
    rules: page.rules.map((rule) =>
      rule.axis === 'v'
        ? { ...rule, position: page.width - rule.position }
        : { ...rule, start: page.width - rule.end, end: page.width - rule.start },
    ),
  };
}

/**
 * Visual order (from the start side of the line) to reading order: runs against the direction of the line are turned
 * around. A small part of the Unicode Bidirectional Algorithm (UAX 9), enough for what a line of print shows.
 */
export function logicalOrder(glyphs: readonly Glyph[], rtl: boolean): readonly Glyph[] {
  const directions = glyphs.map(directionOf);
  if (!rtl && !directions.includes('rtl')) return glyphs;
  const result = [...glyphs];
  if (rtl) {
    const runs = leftToRightRuns(glyphs, directions);
    for (const [from, to] of runs) reverse(result, from, to);
    const inRun = (index: number): boolean => runs.some(([from, to]) => index >= from && index < to);
    return result.map((glyph, index) => (MIRRORED[glyph.text] && !inRun(index) ? mirrorBracket(glyph) : glyph));
  }
  for (const [from, to] of rightToLeftRuns(directions)) {
    reverse(result, from, to);
    const inner = result.slice(from, to);
    for (const [start, end] of numberRuns(inner, inner.map(directionOf))) reverse(result, from + start, from + end);
  }
  return result;
}

function mirrorBracket(glyph: Glyph): Glyph {
  const mirrored = MIRRORED[glyph.text];
  return mirrored ? { ...glyph, text: mirrored } : glyph;
}

function reverse(glyphs: Glyph[], from: number, to: number): void {
  glyphs.splice(from, to - from, ...glyphs.slice(from, to).reverse());
}

/** Runs [from, to) from one right-to-left letter to another, with whatever is between but no other letters. */
function rightToLeftRuns(directions: readonly Direction[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let index = 0; index < directions.length; index++) {
    if (directions[index] !== 'rtl') continue;
    const from = index;
    let to = index + 1;
    for (let next = to; next < directions.length && directions[next] !== 'ltr'; next++) {
      if (directions[next] === 'rtl') to = next + 1;
    }
    runs.push([from, to]);
    index = to - 1;
  }
  return runs;
}

/** Runs of left-to-right words and numbers inside right-to-left text. */
function leftToRightRuns(glyphs: readonly Glyph[], directions: readonly Direction[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let index = 0; index < directions.length; index++) {
    const direction = directions[index];
    if (direction !== 'ltr' && direction !== 'number') continue;
    let to = index + 1;
    let hasLetter = direction === 'ltr';
    for (let next = to; next < directions.length && directions[next] !== 'rtl'; next++) {
      if (directions[next] === 'neutral') continue;
      const onlySeparator = next === to || (next === to + 1 && NUMBER_SEPARATOR.test(glyphs[to]!.text));
      const joins = hasLetter || directions[next] === 'ltr' || onlySeparator;
      if (!joins) break;
      hasLetter ||= directions[next] === 'ltr';
      to = next + 1;
    }
    runs.push([index, to]);
    index = to - 1;
  }
  return runs;
}

function numberRuns(glyphs: readonly Glyph[], directions: readonly Direction[]): [number, number][] {
  return leftToRightRuns(
    glyphs,
    directions.map((direction) => (direction === 'ltr' ? 'neutral' : direction)),
  );
}
