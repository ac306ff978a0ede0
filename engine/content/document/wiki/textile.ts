import type { ReadBlock } from '../light/block-reader.ts';
import {
  codeHtml,
  escapeHtml,
  headingHtml,
  imageHtml,
  linkHtml,
  noteMarkHtml,
  tableHtml,
  type CellHtml,
} from '../light/html.ts';
import { BARE_ADDRESS, between, matching, span, type InlineRule } from '../light/inlines.ts';
import { isBlank } from '../light/lines.ts';
import { ENTITIES, TAGS } from './html-in-text.ts';
import type { WikiLanguage, WikiTools } from './reader.ts';

/** Classes, styles, languages and alignment behind a mark. */
const ATTRIBUTES = String.raw`(?:\([^()\n]{0,100}\)|\{[^{}\n]{0,200}\}|\[[\w-]{1,20}\]|[<>=()]{1,10}){0,5}`;
const SIGNATURE = new RegExp(
  `^(h[1-6]|p|bq|bc|pre|notextile|fn\\d+\\^?|###)${ATTRIBUTES}(\\.{1,2})(?::\\S+)? ?(?=\\s|$|.)`,
);
const SIGNED = new RegExp(`^(?:h[1-6]|p|bq|bc|pre|notextile|fn\\d+\\^?|###)${ATTRIBUTES}\\.{1,2}(?::\\S+)?(?: |$)`);
const TABLE = new RegExp(`^\\s*(?:table${ATTRIBUTES}\\..*|(?:${ATTRIBUTES}\\. )?\\|.*)$`);
const CELL = new RegExp(`^(_)?((?:[\\\\/]\\d{1,3}|[<>=^~-]|\\{[^{}]*\\}|\\([^()]*\\)){0,6})\\. ?`);
const REFERENCE = /^\[([\w-]+)\]((?:https?|ftp|mailto):\S*)$/;

/** A block behind its signature, up to a blank line or, with two dots, up to the next signature. */
function readSigned(lines: readonly string[], at: number, tools: WikiTools): ReadBlock | undefined {
  const [mark, kind, dots] = SIGNATURE.exec(lines[at]!) ?? [];
  if (kind === undefined) return undefined;
  const isExtended = dots === '..';
  let end = at + 1;
  while (end < lines.length && (isExtended ? !SIGNED.test(lines[end]!) : !isBlank(lines[end]))) end++;
  const content = [lines[at]!.slice(mark!.length), ...lines.slice(at + 1, end)];
  const text = content.join('\n');
  if (kind === '###') return { html: '', end };
  if (kind === 'bc' || kind === 'pre') return { html: codeHtml(text), end };
  if (kind === 'notextile') return { html: text, end };
  if (kind === 'bq') return { html: `<blockquote>${tools.blocks(content)}</blockquote>`, end };
  const note = /^fn(\d+)/.exec(kind)?.[1];
  if (note !== undefined) tools.addNote(`<p>${tools.inlines(text)}</p>`, note);
  if (note !== undefined) return { html: '', end };
  const html = tools.inlines(text.replaceAll('\n', '<br>\n'));
  return { html: kind === 'p' ? `<p>${html}</p>` : headingHtml(Number(kind[1]), html), end };
}

function readTable(lines: readonly string[], start: number, tools: WikiTools): ReadBlock {
  const rows: CellHtml[][] = [];
  let caption = '';
  let end = start;
  for (; end < lines.length && !isBlank(lines[end]);) {
    let line = lines[end++]!.trim();
    if (/^table.*\.$/.test(line) || /^\|[-^~][^|]*\.$/.test(line)) continue;
    if (line.startsWith('|=')) {
      caption = tools.inlines(line.replace(/^\|=\.? ?|\|$/g, ''));
      continue;
    }
    // Cells may go on in further lines.
    while (!line.endsWith('|') && end < lines.length && !isBlank(lines[end])) line += `\n${lines[end++]}`;
    rows.push(
      line
        .replace(/^[^|\n]*\. (?=\|)/, '')
        .replace(/\|$/, '')
        .slice(1)
        .split('|')
        .map((cell) => {
          const [mark = '', header, about = ''] = CELL.exec(cell) ?? [];
          const spanned = (sign: string): number => Number(new RegExp(`${sign}(\\d+)`).exec(about)?.[1] ?? 1);
          const html = tools.inlines(cell.slice(mark.length).trim().replaceAll('\n', '<br>'));
          return { html, isHeader: header !== undefined, columns: spanned('\\\\'), rows: spanned('/') };
        }),
    );
  }
  return { html: tableHtml(rows, caption), end };
}

const styled = (mark: string, tag: string): InlineRule => {
  const rule = span(mark, tag);
  const about = new RegExp(`${RegExp.escape(mark)}${ATTRIBUTES.replace('{0,5}', '{1,5}')}(?=\\S)`, 'y');
  return {
    starts: mark[0]!,
    read(scanned, at) {
      const read = rule.read(scanned, at);
      about.lastIndex = at;
      const said = read && about.exec(scanned.text)?.[0];
      if (!said || at + said.length >= read.end - mark.length) return read;
      return {
        ...read,
        html: `<${tag}>${scanned.inner(scanned.text.slice(at + said.length, read.end - mark.length))}</${tag}>`,
      };
    },
  };
};

