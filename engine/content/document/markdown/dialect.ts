import type { OptionValues } from '../../../formats/options.ts';

export type Dialect = NonNullable<OptionValues['dialect']>;

/** What a dialect of Markdown lacks of all that is read otherwise, and what it has beyond it. */
interface DialectRules {
  /** Rules of the parser that it does not have. */
  readonly lacks: readonly string[];
  readonly hasFrontMatter: boolean;
  readonly hasTasks: boolean;
  /** Headings may end with attributes in braces. */
  readonly hasAttributes: boolean;
  /** Tables of plus signs, and columns under rules of hyphens. */
  readonly hasPandocTables: boolean;
  /** The description of an image that is a paragraph by itself is its caption. */
  readonly hasFigures: boolean;
  /** All lines of a paragraph above a line of hyphens are a heading, and not the last alone. */
  readonly hasLongHeadings: boolean;
}

const ALL: DialectRules = {
  lacks: [],
  hasFrontMatter: true,
  hasTasks: true,
  hasAttributes: true,
  hasPandocTables: true,
  hasFigures: false,
  hasLongHeadings: true,
};
const PLAIN: DialectRules = {
  lacks: [...['table', 'note', 'formula', 'strikethrough', 'tildes', 'superscript', 'attributes', 'raw', 'linkify']],
  hasFrontMatter: false,
  hasTasks: false,
  hasAttributes: false,
  hasPandocTables: false,
  hasFigures: false,
  hasLongHeadings: true,
};
const OLD = { ...PLAIN, hasLongHeadings: false };

/** The dialects as pandoc reads and writes them (https://pandoc.org/MANUAL.html#markdown-variants). */
const DIALECTS: Readonly<Record<Dialect, DialectRules>> = {
  gfm: ALL,
  commonmark: PLAIN,
  strict: { ...OLD, lacks: [...PLAIN.lacks, 'fence'] },
  phpextra: {
    ...OLD,
    lacks: ['formula', 'strikethrough', 'tildes', 'superscript', 'raw', 'linkify'],
    hasAttributes: true,
  },
  multimarkdown: { ...OLD, lacks: ['strikethrough', 'linkify'], hasFigures: true },
  pandoc: { ...ALL, hasFigures: true, hasLongHeadings: false },
};

/** Without a dialect everything is read that any of the usual ones has. */
export function rulesOf(dialect: Dialect | undefined): DialectRules {
  return dialect === undefined ? ALL : DIALECTS[dialect];
}
