import {
  codeHtml,
  escapeHtml,
  formulaHtml,
  imageHtml,
  linkHtml,
  noteMarkHtml,
  tableHtml,
  type CellHtml,
} from '../light/html.ts';
import type { ReadBlock } from '../light/block-reader.ts';
import { BARE_ADDRESS, between, matching, span, type InlineRule } from '../light/inlines.ts';
import { ENTITIES, TAGS } from './html-in-text.ts';
import type { WikiLanguage, WikiTools } from './reader.ts';

const IMAGE = /^(?:File|Image|Datei|Fichier|Archivo|Bild):\s*/i;
/** Options of an image, which are none of its words. */
const IMAGE_OPTION =
  /^(?:thumb|thumbnail|frame|frameless|border|left|right|center|none|upright.*|\d*x?\d+px|link=.*|class=.*|lang=.*|page=.*|baseline|middle|top|bottom|text-top|text-bottom|super|sub)$/i;

function imageOf(content: string): { readonly html: string; readonly caption: string; readonly isFramed: boolean } {
  const [source = '', ...options] = content.split('|').map((each) => each.trim());
  const alternative = options.find((each) => each.startsWith('alt='))?.slice(4);
  const caption = options.findLast((each) => !IMAGE_OPTION.test(each) && !each.startsWith('alt=')) ?? '';
  return {
    html: imageHtml(source.replace(IMAGE, ''), alternative ?? caption),
    caption,
    isFramed: options.some((each) => /^(?:thumb|thumbnail|frame)$/.test(each)),
  };
}

/** Links and images: brackets may be within each other. */
const DOUBLE_BRACKETS: InlineRule = {
  starts: '[',
  read(scanned, at) {
    const { text } = scanned;
    if (!text.startsWith('[[', at) || scanned.find(']]', at) < 0) return undefined;
    const end = IMAGE.test(text.slice(at + 2, at + 14)) ? closeOf(text, at) : scanned.between(at, '[[', ']]')?.end;
    if (end === undefined) return undefined;
    const content = text.slice(at + 2, end - 2);
    if (IMAGE.test(content)) return { html: imageOf(content).html, end };
    if (/^(?:Category|Kategorie|Catégorie):/i.test(content)) return { html: '', end };
    const bar = content.indexOf('|');
    const [address, label] = bar < 0 ? [content, content] : [content.slice(0, bar), content.slice(bar + 1)];
    const [tail = ''] = /^\p{L}{0,40}/u.exec(text.slice(end, end + 40)) ?? [];
    return { html: linkHtml(`#${address}`, scanned.inner(label.trim()) + escapeHtml(tail)), end: end + tail.length };
  },
};

/** Characters of the text of an image at most. */
const MAX_IMAGE = 3000;

function closeOf(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + MAX_IMAGE); at++) {
    const two = text.slice(at, at + 2);
    if (two !== '[[' && two !== ']]') continue;
    depth += two === '[[' ? 1 : -1;
    at++;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Calls of templates, whose text is elsewhere. */
const TEMPLATE: InlineRule = {
  starts: '{',
  read(scanned, start) {
    const { text } = scanned;
    if (!text.startsWith('{{', start) || scanned.find('}}', start) < 0) return undefined;
    let depth = 0;
    for (let at = start; at < Math.min(text.length, start + MAX_IMAGE); at++) {
      const two = text.slice(at, at + 2);
      if (two !== '{{' && two !== '}}') continue;
      depth += two === '{{' ? 1 : -1;
      at++;
      if (depth === 0) return { html: '', end: at + 1 };
    }
    return undefined;
  },
};

const raw = (tag: string, html: (content: string, about: string) => string): InlineRule => ({
  starts: '<',
  read(scanned, at) {
    const { text } = scanned;
    const open = new RegExp(`<${tag}\\b([^<>]{0,300}?)(/?)>`, 'iy');
    open.lastIndex = at;
    const [mark, about = '', closed] = open.exec(text) ?? [];
    if (mark === undefined) return undefined;
    if (closed === '/') return { html: html('', about), end: at + mark.length };
    const end = scanned.find(`</${tag}>`, at + mark.length);
    if (end < 0) return undefined;
    return { html: html(text.slice(at + mark.length, end), about), end: end + tag.length + 3 };
  },
});

function nameIn(about: string): string | undefined {
  return /\bname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s/>]+))/
    .exec(about)
    ?.slice(1)
    .find((each) => each !== undefined);
}

