import { codeHtml, escapeHtml, formulaHtml, imageHtml, linkHtml, noteMarkHtml, tableHtml } from '../light/html.ts';
import { BARE_ADDRESS, between, matching, span, type InlineRule } from '../light/inlines.ts';
import { isBlank } from '../light/lines.ts';
import { ENTITIES } from './html-in-text.ts';
import { itemBy } from './prose.ts';
import type { WikiLanguage, WikiTools } from './reader.ts';
import { DOKUWIKI, ITALIC_SLASHES, cells, signed, signedItem } from './wikis.ts';

/** A note that is where it is referred to. */
const noteBetween = (open: string, close: string, addNote: WikiTools['addNote']): InlineRule =>
  between(open, close, (content, scanned) => noteMarkHtml(addNote(`<p>${scanned.inner(content.trim())}</p>`)));

/** Tiki Wiki CMS Groupware. */
export const TIKIWIKI: WikiLanguage = {
  headingOf: (line) => {
    const heading = signed(/^(!{1,6})(?:[-+])?\s*/)(line);
    return heading && { ...heading, text: heading.text.replace(/^#\s*/, '') };
  },
  itemOf: (line) => {
    const [mark, term] = /^; ?(.*?): ?/.exec(line) ?? [];
    if (mark !== undefined) return { depth: 1, isOrdered: false, text: `${term} ${line.slice(mark.length)}` };
    return signedItem(/^([*#]+)\s*/)(line);
  },
  itemsAreLines: true,
  enclosed: [
    { open: /^\s*\{CODE\([^)]*\)\}/, close: /\{CODE\}$/ },
    { open: /^\s*\{QUOTE\([^)]*\)\}/, close: /\{QUOTE\}$/, as: 'quote' },
    { open: /^\s*~pp~/, close: /~\/pp~$/ },
    { open: /^\s*~(?:tc|hc)~/, close: /~\/(?:tc|hc)~$/, as: 'hidden' },
  ],
  preformatted: /^ (?=\S)/,
  own: {
    begins: /^\|\|/,
    read(lines, at, tools) {
      let end = at;
      while (
        end < lines.length &&
        !isBlank(lines[end]) &&
        !(lines[end]!.endsWith('||') && (end > at || lines[end]!.length > 2))
      )
        end++;
      const text = lines
        .slice(at, end + 1)
        .join('\n')
        .replace(/^\|\|\n?|\|\|$/g, '');
      const rows = text.split(/\n|\|\|/).map((row) => piped(row).map((cell) => ({ html: tools.inlines(cell.trim()) })));
      return { html: tableHtml(rows), end: end + 1 };
    },
  },
  inlines: () => [
    between('~np~', '~/np~', (content) => escapeHtml(content)),
    between('~pp~', '~/pp~', (content) => codeHtml(content)),
    matching('%', /%%%/y, () => '<br>'),
    matching('{', /\{(?:img|picture|IMG)\b([^{}\n]{0,100000})\}/y, ([, about]) =>
      imageHtml(
        /\b(?:src|fileId|id|attId)\s*=\s*["']?([^\s"'}]+)/i.exec(about!)?.[1] ?? '',
        /\b(?:alt|desc)\s*=\s*(?:"([^"]*)"|(\S+))/.exec(about!)?.[1] ?? '',
      ),
    ),
    matching('{', /\{\/?[A-Z]{1,20}(?:\([^)\n]{0,500}\))?[^{}\n]{0,100}\}/y, () => ''),
    between('((', '))', (content, scanned) => {
      const [address = '', label = address] = content.split('|');
      return linkHtml(`#${address}`, scanned.inner(label));
    }),
    matching(
      '[',
      /\[([^|[\]\n]{1,2000})(?:\|([^|[\]\n]{1,500}))?(?:\|[^[\]\n]{0,200})?\]/y,
      ([, address, label], scanned) =>
        /^(?:[a-z]+:|\/|\w+\.)/i.test(address!)
          ? linkHtml(address!, label === undefined ? escapeHtml(address!) : scanned.inner(label))
          : undefined,
    ),
    matching('~', /~(\d{1,6})~/y, ([, code]) => `&#${code};`),
    matching('~', /~~[#\w,]{1,40}:/y, () => ''),
    between('-+', '+-', (content) => `<code>${escapeHtml(content)}</code>`),
    matching(':', /::(?=\S)|(?<=\S)::/y, () => ''),
    span('===', 'u', { isLoose: true }),
    span('__', 'strong', { isLoose: true }),
    span("''", 'em', { isLoose: true }),
    span('--', 'del', { isLoose: true }),
    ENTITIES,
    BARE_ADDRESS,
  ],
};

/** Cells between strokes, which links have too. */
function piped(row: string): string[] {
  return row
    .replace(/\(\([^()\n]{0,500}\)\)|\[[^[\]\n]{0,500}\]/g, (link) => link.replaceAll('|', '\u0001'))
    .split('|')
    .map((cell) => cell.replaceAll('\u0001', '|'));
}

/** Zim, the desktop wiki. */
export const ZIMWIKI: WikiLanguage = {
  ...DOKUWIKI,
  itemOf: itemBy(/^ *\* +/, /^ *(\d{1,9}|[a-zA-Z])\. +/),
  itemsAreBlocks: true,
  cellsOf: cells(/^\s*\|.*\|$/, (cell) => ({ text: cell.slice(1), isHeader: false })),
  enclosed: [
    { open: /^\{\{\{code:.*$/, close: /^\}\}\}$/ },
    { open: /^'''$/, close: /^'''$/ },
  ],
  quote: /^> ?/,
  silent: /^(?:Content-Type|Wiki-Format|Creation-Date): /,
  inlines: (addNote, lines) => [noteBetween('**{Note:**', '**}**', addNote), ...DOKUWIKI.inlines(addNote, lines)],
};

/** XWiki 2.1. */
export const XWIKI: WikiLanguage = {
  headingOf: (line) => {
    const [, signs, text] = /^(={1,6}) ?(.*?\S) ?\1$/.exec(line) ?? [];
    return signs === undefined ? undefined : { level: signs.length, text: text! };
  },
  itemOf: (line) => {
    const [mark, signs] = /^([*1]+)\.? +/.exec(line) ?? [];
    return mark === undefined
      ? undefined
      : { depth: signs!.length, isOrdered: signs!.endsWith('1'), text: line.slice(mark.length) };
  },
  cellsOf: cells(/^\s*\|/, (cell) => ({ text: cell.replace(/^\|=?/, ''), isHeader: cell.startsWith('|=') })),
  enclosed: [{ open: /^\{\{code\b[^{}]*\}\}/, close: /\{\{\/code\}\}$/ }],
  quote: /^>+ ?/,
  inlines: (addNote) => [
    between('{{{', '}}}', (content) => escapeHtml(content)),
    noteBetween('{{footnote}}', '{{/footnote}}', addNote),
    between('{{formula}}', '{{/formula}}', (tex) => formulaHtml(tex)),
    between('{{code}}', '{{/code}}', (content) => `<code>${escapeHtml(content)}</code>`),
    matching('[', /\[\[image:([^\]|\n]{1,100000})(?:\|\|([^\]\n]{0,1000}))?\]\]/y, ([, source, about = '']) =>
      imageHtml(source!, /\balt="([^"]*)"/.exec(about)?.[1]),
    ),
    between('[[', ']]', (content, scanned) => {
      const [label = '', address] = content.split('>>');
      return linkHtml(address ?? label, address === undefined ? escapeHtml(label) : scanned.inner(label));
    }),
    matching('{', /\{\{\/?[a-z]{1,30}\b[^{}\n]{0,500}\}\}/y, () => ''),
    matching('(', /\(%[^%\n]{0,500}%\)/y, () => ''),
    matching('~', /~(\S)/y, ([, character]) => escapeHtml(character!)),
    matching('\\', /\\\\/y, () => '<br>'),
    span('**', 'strong', { isLoose: true }),
    ITALIC_SLASHES,
    span('__', 'u', { isLoose: true }),
    span('--', 'del', { isLoose: true }),
    span('##', 'code', { isLoose: true }),
    span('^^', 'sup', { isLoose: true }),
    span(',,', 'sub', { isLoose: true }),
    BARE_ADDRESS,
  ],
};

const BB_TAGS: Readonly<Record<string, string>> = {
  ...{ b: 'strong', i: 'em', u: 'u', s: 'del', sub: 'sub', sup: 'sup', quote: 'blockquote', table: 'table', tr: 'tr' },
  ...{ td: 'td', th: 'th', center: 'div', code: 'code', h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' },
};

/** BBCode, as forums know it. */
export const BBCODE: WikiLanguage = {
  enclosed: [{ open: /^\[code\b[^\]]*\]/, close: /\[\/code\]$/ }],
  note: /^\((\d{1,4})\) /,
  silent: /^\* \* \*$/,
  inlines: () => {
    const lists: string[] = [];
    return [
      matching('(', /(?<=\S)\((\d{1,4})\)/y, ([, id]) => noteMarkHtml(id!)),
      matching('[', /\[img\b([^\]\n]{0,500})\]([^[\]\n]{0,200000})\[\/img\]/iy, ([, about, source]) =>
        imageHtml(source!, /\balt="([^"]*)"/.exec(about!)?.[1]),
      ),
      matching('[', /\[url(?:=([^\]\n]{0,2000}))?\]([^]{0,2000}?)\[\/url\]/iy, ([, address, label], scanned) =>
        linkHtml(address ?? label!, scanned.inner(label!)),
      ),
      matching('[', /\[list(?:=([1aAiI]))?\]/iy, ([, type]) => {
        lists.push(type === undefined ? 'ul' : 'ol');
        return type === undefined ? '<ul>' : `<ol type="${type}">`;
      }),
      matching('[', /\[\*\]/y, () => '<li>'),
      matching('[', /\[(\/?)([a-z][a-z0-9]{0,12})(?:=[^\]\n]{0,200})?\]/iy, ([, close, name]) => {
        const tag = BB_TAGS[name!.toLowerCase()];
        if (tag !== undefined) return `<${close}${tag}>`;
        if (name!.toLowerCase() === 'list') return close === '/' && lists.length > 0 ? `</${lists.pop()}>` : undefined;
        return /^(?:size|color|font|spoiler|youtube|left|right|align)$/i.test(name!) ? '' : undefined;
      }),
      BARE_ADDRESS,
    ];
  },
};