/** Marks within words are in brackets. */
const BRACKETED: InlineRule = {
  starts: '[',
  read(scanned, at) {
    const content = /[\d\n]/.test(scanned.text[at + 1] ?? '\n') ? undefined : scanned.between(at, '[', ']');
    const mark = content && /^ ?([*_@+^~%"!-]|\?\?)[^]*(?:\1|:\S+)$/.exec(content.content);
    return mark ? { html: scanned.inner(content.content.trim()), end: content.end } : undefined;
  },
};

const SIGNS: Readonly<Record<string, string>> = { r: 'reg', c: 'copy', tm: 'trade' };

/** Links: addresses end before punctuation, and some are given by a name. */
function links(references: ReadonlyMap<string, string>): InlineRule {
  return matching(
    '"',
    /"(?=[^\s":])((?:[^"\n]|\n(?!\n)){1,1000}?)":((?:[^\s|[\]<>"]){1,2000})/y,
    ([, label, target], scanned) => {
      const address = target!.replace(/[.,;:!?)]+$/, '');
      const shown = label!.replace(/^(?:\([^()]*\)|\{[^{}]*\})/, '').replace(/(?<=\S) ?\([^()]*\)$/, '');
      const content = shown === '$' ? escapeHtml(address) : scanned.inner(shown);
      return `${linkHtml(references.get(address) ?? address, content)}${escapeHtml(target!.slice(address.length))}`;
    },
  );
}

/** Textile (textile-lang.com). */
export const TEXTILE: WikiLanguage = {
  itemOf: (line) => {
    const [mark, signs] = /^\s*([*#]+)(?:\([^()\n]*\)|\{[^{}\n]*\}|\d+|_)?\s+/.exec(line) ?? [];
    if (mark === undefined) return undefined;
    return { depth: signs!.length, isOrdered: signs!.endsWith('#'), text: line.slice(mark.length) };
  },
  enclosed: [
    { open: /^\s*<pre\b[^>]*>(?:\s*<code\b[^>]*>)?/i, close: /(?:<\/code>\s*)?<\/pre>$/i },
    { open: /^\s*<!--/, close: /-->$/, as: 'hidden' },
    { open: /^<notextile>/, close: /<\/notextile>$/, as: 'html' },
  ],
  own: {
    begins: new RegExp(`${SIGNED.source}|${TABLE.source}|${REFERENCE.source}|^- .* :=`),
    read(lines, at, tools) {
      const line = lines[at]!;
      if (SIGNED.test(line)) return readSigned(lines, at, tools);
      if (TABLE.test(line)) return readTable(lines, at, tools);
      if (REFERENCE.test(line)) return { html: '', end: at + 1 };
      const [term = '', ...meaning] = line.slice(2).split(' :=');
      let end = at + 1;
      while (end < lines.length && !isBlank(lines[end]) && !/^- .* :=/.test(lines[end]!)) end++;
      const told = [meaning.join(' :='), ...lines.slice(at + 1, end)].join('\n').replace(/=:\s*$/, '');
      return { html: `<dl><dt>${tools.inlines(term)}</dt><dd>${tools.inlines(told)}</dd></dl>`, end };
    },
  },
  inlines: (_, lines) => [
    between('==', '==', (content) => (content.includes('\n') ? undefined : content)),
    between('<notextile>', '</notextile>', (content) => content),
    matching('<', /<code\b[^>]{0,200}>([^]{0,4000}?)<\/code>/iy, ([, code]) => `<code>${escapeHtml(code!)}</code>`),
    TAGS,
    ENTITIES,
    span('@', 'code', { isVerbatim: true }),
    matching('[', /\[(\d{1,4})!?\]/y, ([, id]) => noteMarkHtml(id!)),
    BRACKETED,
    links(
      new Map(
        lines.flatMap((line) => {
          const [, name, address] = REFERENCE.exec(line) ?? [];
          return name === undefined ? [] : [[name, address!] as const];
        }),
      ),
    ),
    matching(
      '!',
      /!(?=\S)(?:[<>=]|\{[^{}\n]{0,200}\}|\([\w #-]{0,100}\)){0,3}([^\s!()]{1,100000})(?:\(([^()\n]{0,500})\))?!(?::([^\s|]{1,2000}))?/y,
      ([, source, about = '', address]) => {
        const image = imageHtml(source!, about);
        return address === undefined ? image : linkHtml(address, image);
      },
    ),
    matching('(', /\((r|c|tm)\)/iy, ([, sign]) => `&${SIGNS[sign!.toLowerCase()]};`),
    ...(
      [
        ['**', 'b'],
        ['*', 'strong'],
        ['__', 'i'],
        ['_', 'em'],
        ['??', 'cite'],
        ['-', 'del'],
        ['+', 'ins'],
        ['^', 'sup'],
        ['~', 'sub'],
        ['%', 'span'],
      ] as const
    ).map(([mark, tag]) => styled(mark, tag)),
    BARE_ADDRESS,
  ],
};
