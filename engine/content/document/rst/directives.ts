import { parse } from 'csv-parse/sync';
import { codeHtml, formulaHtml, imageHtml, linkHtml, tableHtml, type CellHtml } from '../light/html.ts';
import { dedented, indentOf, isBlank, trimmedLines } from '../light/lines.ts';
import { rawHtml } from '../markup-text/raw-blocks.ts';
import type { Directive } from './definitions.ts';

/** How a directive's parts are read: its blocks, and a line of its text. */
export interface DirectiveReader {
  readonly blocks: (lines: readonly string[]) => string;
  readonly inlines: (text: string) => string;
  readonly addressOf: (name: string) => string | undefined;
}

type ReadDirective = (directive: Directive, reader: DirectiveReader) => string;

const nothing: ReadDirective = () => '';
/** What it says of its content is no text. */
const content: ReadDirective = ({ content: lines }, { blocks }) => blocks(lines);
const quote: ReadDirective = ({ argument, content: lines }, { blocks }) =>
  `<blockquote>${blocks([argument, '', ...lines])}</blockquote>`;
const titled: ReadDirective = ({ argument, options, content: lines }, { blocks, inlines }) => {
  const subtitle = options.get('subtitle');
  const title = subtitle === undefined ? argument : `${argument}: ${subtitle}`;
  return `<div><p><strong>${inlines(title)}</strong></p>${blocks(lines)}</div>`;
};
const code: ReadDirective = ({ argument, content: lines }) => codeHtml(textOf(lines), argument.trim());

/** The directives of docutils, and of Sphinx as far as they are no text; others are what is in them. */
const DIRECTIVES: Readonly<Record<string, ReadDirective>> = {
  ...Object.fromEntries(
    ['class', 'container', 'compound', 'only', 'ifconfig', 'line-block'].map((name) => [name, content]),
  ),
  ...Object.fromEntries(
    ['code', 'code-block', 'sourcecode', 'parsed-literal', 'doctest', 'literalinclude'].map((name) => [name, code]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'role',
        'default-role',
        'highlight',
        'include',
        'index',
        'contents',
        'toctree',
        'sectnum',
        'header',
        'footer',
      ],
      ...['module', 'currentmodule', 'target-notes', 'meta', 'title', 'tabularcolumns', 'bibliography'],
    ].map((name) => [name, nothing]),
  ),
  ...Object.fromEntries(['pull-quote', 'epigraph', 'highlights'].map((name) => [name, quote])),
  ...Object.fromEntries(['sidebar', 'topic', 'rubric', 'centered'].map((name) => [name, titled])),
  raw: ({ argument, content: lines }) => {
    return rawHtml(argument.trim(), textOf(lines));
  },
  math: ({ argument, content: lines }) =>
    chunksOf([argument, '', ...lines])
      .map((tex) => `<p>${formulaHtml(tex, true)}</p>`)
      .join(''),
  image: (directive, reader) => `<p>${imageOf(directive, reader)}</p>`,
  figure: (directive, reader) =>
    `<figure>${imageOf(directive, reader)}<figcaption>${reader.blocks(directive.content)}</figcaption></figure>`,
  table: ({ argument, content: lines }, { blocks, inlines }) =>
    blocks(lines).replace(/^<table>/, () => `<table><caption>${inlines(argument)}</caption>`),
  'list-table': ({ argument, options, content: lines }, { blocks, inlines }) => {
    const rows = itemsOf(trimmedLines(lines)).map((row) => itemsOf(trimmedLines(row)));
    const heads = Number(options.get('header-rows') ?? 0);
    return tableHtml(
      rows.map((row, y) => row.map((cell): CellHtml => ({ html: blocks(cell), isHeader: y < heads }))),
      inlines(argument),
    );
  },
  'csv-table': ({ argument, options, content: lines }, { blocks, inlines }) => {
    const head = options.get('header');
    const delimiter = options.get('delim');
    const heads = Number(options.get('header-rows') ?? 0) + (head === undefined ? 0 : 1);
    const rows = recordsOf([...(head === undefined ? [] : [head]), ...lines], delimiter);
    return tableHtml(
      rows.map((row, y) => row.map((cell): CellHtml => ({ html: blocks(cell.split('\n')), isHeader: y < heads }))),
      inlines(argument),
    );
  },
};

const ADMONITIONS = /^(?:attention|caution|danger|error|hint|important|note|tip|warning|admonition|seealso)$/;

export function readDirectiveHtml(directive: Directive, reader: DirectiveReader): string {
  const { name, argument, content: lines } = directive;
  const read = Object.hasOwn(DIRECTIVES, name) ? DIRECTIVES[name] : undefined;
  if (read) return read(directive, reader);
  const inner = reader.blocks([argument, '', ...dedented(lines)]);
  return ADMONITIONS.test(name) ? `<div class="${name}">${inner}</div>` : `<div>${inner}</div>`;
}

function textOf(lines: readonly string[]): string {
  return dedented(trimmedLines(lines)).join('\n');
}

function chunksOf(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .filter((chunk) => chunk.trim() !== '');
}

function imageOf({ argument, options }: Directive, { addressOf }: DirectiveReader): string {
  const image = imageHtml(argument.replace(/\s+/g, ''), options.get('alt') ?? '');
  const target = options.get('target')?.trim();
  if (target === undefined) return image;
  const named = target.endsWith('_') ? addressOf(target.slice(0, -1).replace(/^`|`$/g, '')) : undefined;
  return linkHtml(named ?? target, image);
}

/** The items of a list with bullets, each as its lines. */
function itemsOf(lines: readonly string[]): string[][] {
  const margin = lines.length === 0 ? 0 : indentOf(lines[0]!);
  const items: string[][] = [];
  for (const line of lines) {
    const [mark] = /^[*+-](?: +|$)/.exec(line.slice(margin)) ?? [];
    if (!isBlank(line) && indentOf(line) === margin && mark !== undefined)
      items.push([' '.repeat(mark.length) + line.slice(margin + mark.length)]);
    else items.at(-1)?.push(line.slice(margin));
  }
  return items.map(dedented);
}

/** Nothing where it is no CSV. */
function recordsOf(lines: readonly string[], delimiter: string | undefined): string[][] {
  const single = delimiter === 'tab' ? '\t' : delimiter === 'space' ? ' ' : (delimiter ?? ',');
  try {
    return parse(dedented(lines).join('\n'), {
      delimiter: single,
      relaxColumnCount: true,
      skipEmptyLines: true,
      ltrim: true,
      relaxQuotes: true,
    });
  } catch {
    return [];
  }
}
