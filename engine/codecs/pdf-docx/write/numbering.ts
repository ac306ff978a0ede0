import { AlignmentType, type INumberingOptions, LevelFormat, type ILevelsOptions } from 'docx';
import type { Paragraph } from '../layout/blocks.ts';
import { formatAt, type NumberFormat, type NumberLabel } from '../layout/labels.ts';
import type { ListDefinition, ListItem } from '../layout/lists.ts';
import { NumberSequence } from '../layout/number-sequence.ts';
import { twips } from './units.ts';
import type { ChooseFont } from './document-fonts.ts';

const FORMATS: Readonly<Record<NumberFormat, ILevelsOptions['format']>> = {
  decimal: LevelFormat.DECIMAL,
  ordinal: LevelFormat.ORDINAL,
  lowerLetter: LevelFormat.LOWER_LETTER,
  upperLetter: LevelFormat.UPPER_LETTER,
  lowerRoman: LevelFormat.LOWER_ROMAN,
  upperRoman: LevelFormat.UPPER_ROMAN,
};

/** Characters of Symbol and Wingdings (mapped to private use) as what they show, and a block as a square. */
const SYMBOL_BULLETS: Readonly<Record<string, string>> = {
  '\uf0b7': '\u2022',
  '\uf0a7': '\u25aa',
  '\uf0a8': '\u25ab',
  '\uf0d8': '\u27a2',
  '\uf0fc': '\u2713',
  '\uf076': '\u2756',
  '\uf0e8': '\u2794',
  '\uf0a2': '\u25cb',
  '\uf06e': '\u25a0',
  '\uf071': '\u2751',
  '\uf02d': '\u2013',
  '\uf06c': '\u25cf',
  '\uf06d': '\u274d',
  '\uf075': '\u25c6',
  '\uf077': '\u2b25',
  '\uf09e': '\u00b7',
  '\uf09f': '\u2022',
  '\uf0a1': '\u25cb',
  '\uf0ab': '\u2605',
  '\uf0b2': '\u2727',
  '\uf0e0': '\u2192',
  '\uf0f0': '\u21e8',
  '\uf046': '\u261e',
  '\u2588': '\u25a0',
};
const MAX_LEVELS = 9;
/** Lists that are defined here are numbered behind those of the layout. */
const FIRST_OWN_ID = 1_000_000;

/** Indents of a list item in points from the edge of its column. */
interface ListIndent {
  readonly left: number;
  readonly hanging: number;
}

/** A level of a list as its first item shows it. */
interface UsedLevel {
  readonly paragraph: Paragraph;
  readonly indent: ListIndent;
  readonly number: NumberLabel | undefined;
}

/** What Word would show next, by levels. */
interface Counted {
  readonly list: ListDefinition;
  counters: readonly number[];
}

/** Collects the lists of the document as they are written. */
export class Numbering {
  readonly #chooseFont: ChooseFont;
  readonly #lists = new Map<ListDefinition, Map<number, UsedLevel>>();
  /** The list that goes on with one of the layout, by that. */
  readonly #counted = new Map<ListDefinition, Counted>();
  #lastId = FIRST_OWN_ID;

  constructor(chooseFont: ChooseFont) {
    this.#chooseFont = chooseFont;
  }

  /** Reference of a list for its paragraphs; the first item of a level sets its indents and its style. */
  use(
    { list: found, level, number }: ListItem,
    paragraph: Paragraph,
    indent: ListIndent,
  ): { reference: string; level: number } {
    const list = number ? this.#listThatShows(number, found) : found;
    const levels = this.#lists.get(list) ?? new Map<number, UsedLevel>();
    this.#lists.set(list, levels);
    if (!levels.has(level)) levels.set(level, { paragraph, indent, number });
    return { reference: referenceOf(list), level };
  }

  /** The list, or a new one that begins with this number where the list would count on to another. */
  #listThatShows(number: NumberLabel, found: ListDefinition): ListDefinition {
    const known = this.#counted.get(found);
    if (known && isNext(number, known)) {
      known.counters = number.path;
      return known.list;
    }
    const isFirst = !known && found.kind === 'number' && found.first.path.join() === number.path.join();
    const list: ListDefinition = isFirst
      ? found
      : { kind: 'number', id: ++this.#lastId, first: number, sequence: new NumberSequence(number) };
    this.#counted.set(found, { list, counters: number.path });
    return list;
  }