/** Notes are where they are first referred to, by a name where they are so again. */
function notes(addNote: WikiTools['addNote']): InlineRule {
  const named = new Map<string, string>();
  return {
    starts: '<',
    read(scanned, at) {
      const mark = REF.exec(scanned.text.slice(at, at + 300));
      if (!mark) return undefined;
      const name = nameIn(mark[1]!);
      const known = name === undefined ? undefined : named.get(name);
      if (mark[2] === '/') return { html: known === undefined ? '' : noteMarkHtml(known), end: at + mark[0].length };
      const start = at + mark[0].length;
      const end = scanned.find('</ref>', start);
      if (end < 0) return undefined;
      const id = known ?? addNote(`<p>${scanned.inner(scanned.text.slice(start, end).trim())}</p>`);
      if (name !== undefined) named.set(name, id);
      return { html: noteMarkHtml(id), end: end + '</ref>'.length };
    },
  };
}
const REF = /^<ref\b((?:[^<>"]|"[^"]*")*?)(\/?)>/i;

const ATTRIBUTES = /^\s*((?:[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s|"']+)\s*)+)\|(?!\|)/;

/** What lines of a table hold: rows of cells with attributes before their text, which may be further blocks. */
function readTable(lines: readonly string[], start: number, tools: WikiTools): ReadBlock {
  const rows: CellHtml[][] = [];
  let row: CellHtml[] = [];
  let caption = '';
  let open: { readonly about: string; readonly isHeader: boolean; readonly lines: string[] } | undefined;
  const endCell = (): void => {
    if (!open) return;
    const { about, isHeader, lines: content } = open;
    const span = (name: string): number => Number(new RegExp(`${name}\\s*=\\s*["']?(\\d{1,3})`).exec(about)?.[1] ?? 1);
    row.push({ html: tools.blocks(content), isHeader, columns: span('colspan'), rows: span('rowspan') });
    open = undefined;
  };
  const endRow = (): void => {
    endCell();
    if (row.length > 0) rows.push(row);
    row = [];
  };
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line.startsWith('{|')) {
      const end = behindTable(lines, at);
      open?.lines.push(...lines.slice(at, end));
      at = end - 1;
    } else if (line.startsWith('|}')) {
      at++;
      break;
    } else if (line.startsWith('|-')) endRow();
    else if (line.startsWith('|+')) caption = tools.inlines(line.slice(2).replace(ATTRIBUTES, '').trim());
    else if (/^[|!]/.test(line)) {
      const isHeader = line.startsWith('!');
      for (const cell of cellsOf(line.slice(1), isHeader)) {
        endCell();
        const [mark = '', about = ''] = ATTRIBUTES.exec(cell) ?? [];
        open = { about, isHeader, lines: [cell.slice(mark.length).trim()] };
      }
    } else open?.lines.push(lines[at]!);
  }
  // A table that is not closed goes on to the end.
  endRow();
  return { html: tableHtml(rows, caption), end: at };
}

function behindTable(lines: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]!.trimStart();
    if (line.startsWith('{|')) depth++;
    else if (line.startsWith('|}') && --depth === 0) return at + 1;
  }
  return lines.length;
}

function cellsOf(line: string, isHeader: boolean): string[] {
  return line.split(isHeader ? /\|\||!!/ : '||');
}

const LIST = /^([*#:;]+)\s*/;

export const MEDIAWIKI: WikiLanguage = {
  headingOf: (line) => {
    const [, signs, text] = /^(={1,6})\s*(.*?\S)\s*\1\s*(?:<!--.*-->\s*)?$/.exec(line) ?? [];
    return signs === undefined ? undefined : { level: signs.length, text: text! };
  },
  itemOf: (line) => {
    const [mark, signs] = LIST.exec(line) ?? [];
    if (signs === undefined || /^[:;]/.test(signs)) return undefined;
    const text = line.slice(mark!.length);
    const isContinued = /[:;]$/.test(signs);
    const depth = signs.replace(/[:;]+$/, '').length;
    return { depth, isOrdered: signs.replace(/[:;]+$/, '').endsWith('#'), text, isContinued };
  },
  itemsAreLines: true,
  preformatted: /^ (?=\s*\S)(?!\s*\{\|)/,
  enclosed: [
    { open: /^\s*<(?:syntaxhighlight|source|pre)\b[^>]*>/i, close: /<\/(?:syntaxhighlight|source|pre)>$/i },
    { open: /^\s*<!--/, close: /-->$/, as: 'hidden' },
    { open: /^\s*\{\{(?!.*\}\})/, close: /^\s*\}\}$/, as: 'hidden' },
  ],
  silent: /^\s*(?:__[A-Z]+__|<references\b[^>]*\/>|<references>|<\/references>|#REDIRECT\b.*)\s*$/i,
  own: {
    begins: /^(?:[\s:]*\{\||[:;]|\[\[(?:File|Image|Datei|Fichier|Archivo|Bild):.*\]\]\s*$)/i,
    read(lines, at, tools) {
      const line = lines[at]!;
      if (/^[\s:]*\{\|/.test(line)) return readTable(lines, at, tools);
      const [mark] = LIST.exec(line) ?? [];
      if (mark !== undefined) {
        const [term, meaning] = line.startsWith(';')
          ? line.slice(mark.length).split(/ : ?/, 2)
          : [line.slice(mark.length)];
        const told = meaning === undefined ? '' : `<p>${tools.inlines(meaning)}</p>`;
        return { html: `<p>${tools.inlines(term!)}</p>${told}`, end: at + 1 };
      }
      if (closeOf(line, 0) !== line.trimEnd().length) return undefined;
      const { html, caption, isFramed } = imageOf(line.trim().slice(2, -2));
      return { html: `<p>${html}</p>${isFramed ? `<p>${tools.inlines(caption)}</p>` : ''}`, end: at + 1 };
    },
  },
  inlines: (addNote) => [
    between('<!--', '-->', () => ''),
    notes(addNote),
    raw('nowiki', (content) => escapeHtml(content)),
    raw('math', (tex, about) => formulaHtml(tex, /display\s*=\s*"?block/.test(about))),
    raw('syntaxhighlight', (content, about) =>
      /\binline\b/.test(about) ? `<code>${escapeHtml(content)}</code>` : codeHtml(content),
    ),
    raw('pre', (content) => codeHtml(content)),
    TAGS,
    TEMPLATE,
    DOUBLE_BRACKETS,
    matching(
      '[',
      /\[((?:https?:|ftp:|mailto:|\/\/)[^\s\]]{1,2000})(?: +([^\]\n]{0,1000}))?\]/y,
      ([, address, label], scanned) =>
        linkHtml(address!, label === undefined ? escapeHtml(address!) : scanned.inner(label)),
    ),
    matching('_', /__[A-Z]{3,20}__/y, () => ''),
    ENTITIES,
    span("'''''", 'strong', { isLoose: true }),
    span("'''", 'strong', { isLoose: true }),
    span("''", 'em', { isLoose: true }),
    BARE_ADDRESS,
  ],
};
