import { escapeHtml, formulaHtml, imageHtml, linkHtml, noteMarkHtml } from '../light/html.ts';
import { BARE_ADDRESS, between, matching, span, type InlineRule, type InlineText } from '../light/inlines.ts';
import { TAGS, tagsOf } from './html-in-text.ts';
import type { WikiCell, WikiItem, WikiLanguage } from './reader.ts';

type Heading = ReturnType<NonNullable<WikiLanguage['headingOf']>>;
type Item = WikiItem | undefined;

/** Headings between signs, of which more mean a deeper level. */
const between6 = (line: string): Heading => {
  const [, signs, text] = /^\s*(={1,6})\s*(.*?\S)\s*=*$/.exec(line) ?? [];
  return signs === undefined ? undefined : { level: signs.length, text: text! };
};
export const signed =
  (pattern: RegExp) =>
  (line: string): Heading => {
    const match = pattern.exec(line);
    return match ? { level: match[1]!.length, text: line.slice(match[0].length) } : undefined;
  };
/** Items by as many signs as they are deep. */
export const signedItem =
  (pattern: RegExp) =>
  (line: string): Item => {
    const match = pattern.exec(line);
    return match
      ? { depth: match[1]!.length, isOrdered: match[1]!.endsWith('#'), text: line.slice(match[0].length) }
      : undefined;
  };
/** Items by their indents. */
const indentedItem =
  (pattern: RegExp, ordered: RegExp) =>
  (line: string): Item => {
    const match = pattern.exec(line);
    return match
      ? { depth: match[1]!.length + 1, isOrdered: ordered.test(match[2]!), text: line.slice(match[0].length) }
      : undefined;
  };

/** Cells between strokes; a link may have a stroke in it. */
function piped(line: string, stroke: RegExp): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < line.length; at++) {
    const two = line.slice(at, at + 2);
    if (two === '[[' || two === '{{') depth++;
    else if ((two === ']]' || two === '}}') && depth > 0) depth--;
    else if (depth === 0 && stroke.test(line[at]!)) {
      pieces.push(line.slice(start, at));
      start = at;
    }
  }
  pieces.push(line.slice(start));
  return pieces.slice(1);
}

export const cells =
  (begins: RegExp, headerOf: (cell: string) => { text: string; isHeader: boolean }) =>
  (line: string): readonly WikiCell[] | undefined => {
    if (!begins.test(line)) return undefined;
    const plain = line.trim();
    if (/^[|:\s-]+$/.test(plain) && plain.includes('-')) return [];
    return piped(plain.replace(/[|^]+$/, ''), /[|^]/).map(headerOf);
  };

export const DOUBLE_LINK = between('[[', ']]', (content, scanned) => {
  if (content.includes('\n\n')) return undefined;
  const bar = content.indexOf('|');
  const [address, label] = bar < 0 ? [content, undefined] : [content.slice(0, bar), content.slice(bar + 1)];
  return linkHtml(addressOf(address), label === undefined ? escapeHtml(address) : scanned.inner(label.trim()));
});
export const IMAGE = between('{{', '}}', (content) => {
  const [source = '', ...rest] = content.split('|');
  return imageHtml(
    source
      .trim()
      .replace(/\?[\dx]+$/, '')
      .replace(/^:/, ''),
    rest.join(' '),
  );
});

