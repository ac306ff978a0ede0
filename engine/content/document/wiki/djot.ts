import { escapeHtml, formulaHtml, imageHtml, linkHtml, noteMarkHtml, tableHtml, codeHtml } from '../light/html.ts';
import { matching, span, type InlineRule } from '../light/inlines.ts';
import { isBlank } from '../light/lines.ts';
import { rawHtml } from '../markup-text/raw-blocks.ts';
import { itemBy } from './prose.ts';
import type { WikiLanguage } from './reader.ts';

const REFERENCE = /^\[([^\]^][^\]]{0,200})\]:\s*(\S*)\s*$/;
const FENCE = /^( *)(`{3,}|~{3,}) *([^\s`]*) *$/;
const ATTRIBUTES = /\{(?:[^{}"]|"[^"]*"){0,500}\}/y;

/** Text between a mark and its end, each of which may have a brace at its outer side. */
function marked(mark: string, tag: string, isBraced = false): InlineRule {
  const open = `{${mark}`;
  const close = `${mark}}`;
  const plain = span(mark, tag, { isLoose: true });
  return {
    starts: isBraced ? '{' : `{${mark[0]}`,
    read(scanned, at) {
      const braced = scanned.between(at, open, close);
      if (braced) return { html: `<${tag}>${scanned.inner(braced.content)}</${tag}>`, end: braced.end };
      return isBraced ? undefined : plain.read(scanned, at);
    },
  };
}

/** Code and formulas between as many backticks as there are before it. */
const VERBATIM: InlineRule = {
  starts: '`$',
  read(scanned, at) {
    const [mark, dollars, ticks] = /^(\${0,2})(`{1,20})/.exec(scanned.text.slice(at, at + 22)) ?? [];
    if (ticks === undefined) return undefined;
    const start = at + mark!.length;
    const end = scanned.search(new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g'), start);
    if (end < 0) return undefined;
    const content = scanned.text.slice(start, end).replace(/^ (?=`)|(?<=`) $/g, '');
    const html = dollars === '' ? `<code>${escapeHtml(content)}</code>` : formulaHtml(content, dollars === '$$');
    return { html, end: end + ticks.length };
  },
};

/** Links and images by their text and, behind it, an address or the name of one. */
function links(references: ReadonlyMap<string, string>): InlineRule {
  const target = /\((?:<([^<>]*)>|((?:[^()\s]|\s(?=[^()]*\))|\([^()]*\)){0,200000}))\)|\[([^[\]]{0,500})\]/y;
  return {
    starts: '[!',
    read(scanned, at) {
      const { text } = scanned;
      const isImage = text.startsWith('![', at);
      if (text[at] === '!' && !isImage) return undefined;
      const open = at + (isImage ? 1 : 0);
      const close = scanned.find(']', open) < 0 ? undefined : closeOf(text, open);
      if (close === undefined) return undefined;
      const label = text.slice(open + 1, close);
      target.lastIndex = close + 1;
      const found = target.exec(text);
      if (!found) {
        ATTRIBUTES.lastIndex = close + 1;
        return ATTRIBUTES.test(text) ? { html: scanned.inner(label), end: ATTRIBUTES.lastIndex } : undefined;
      }
      const named = found[3] === undefined ? undefined : found[3] || label;
      const address =
        named === undefined ? (found[1] ?? found[2]!) : (references.get(named.replace(/\s+/g, ' ')) ?? '');
      const plain = address.replace(/\s+/g, '').replace(/\\([^\w\s])/g, '$1');
      const shown = scanned.inner(label);
      return { html: isImage ? imageHtml(plain, label) : linkHtml(plain, shown), end: target.lastIndex };
    },
  };
}

/** Characters between brackets at most. */
const MAX_LABEL = 3000;

function closeOf(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + MAX_LABEL); at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return at;
  }
  return undefined;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
}

const TABLE = /^\s*\|.*\|$/;
const ITEM = itemBy(/^ *[-*+] +/, /^ *\(?(\d{1,9}|[a-zA-Z]|[ivxlcIVXLC]{1,8})[.)] +/);

/** Djot (djot.net). */
export const DJOT: WikiLanguage = {
  headingOf: (line) => {
    const [mark, signs] = /^(#{1,6}) +/.exec(line) ?? [];
    return mark === undefined ? undefined : { level: signs!.length, text: line.slice(mark.length) };
  },
  itemOf: (line) => {
    const [mark, term] = /^ *: +(.*)$/.exec(line) ?? [];
    if (/^\s*(?:[-*]\s*){3,}$/.test(line)) return undefined;
    return mark === undefined ? ITEM(line) : { depth: 1, isOrdered: false, term: term!, text: '' };
  },
  itemsAreBlocks: true,
  quote: /^> ?/,
  note: /^\[\^([^\]\s]{1,100})\]: */,
  notesAreIndented: true,
  silent: /^\s*(?::{3,}.*|\{(?![-=+*_^~'"])(?:[^{}"]|"[^"]*")*\})$/,
  own: {
    begins: new RegExp(`${FENCE.source}|${TABLE.source}|${REFERENCE.source}|^\\s*(?:[-*]\\s*){3,}$|^\\^ `),
    read(lines, at, tools) {
      const line = lines[at]!;
      const [, indent, fence, language] = FENCE.exec(line) ?? [];
      if (fence !== undefined) {
        const close = lines.findIndex(
          (each, index) => index > at && each.trim().startsWith(fence) && each.trim().replaceAll(fence[0]!, '') === '',
        );
        const end = close < 0 ? lines.length : close;
        const code = lines.slice(at + 1, end).map((each) => each.replace(new RegExp(`^ {0,${indent!.length}}`), ''));
        const html = language!.startsWith('=')
          ? rawHtml(language!.slice(1), code.join('\n'))
          : codeHtml(code.join('\n'), language);
        return { html, end: end + 1 };
      }
      if (REFERENCE.test(line)) return { html: '', end: at + 1 };
      if (line.startsWith('^ ')) return { html: `<p>${tools.inlines(line.slice(2))}</p>`, end: at + 1 };
      if (!TABLE.test(line)) return { html: '<hr>', end: at + 1 };
      let end = at;
      const rows: { html: string; isHeader: boolean }[][] = [];
      for (; end < lines.length && TABLE.test(lines[end]!); end++) {
        const cells = cellsOf(lines[end]!);
        if (cells.every((each) => /^\s*:?-+:?\s*$/.test(each))) {
          rows[rows.length - 1] = (rows.at(-1) ?? []).map((each) => ({ ...each, isHeader: true }));
        } else
          rows.push(
            cells.map((each) => ({ html: tools.inlines(each.trim().replaceAll('\\|', '|')), isHeader: false })),
          );
      }
      let next = end;
      while (next < lines.length && isBlank(lines[next])) next++;
      const isTitled = lines[next]?.startsWith('^ ') === true;
      const caption = isTitled ? tools.inlines(lines[next]!.slice(2)) : '';
      return { html: tableHtml(rows, caption), end: isTitled ? next + 1 : end };
    },
  },
  inlines: (_, lines) => [
    matching('\\', /\\\n/y, () => '<br>\n'),
    matching('\\', /\\ /y, () => '\u00a0'),
    matching('\\', /\\([^\p{L}\p{N}\s])/uy, ([, character]) => escapeHtml(character!)),
    VERBATIM,
    matching('[', /\[\^([^\]\s]{1,100})\]/y, ([, id]) => noteMarkHtml(id!)),
    links(
      new Map(
        lines.flatMap((line) => {
          const [, name, address] = REFERENCE.exec(line) ?? [];
          return name === undefined ? [] : [[name, address!] as const];
        }),
      ),
    ),
    matching('<', /<((?:https?:|mailto:|ftp:)[^<>\s]{1,2000}|[\w.+-]{1,64}@[\w.-]{1,255})>/y, ([, address]) =>
      linkHtml(/^[\w+.-]+:/.test(address!) ? address! : `mailto:${address}`, escapeHtml(address!)),
    ),
    marked('*', 'strong'),
    marked('_', 'em'),
    marked('^', 'sup'),
    marked('~', 'sub'),
    marked('-', 'del', true),
    marked('+', 'ins', true),
    marked('=', 'mark', true),
    matching('{', new RegExp(ATTRIBUTES.source, 'y'), ([all]) => (/^\{[.#%\w]/.test(all) ? '' : undefined)),
    matching('.', /\.\.\./y, () => '…'),
    matching('-', /-{2,3}/y, ([dash]) => (dash.length === 3 ? '—' : '–')),
  ],
};
