import { scanXml, type XmlAttributes } from '../../../io/xml.ts';
import { numeral } from '../list-numerals.ts';
import type { ListPlace } from '../model.ts';

/** Levels of a list (ECMA-376 17.9.6). */
const LEVELS = 9;
const MAX_NUMBER = 1_000_000;
/** Bullets that are boxes to tick. */
const BOXES: ReadonlyMap<string, Pick<ListPlace, 'isChecked'>> = new Map([
  ['\u2610', { isChecked: false }],
  ['\u2611', { isChecked: true }],
  ['\u2612', { isChecked: true }],
]);

/** How one level of a list is counted. */
export interface ListLevel {
  start: number;
  format: string;
  /** The label with `%1` to `%9` for the numbers of the levels. */
  text: string;
  /** The level whose items begin its count again; 0 for none. */
  restart?: number;
  /** The paragraph style that belongs to it. */
  style?: string;
}

export interface NumberedList {
  /** The definition that it follows, whose count lists share. */
  readonly abstract: string;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Where its levels begin, if not as the definition says. */
  readonly starts: ReadonlyMap<number, number>;
}

/** What a paragraph or its style says of its list; `list` is '0' where it is in none. */
interface NumberingReference {
  readonly list?: string;
  readonly level?: number;
}

/** The lists of a document as Word counts them: gives each of their paragraphs its label, in the order of the text. */
export class Numbering {
  readonly #lists: ReadonlyMap<string, NumberedList>;
  /** What is counted so far, by the definition that lists share. */
  readonly #counts = new Map<string, number[]>();
  readonly #begun = new Set<string>();

  constructor(lists: ReadonlyMap<string, NumberedList>) {
    this.#lists = lists;
  }

  /** Where a paragraph is in its list; nothing if it is in none, or if its list shows no label. */
  next({ list: id = '', level: place }: NumberingReference, style: string | undefined): ListPlace | undefined {
    const list = this.#lists.get(id);
    if (!list) return undefined;
    const level = Math.min(LEVELS - 1, Math.max(0, place ?? levelOfStyle(list, style)));
    const definition = list.levels.get(level);
    if (!definition) return undefined;
    const counts = this.#countsOf(id, list);
    counts[level] = Math.min(MAX_NUMBER, (counts[level] ?? startOf(list, level) - 1) + 1);
    for (let deeper = level + 1; deeper < LEVELS; deeper++) {
      const { restart = deeper } = list.levels.get(deeper) ?? {};
      if (restart !== 0 && level < restart) delete counts[deeper];
    }
    const { format } = definition;
    if (format === 'none') return undefined;
    if (format === 'bullet') return { level, isOrdered: false, ...BOXES.get(definition.text) };
    const number = counts[level];
    return { level, isOrdered: true, number, label: labelOf(list, level, counts) };
  }

  #countsOf(id: string, { abstract, starts }: NumberedList): number[] {
    const counts = this.#counts.get(abstract) ?? [];
    this.#counts.set(abstract, counts);
    if (!this.#begun.has(id)) {
      this.#begun.add(id);
      for (const level of starts.keys()) delete counts[level];
    }
    return counts;
  }
}

function startOf({ levels, starts }: NumberedList, level: number): number {
  return starts.get(level) ?? levels.get(level)?.start ?? 1;
}

function levelOfStyle({ levels }: NumberedList, style: string | undefined): number {
  for (const [level, definition] of levels) if (style !== undefined && definition.style === style) return level;
  return 0;
}

function labelOf(list: NumberedList, level: number, counts: readonly number[]): string {
  return list.levels.get(level)!.text.replace(/%([1-9])/g, (_, place: string) => {
    const at = Number(place) - 1;
    const number = counts[at] ?? startOf(list, at);
    return numeral(number, list.levels.get(at)?.format ?? 'decimal');
  });
}

interface OpenList {
  levels: Map<number, ListLevel>;
  starts: Map<number, number>;
  abstract: string;
}

/** Reads the lists of `numbering.xml` by their ids (ECMA-376 17.9). */
export function readNumbering(source: string, maxDepth: number): Map<string, NumberedList> {
  const abstracts = new Map<string, Map<number, ListLevel>>();
  const lists = new Map<string, OpenList>();
  let open: OpenList | undefined;
  let level: ListLevel | undefined;
  let override = 0;
  const openElement = (name: string, attributes: XmlAttributes): void => {
    const value = attributes.get('val') ?? '';
    if (name === 'abstractNum') {
      open = { levels: new Map(), starts: new Map(), abstract: '' };
      abstracts.set(attributes.get('abstractNumId') ?? '', open.levels);
    } else if (name === 'num') {
      open = { levels: new Map(), starts: new Map(), abstract: '' };
      lists.set(attributes.get('numId') ?? '', open);
    } else if (name === 'abstractNumId' && open) open.abstract = value;
    else if (name === 'lvlOverride') override = Number(attributes.get('ilvl')) || 0;
    else if (name === 'startOverride') open?.starts.set(override, Number(value) || 0);
    else if (name === 'lvl') {
      level = { start: 0, format: 'decimal', text: '' };
      open?.levels.set(Number(attributes.get('ilvl')) || 0, level);
    } else if (level) setLevel(level, name, value);
  };
  scanXml(
    source,
    {
      open: openElement,
      close(name) {
        if (name === 'lvl') level = undefined;
      },
      text() {},
    },
    maxDepth,
  );
  return new Map(
    Array.from(lists, ([id, { abstract, levels, starts }]) => {
      const all = new Map([...(abstracts.get(abstract) ?? []), ...levels]);
      return [id, { abstract, levels: all, starts }] as const;
    }),
  );
}

function setLevel(level: ListLevel, name: string, value: string): void {
  if (name === 'start') level.start = Number(value) || 0;
  else if (name === 'numFmt') level.format = value;
  else if (name === 'lvlText') level.text = value;
  else if (name === 'lvlRestart') level.restart = Number(value) || 0;
  else if (name === 'pStyle') level.style = value;
}