function addressOf(address: string): string {
  const plain = address.trim();
  return /^(?:[a-z][\w+.-]*:|[/.#])/i.test(plain) ? plain : `#${plain}`;
}

export const ITALIC_SLASHES: InlineRule = {
  starts: '/',
  read: (scanned, at) => (scanned.text[at - 1] === ':' ? undefined : SLASHES.read(scanned, at)),
};
const SLASHES = span('//', 'em', { isLoose: true });

export const CREOLE: WikiLanguage = {
  headingOf: between6,
  itemOf: signedItem(/^\s*([*#]+)(?![*#])\s+/),
  cellsOf: cells(/^\s*\|/, (cell) => ({ text: cell.replace(/^\|=?/, ''), isHeader: cell.startsWith('|=') })),
  enclosed: [{ open: /^\{\{\{$/, close: /^\}\}\}$/ }],
  inlines: () => [
    matching('~', /~(\S)/y, ([, character]) => escapeHtml(character!)),
    between('{{{', '}}}', (content) => `<code>${escapeHtml(content)}</code>`),
    matching('\\', /\\\\/y, () => '<br>'),
    DOUBLE_LINK,
    IMAGE,
    span('**', 'strong', { isLoose: true }),
    ITALIC_SLASHES,
    BARE_ADDRESS,
  ],
};

/** What is between two tags of DokuWiki, which has none but its own; one that is not closed is text. */
const tagged = (name: string, html: (content: string, scanned: InlineText) => string): InlineRule =>
  between(`<${name}>`, `</${name}>`, html);

/** Text that is shown as it is; the tag may name its language and a file. */
const code = (name: string): InlineRule => {
  const open = new RegExp(`<${name}(?:\\s[^>\\n]{0,200})?>`, 'y');
  return {
    starts: '<',
    read(scanned, at) {
      open.lastIndex = at;
      const [tag] = open.exec(scanned.text) ?? [];
      const found = tag && scanned.between(at, tag, `</${name}>`);
      return found ? { html: `<code>${escapeHtml(found.content)}</code>`, end: found.end } : undefined;
    },
  };
};

/** https://www.dokuwiki.org/wiki:syntax */
export const DOKUWIKI: WikiLanguage = {
  headingOf: (line) => {
    const [, signs, text] = /^\s*(={2,6})(?!=)\s*(.*?\S)\s*\1=*$/.exec(line) ?? [];
    return signs === undefined ? undefined : { level: 7 - signs.length, text: text! };
  },
  itemOf: (line) => {
    const [mark, indent, sign] = /^( {2,})([*-])(?!-)\s*/.exec(line) ?? [];
    return mark === undefined
      ? undefined
      : { depth: indent!.length >> 1, isOrdered: sign === '-', text: line.slice(mark.length) };
  },
  cellsOf: cells(/^\s*[|^].*[|^]$/, (cell) => ({ text: cell.slice(1), isHeader: cell.startsWith('^') })),
  enclosed: [
    { open: /^\s*<code\b[^>]*>/, close: /<\/code>$/ },
    { open: /^\s*<file\b[^>]*>/, close: /<\/file>$/ },
    { open: /^\s*<html>\s*$/i, close: /^\s*<\/html>\s*$/i, as: 'html' },
  ],
  quote: /^>+ ?/,
  inlines: (addNote) => [
    between('%%', '%%', (content) => escapeHtml(content)),
    tagged('nowiki', (content) => escapeHtml(content)),
    ...['html', 'HTML'].map((name) => tagged(name, (content) => content)),
    ...['code', 'file', 'php', 'PHP'].map(code),
    ...['del', 'sub', 'sup'].map((name) =>
      tagged(name, (content, scanned) => `<${name}>${scanned.inner(content)}</${name}>`),
    ),
    matching('\\', /\\\\(?=\s|$)/y, () => '<br>'),
    between('((', '))', (content, scanned) => noteMarkHtml(addNote(`<p>${scanned.inner(content)}</p>`))),
    between('$$', '$$', (tex) => formulaHtml(tex, true)),
    matching('$', /\$(?![\s$])([^$\n]{0,500}[^\s$])\$(?!\d)/y, ([, tex]) => formulaHtml(tex!)),
    matching('<', /<([\w.+-]{1,64}@[\w.-]{1,255})>/y, ([, address]) =>
      linkHtml(`mailto:${address}`, escapeHtml(address!)),
    ),
    DOUBLE_LINK,
    IMAGE,
    span('**', 'strong', { isLoose: true }),
    ITALIC_SLASHES,
    span('__', 'u', { isLoose: true }),
    span("''", 'code', { isLoose: true }),
    BARE_ADDRESS,
  ],
};

export const JIRA: WikiLanguage = {
  headingOf: (line) => {
    const [mark, level] = /^\s*h([1-6])\. */.exec(line) ?? [];
    return mark === undefined ? undefined : { level: Number(level), text: line.slice(mark.length) };
  },
  itemOf: (line) => signedItem(/^\s*([*#]+|-)\s+/)(line),
  cellsOf: (line) => {
    if (!/^\s*\|/.test(line)) return undefined;
    const isHeader = /^\s*\|\|/.test(line);
    const plain = line.trim().replace(/\|+$/, '').replaceAll('||', '|');
    return jiraCells(plain).map((text) => ({ text, isHeader }));
  },
  enclosed: [
    { open: /^\s*\{(?:code|noformat)(?::[^}]*)?\}/, close: /\{(?:code|noformat)\}$/ },
    { open: /^\s*\{quote\}/, close: /\{quote\}$/, as: 'quote' },
  ],
  quote: /^bq\. /,
  silent: /^\{(?:panel|color|section|column)(?::[^}]*)?\}$/,
  inlines: () => [
    matching('\\', /\\\\(?=\s|$)/y, () => '<br>'),
    matching('\\', /\\([^\p{L}\p{N}\s])/uy, ([, character]) => escapeHtml(character!)),
    matching('{', /\{anchor:[^}\n]{0,200}\}|\{color(?::[^}\n]{0,40})?\}/y, () => ''),
    between('{{', '}}', (content, scanned) => `<code>${scanned.inner(content)}</code>`),
    matching('{', /\{([*_^~+-])\}/y, ([, mark]) => (/[~^]/.test(mark!) ? '' : escapeHtml(mark!))),
    matching('!', /!(?=\S)([^!\n|]{1,100000})(?:\|([^!\n]{0,500}))?!/y, ([, source, about = '']) =>
      /\.\w{2,5}$|^data:|^https?:/.test(source!) ? imageHtml(source!, /alt=(.*)$/.exec(about)?.[1] ?? '') : undefined,
    ),
    between('[', ']', (content, scanned) => {
      const [label = '', address] = content.split('|');
      if (address !== undefined) return linkHtml(address, scanned.inner(label));
      return /^(?:https?:|mailto:|[~#^])/.test(label) ? linkHtml(label, escapeHtml(label)) : undefined;
    }),
    matching('&', /&(?:\w{1,12}|#\d{1,7});/y, ([entity]) => (entity === '&bsol;' ? '\\' : entity)),
    span('*', 'strong'),
    span('_', 'em'),
    span('??', 'cite'),
    span('+', 'u'),
    span('^', 'sup', { isLoose: true }),
    span('~', 'sub', { isLoose: true }),
    BARE_ADDRESS,
  ],
};

/** Links have one bracket there. */
function jiraCells(row: string): string[] {
  return piped(
    row.replace(/\[[^[\]\n]{0,500}\]|![^!\n]{0,500}!/g, (link) => link.replaceAll('|', '\u0001')),
    /\|/,
  ).map((cell) => cell.slice(1).replaceAll('\u0001', '|'));
}

export const TWIKI: WikiLanguage = {
  headingOf: signed(/^---(\+{1,6})(?:!!)?\s*/),
  itemOf: (line) => {
    const [mark, indent, sign] = /^((?: {3})+)(\*|[1-9aAiI]\.?)\s+/.exec(line) ?? [];
    return mark === undefined
      ? undefined
      : { depth: indent!.length / 3, isOrdered: sign !== '*', text: line.slice(mark.length) };
  },
  cellsOf: cells(/^\s*\|.*\|$/, (cell) => ({ text: cell.slice(1), isHeader: /^\|\s*\*.*\*\s*$/.test(cell) })),
  enclosed: [{ open: /^\s*<verbatim\b[^>]*>/, close: /<\/verbatim>$/ }],
  inlines: () => [
    between('[[', ']]', (content, scanned) => {
      const [address = '', label] = content.split('][');
      return linkHtml(addressOf(address), label === undefined ? escapeHtml(address) : scanned.inner(label));
    }),
    matching('%', /%[A-Z]+(?:\{[^}\n]{0,500}\})?%/y, () => ''),
    TAGS,
    span('*', 'strong'),
    span('__', 'strong'),
    span('_', 'em'),
    span('==', 'code'),
    span('=', 'code'),
    BARE_ADDRESS,
  ],
};

export const VIMWIKI: WikiLanguage = {
  headingOf: between6,
  itemOf: indentedItem(/^(\s*)([*#-]|\d{1,9}[.)]|[a-zA-Z]\))\s+(?:\[.\]\s+)?/, /[^*-]/),
  cellsOf: cells(/^\s*\|.*\|$/, (cell) => ({ text: cell.slice(1), isHeader: false })),
  enclosed: [{ open: /^\s*\{\{\{.*$/, close: /^\s*\}\}\}$/ }],
  headOf: (lines) => {
    const about = Object.fromEntries(
      lines.flatMap((line) => {
        const [, name, value] = /^%(title|date) +(\S.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value!]];
      }),
    );
    return { about, end: 0 };
  },
  silent: /^%(?:toc|template|nohtml|title|date)\b|^\s*%%/,
  inlines: () => [
    matching('$', /\$(?![\s$])([^$\n]{0,500}[^\s$])\$(?!\d)/y, ([, tex]) => formulaHtml(tex!)),
    DOUBLE_LINK,
    IMAGE,
    matching('[', /\[([^[\]\n]{1,500})\]\(([^()\n]{1,1000})\)/y, ([, label, address], scanned) =>
      linkHtml(address!, scanned.inner(label!)),
    ),
    // Its `g:vimwiki_valid_html_tags`, where nobody has set it.
    tagsOf('b', 'i', 's', 'u', 'sub', 'sup', 'kbd', 'br', 'hr'),
    span('`', 'code', { isVerbatim: true }),
    span('*', 'strong'),
    span('_', 'em'),
    span('~~', 'del', { isLoose: true }),
    BARE_ADDRESS,
  ],
};