  options(): INumberingOptions {
    return {
      config: [...this.#lists].map(([list, used]) => ({
        reference: referenceOf(list),
        levels: Array.from({ length: MAX_LEVELS }, (_, level) => {
          const own = used.get(level);
          return own ? usedLevel(list, level, own, this.#chooseFont) : otherLevel(list, level);
        }),
      })),
    };
  }
}

function isNext({ path }: NumberLabel, { list, counters }: Counted): boolean {
  const level = path.length - 1;
  // Programs do not agree on how a level is counted that a list left out at its beginning.
  if (list.kind === 'number' && path.length < list.first.path.length) return false;
  const counted = counters[level];
  const next = counted === undefined ? startOf(list, level) : counted + 1;
  return path.slice(0, level).every((value, index) => value === counters[index]) && path[level] === next;
}

/** The number with which a level begins wherever it begins again: that of the first item, where this is so deep. */
function startOf(list: ListDefinition, level: number): number {
  return (list.kind === 'number' ? list.first.path[level] : undefined) ?? 1;
}

const referenceOf = ({ id }: ListDefinition): string => `list-${id}`;

function usedLevel(
  list: ListDefinition,
  level: number,
  { paragraph, indent, number }: UsedLevel,
  chooseFont: ChooseFont,
): ILevelsOptions {
  const [glyph] = paragraph.label?.glyphs ?? [];
  return {
    ...labelOptions(list, level, number),
    level,
    alignment: AlignmentType.LEFT,
    style: {
      run: {
        bold: glyph?.font.bold ?? false,
        italics: glyph?.font.italic ?? false,
        color: glyph?.color.slice(1) ?? '000000',
        ...(list.kind === 'bullet' && { font: fontOfBullet(list.character) }),
        ...(glyph &&
          list.kind === 'number' && {
            font: chooseFont(glyph.font, glyph.text).family,
            size: Math.max(2, Math.round(glyph.size * 2)),
          }),
      },
      paragraph: { indent: { left: twips(indent.left), hanging: twips(indent.hanging) } },
    },
  };
}

/** Word's circle is an `o`; a sign of a symbol font that is not known is that of the font which most have. */
function fontOfBullet(character: string): string {
  if (/[\uf000-\uf0ff]/.test(character) && !(character in SYMBOL_BULLETS)) return 'Wingdings';
  return character === 'o' ? 'Courier New' : 'Arial';
}

/** Number format, text and start of a level. A path such as 1.2 names all levels above. */
function labelOptions(list: ListDefinition, level: number, number: NumberLabel | undefined) {
  if (list.kind === 'bullet') {
    return { format: LevelFormat.BULLET, text: SYMBOL_BULLETS[list.character] ?? list.character };
  }
  const { first, sequence } = list;
  const isPath = number !== undefined && number.path.length > 1;
  const numbers = Array.from({ length: level + 1 }, (_, index) => `%${index + 1}`);
  return {
    format: FORMATS[number?.format ?? first.format],
    text: first.prefix + (isPath ? numbers.join('.') : numbers[level]!) + sequence.suffixAt(isPath ? level : 0),
    start: startOf(list, isPath || level === 0 ? level : 0),
  };
}

/** Levels that the PDF does not use, for items that are moved in while editing. */
function otherLevel(list: ListDefinition, level: number): ILevelsOptions {
  const format = [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN][level % 3]!;
  const bullet = ['\u2022', 'o', '\u25aa'][level % 3]!;
  // a level above a path such as 2.1 must count from where the path begins
  const start = list.kind === 'number' ? list.first.path[level] : undefined;
  const parentFormat = list.kind === 'number' ? formatAt(list.first, level) : 'decimal';
  return {
    level,
    format: list.kind === 'bullet' ? LevelFormat.BULLET : start === undefined ? format : FORMATS[parentFormat],
    text: list.kind === 'bullet' ? bullet : `%${level + 1}.`,
    ...(start !== undefined && { start }),
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
  };
}
