import type { ReadBlock } from '../light/block-reader.ts';
import { codeHtml, escapeHtml, formulaHtml, imageHtml, linkHtml, noteMarkHtml, tableHtml } from '../light/html.ts';
import { BARE_ADDRESS, between, matching, span } from '../light/inlines.ts';
import { endOfIndented } from '../light/lines.ts';
import { BY_CHARACTERS, type Ruler } from '../markdown/display-columns.ts';
import { gridAt } from '../markdown/pandoc-tables.ts';
import { ENTITIES, TAGS } from './html-in-text.ts';
import type { WikiItem, WikiLanguage, WikiTools } from './reader.ts';

/** A table whose cells are between rules. */
export function readGrid(lines: readonly string[], at: number, tools: WikiTools, ruler?: Ruler): ReadBlock | undefined {
  const table = gridAt(lines, at, ruler);
  if (!table) return undefined;
  const row = (isHeader: boolean) => (cells: readonly string[]) =>
    cells.map((cell) => ({ html: tools.blocks(cell.split('\n')), isHeader }));
  return { html: tableHtml([...table.head.map(row(true)), ...table.body.map(row(false))]), end: table.end };
}

/** Items by their marks, which what belongs to them is indented below. */
export function itemBy(bullet: RegExp, ordered: RegExp): (line: string) => WikiItem | undefined {
  return (line) => {
    const [mark] = bullet.exec(line) ?? [];
    if (mark !== undefined) {
      const [box, tick] = /^\[([ xX])\] +/.exec(line.slice(mark.length)) ?? [''];
      const text = line.slice(mark.length + box.length);
      return { depth: 1, isOrdered: false, text, ...(tick !== undefined && { isChecked: tick !== ' ' }) };
    }
    const [counted, number] = ordered.exec(line) ?? [];
    return counted === undefined
      ? undefined
      : { depth: 1, isOrdered: true, text: line.slice(counted.length), ...(number !== undefined && { mark: number }) };
  };
}

const HADDOCK_ITEM = itemBy(/^ *[*-] +/, /^ *\(?(\d{1,9})[.)] +/);

