import type { XmlAttributes } from '../../../io/xml.ts';
import { numeral } from '../list-numerals.ts';
import type { ListPlace } from '../model.ts';
import type { NumberedLevel, StylesInUse } from './styles-in-use.ts';

/** Levels that lists of all formats have. */
const LEVELS = 9;
const MAX_NUMBER = 1_000_000;

/** A `text:list` between its tags. */
export interface OpenList {
  readonly style: string | undefined;
  /** The numbers of the items so far, by level; nested lists share them with the outermost one. */
  readonly counts: number[];
}

/** Counts the items of lists as programs that show them do (ODF 1.3 part 3, 5.3). */
export class ListCounts {
  readonly #styles: StylesInUse;
  readonly #byStyle = new Map<string, number[]>();
  readonly #byId = new Map<string, number[]>();

  constructor(styles: StylesInUse) {
    this.#styles = styles;
  }

  /** A list that begins within `outer`, if any; it may go on where another one has ended. */
  open(outer: OpenList | undefined, attributes: XmlAttributes): OpenList {
    const style = attributes.get('style-name') ?? outer?.style;
    const counts = outer?.counts ?? this.#continued(style, attributes) ?? [];
    const id = attributes.get('id');
    if (id !== undefined) this.#byId.set(id, counts);
    if (style !== undefined) this.#byStyle.set(style, counts);
    return { style, counts };
  }

  #continued(style: string | undefined, attributes: XmlAttributes): number[] | undefined {
    const before = attributes.get('continue-list');
    if (before !== undefined) return this.#byId.get(before);
    return attributes.get('continue-numbering') === 'true' ? this.#byStyle.get(style ?? '') : undefined;
  }

  /** An item of the innermost list begins. */
  count(lists: readonly OpenList[], startValue: string | undefined): void {
    const list = lists.at(-1);
    if (!list) return;
    const level = Math.min(lists.length, LEVELS) - 1;
    const { counts, style = '' } = list;
    const next = (counts[level] ?? (this.#styles.numberedLevel(style, level)?.start ?? 1) - 1) + 1;
    counts[level] = Math.min(MAX_NUMBER, startValue === undefined ? next : Number(startValue) || 0);
    counts.length = level + 1;
  }

  /** Where the item is that began last. */
  placeOf(lists: readonly OpenList[]): ListPlace {
    const { counts, style = '' } = lists.at(-1)!;
    const level = Math.min(lists.length, LEVELS) - 1;
    const definition = this.#styles.numberedLevel(style, level);
    if (!definition) return { level, isOrdered: false };
    const number = counts[level];
    return { level, isOrdered: true, ...(number !== undefined && { label: this.#labelOf(definition, style, counts) }) };
  }

  #labelOf({ prefix, suffix, shownLevels }: NumberedLevel, style: string, counts: readonly number[]): string {
    const first = Math.max(0, counts.length - shownLevels);
    const numbers = counts.slice(first).flatMap((number = 1, index) => {
      const shown = this.#styles.numberedLevel(style, first + index);
      return shown ? [numeral(number, FORMATS[shown.format] ?? 'decimal')] : [];
    });
    return `${prefix}${numbers.join('.')}${suffix}`;
  }
}

/** The formats of numbers by their names in OOXML. */
const FORMATS: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '01': 'decimalZero',
};