/** The markup of comments in Haskell (Haddock 2.28). */
export const HADDOCK: WikiLanguage = {
  headingOf: (line) => {
    const [mark, signs] = /^(={1,6}) +/.exec(line) ?? [];
    return mark === undefined ? undefined : { level: signs!.length, text: line.slice(mark.length) };
  },
  itemOf: (line) => {
    const [mark, term] = /^\[(.*?\S)\]:? (?!\()/.exec(line) ?? [];
    return term === undefined
      ? HADDOCK_ITEM(line)
      : { depth: 1, isOrdered: false, term, text: line.slice(mark!.length) };
  },
  itemsAreBlocks: true,
  enclosed: [{ open: /^@$/, close: /^@$/ }],
  silent: /^#(?!notes#)[\w-]+#$/,
  own: {
    begins: /^(?:>|\+[-=:+]+\+|_{10,}$|#notes#$)/,
    read(lines, at, tools) {
      const line = lines[at]!;
      if (line.startsWith('+')) return readGrid(lines, at, tools, BY_CHARACTERS);
      if (line.startsWith('_')) return { html: '<hr>', end: at + 1 };
      if (line.startsWith('>')) {
        let end = at + 1;
        while (lines[end]?.startsWith('>')) end++;
        return {
          html: codeHtml(
            lines
              .slice(at, end)
              .map((each) => each.replace(/^> ?/, ''))
              .join('\n'),
          ),
          end,
        };
      }
      // Notes are the items of a list at the end.
      for (let next = at + 1; next < lines.length;) {
        const item = HADDOCK_ITEM(lines[next]!);
        const end = item ? endOfIndented(lines, next + 1, 1) : next + 1;
        if (item?.mark)
          tools.addNote(tools.blocks([item.text, ...lines.slice(next + 1, end).map((each) => each.trim())]), item.mark);
        next = Math.max(end, next + 1);
      }
      return { html: '', end: lines.length };
    },
  },
  inlines: () => [
    matching('\\', /\\\(([^]{0,2000}?)\\\)/y, ([, tex]) => formulaHtml(tex!)),
    matching('\\', /\\\[([^]{0,4000}?)\\\]/y, ([, tex]) => formulaHtml(tex!, true)),
    matching('\\', /\\([^\p{L}\p{N}\s])/uy, ([, character]) => escapeHtml(character!)),
    between('<<', '>>', (content) => {
      const [, source = '', about = ''] = /^(\S+)\s*([^]*)$/.exec(content) ?? [];
      return imageHtml(source, about);
    }),
    matching('<', /<#notes \[(\d{1,4})\]>/y, ([, id]) => noteMarkHtml(id!)),
    matching(
      '<',
      /<((?:https?:|mailto:|ftp:|#|\.|\/)[^\s<>]{0,2000})(?:\s([^<>]{1,1000}))?>/y,
      ([, address, label], scanned) =>
        linkHtml(address!, label === undefined ? escapeHtml(address!) : scanned.inner(label)),
    ),
    matching('!', /!\[([^[\]]{0,1000})\]\(([^()\s]{1,2000})[^()\n]{0,300}\)/y, ([, about, source]) =>
      imageHtml(source!, about),
    ),
    matching('[', /\[([^[\]]{1,1000})\]\(([^()\s]{1,2000})\)/y, ([, label, address], scanned) =>
      linkHtml(address!, scanned.inner(label!)),
    ),
    span('__', 'strong', { isLoose: true }),
    span('/', 'em'),
    span('@', 'code', { isLoose: true }),
    ENTITIES,
    BARE_ADDRESS,
  ],
};

const MUSE_ITEM = itemBy(/^ +- +/, /^ +(\d{1,9}|[a-zA-Z]|[ivxlcIVXLC]{2,8})\. +/);
const MUSE_TOLD =
  /^#(author|title|date|subtitle|lang|keywords|topics|SORTtopics|SORTauthors|LISTtitle|lisTitle|source|notes|cover|desc|pubdate)\b *(.*)$/;
const IMAGE_FILE = /\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|emf|wmf)(?:\s|$)|^data:/i;

/** Emacs Muse, and the manual of the Anarchist Library. */
export const MUSE: WikiLanguage = {
  headOf: (lines) => {
    const about: Record<string, string> = {};
    let end = 0;
    for (; end < lines.length; end++) {
      const [, name, value] = MUSE_TOLD.exec(lines[end]!) ?? [];
      if (name !== undefined) about[name] = value!;
      else if (lines[end]!.trim() !== '' && !lines[end]!.startsWith(';')) break;
    }
    const { title, subtitle, author, date, lang } = about;
    return {
      about: {
        ...(title && { title }),
        ...(subtitle && { subtitle }),
        ...(author && { author }),
        ...(date && { date }),
        ...(lang && { lang }),
      },
      end,
    };
  },
  headingOf: (line) => {
    const [mark, signs] = /^(\*{1,5}) +/.exec(line) ?? [];
    return mark === undefined ? undefined : { level: signs!.length, text: line.slice(mark.length) };
  },
  itemOf: (line) => {
    const [mark, term] = /^ +(\S.*?) :: *(?=\s|\S|$)/.exec(line) ?? [];
    return (
      MUSE_ITEM(line) ??
      (mark === undefined ? undefined : { depth: 1, isOrdered: false, term: term!, text: line.slice(mark.length) })
    );
  },
  itemsAreBlocks: true,
  itemsAreIndented: true,
  cellsOf: (line) => {
    if (!/^\s+\S?.*\s\|{1,3}(?:\s|$)/.test(line) || /^\s+\|\+/.test(line)) return undefined;
    const isHeader = / \|\| /.test(line);
    return line
      .replace(/\s\|{1,3}$/, ' | ')
      .split(/\s\|{1,3}\s/)
      .map((text) => ({ text, isHeader }));
  },
  enclosed: [
    { open: /^\s*(?:<example>|<src\b[^>]*>)/, close: /(?:<\/example>|<\/src>)$/ },
    { open: /^\s*\{\{\{/, close: /^\s*\}\}\}$/ },
    { open: /^\s*<quote>/, close: /<\/quote>$/, as: 'quote' },
    { open: /^\s*<(?:center|right|biblio|play)>/, close: /<\/(?:center|right|biblio|play)>$/, as: 'text' },
    { open: /^\s*<comment>/, close: /<\/comment>$/, as: 'hidden' },
  ],
  note: /^(?:\[(?=\d{1,4}\])|\{(?=\d{1,4}\}))(\d{1,4})[\]}] /,
  notesAreIndented: true,
  silent: /^(?:; |;$|#[\w-]+$)/,
  own: {
    begins: /^\s*(?:\+[-=:+]+\+$|\|\+ .* \+\|$|> |<verse>)/,
    read(lines, at, tools) {
      const line = lines[at]!.trim();
      if (line.startsWith('+')) return readGrid(lines, at, tools);
      if (line.startsWith('|+')) return { html: `<p>${tools.inlines(line.slice(2, -2).trim())}</p>`, end: at + 1 };
      const isVerse = line.startsWith('<verse>');
      let end = at + 1;
      while (end < lines.length && (isVerse ? !lines[end - 1]!.includes('</verse>') : /^\s*>(?: |$)/.test(lines[end]!)))
        end++;
      const verses = lines.slice(at, end).map((each) => tools.inlines(each.replace(/^\s*>|<\/?verse>/g, '').trim()));
      return { html: `<p>${verses.join('<br>')}</p>`, end };
    },
  },
  inlines: () => [
    between('<verbatim>', '</verbatim>', (content) => escapeHtml(content)),
    between('<code>', '</code>', (content) => `<code>${escapeHtml(content)}</code>`),
    between('[[', ']]', (content, scanned) => {
      const [address = '', label] = content.split('][');
      if (IMAGE_FILE.test(address)) return imageHtml(address.replace(/ \d.*$/, ''), label);
      return linkHtml(address, label === undefined ? escapeHtml(address) : scanned.inner(label));
    }),
    matching('[', /\[(\d{1,4})\]/y, ([, id]) => noteMarkHtml(id!)),
    matching('{', /\{(\d{1,4})\}/y, ([, id]) => noteMarkHtml(id!)),
    matching('<', /<\/?(?:class|ref|span|literal)\b[^<>]{0,300}>/y, () => ''),
    TAGS,
    ENTITIES,
    matching('~', /~~/y, () => '\u00a0'),
    span('***', 'strong'),
    span('**', 'strong'),
    span('*', 'em'),
    span('_', 'u'),
    span('=', 'code', { isVerbatim: true }),
    BARE_ADDRESS,
  ],
};

/** txt2tags 2.6. */
export const T2T: WikiLanguage = {
  headOf: (lines) => {
    if (lines[0] === undefined || lines[0].trim() === '' || lines[0].startsWith('%')) return { about: {}, end: 0 };
    const [title, author, date] = lines.map((line) => line.trim());
    return { about: { ...(title && { title }), ...(author && { author }), ...(date && { date }) }, end: 3 };
  },
  headingOf: (line) => {
    const [, signs, text] = /^\s*(={1,5}|\+{1,5})([^=+].*?)\1(?:\[[\w-]*\])?$/.exec(line) ?? [];
    return signs === undefined ? undefined : { level: signs.length, text: text! };
  },
  itemOf: (line) => {
    const [mark, term] = /^ *: (.*)$/.exec(line) ?? [];
    return mark === undefined
      ? itemBy(/^ *- (?=\S)/, /^ *\+ (?=\S)/)(line)
      : { depth: 1, isOrdered: false, term: term!, text: '' };
  },
  itemsAreBlocks: true,
  cellsOf: (line) => {
    if (!/^\s*\|{1,2}(?: [^|\n]* \|{1,3})+$/.test(line)) return undefined;
    const isHeader = /^\s*\|\|/.test(line);
    return line
      .trim()
      .replace(/^\|{1,2}|\|{1,3}$/g, '')
      .split(/ \|{1,3} /)
      .map((text) => ({ text, isHeader }));
  },
  enclosed: [
    { open: /^\s*```$/, close: /^\s*```$/ },
    { open: /^\s*```(?= )/, close: /$/ },
    { open: /^\s*"""$/, close: /^\s*"""$/ },
    { open: /^\s*'''$/, close: /^\s*'''$/, as: 'hidden' },
    { open: /^%%%$/, close: /^%%%$/, as: 'hidden' },
  ],
  quote: /^ {8}/,
  silent: /^%/,
  own: { begins: /^\s*[_=]{20,}$/, read: (_, at) => ({ html: '<hr>', end: at + 1 }) },
  inlines: () => [
    span('``', 'code', { isVerbatim: true, isLoose: true }),
    span('""', 'span', { isVerbatim: true, isLoose: true }),
    between("''", "''", (content) => content),
    matching('[', /\[([^[\]\s]{1,100000}\.(?:png|jpe?g|gif|svg|bmp|webp))\]/iy, ([, source]) => imageHtml(source!)),
    matching('[', /\[((?:\[[^[\]]{1,500}\]|[^[\]\n]){1,1000}?) ([^[\]\s]{1,2000})\]/y, ([, label, address], scanned) =>
      linkHtml(address!, scanned.inner(label!)),
    ),
    matching(
      '/',
      /\/\/(?=\S)([^\n]{1,1000}?\S)\/\/(?!\/)/y,
      ([, content], scanned) => `<em>${scanned.inner(content!)}</em>`,
    ),
    span('**', 'strong', { isLoose: true }),
    span('__', 'u', { isLoose: true }),
    span('--', 'del', { isLoose: true }),
    BARE_ADDRESS,
  ],
};
