import type { Step } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { withPlainDate } from '../../content/document/markup/outline-date.ts';
import { risOfEndNote } from './endnote.ts';
import { withTablesApart } from './joined-tables.ts';

/** Makes what pandoc's readers stumble over into what means the same and is read. */
export function repaired(text: string, { from, options }: Step): string {
  return REPAIRS[from]?.(text, options) ?? text;
}

const REPAIRS: Partial<Record<FormatId, (text: string, options: OptionValues) => string>> = {
  md: (text, { dialect = 'gfm' }) => {
    if (dialect === 'strict') return withReadDefinitions(text);
    return dialect === 'gfm' ? withTablesApart(text) : text;
  },
  rtf: (text) =>
    withPlainHeadings(text)
      // The letter after the substitute of a Unicode character would be lost with it.
      .replace(/\\u(-?\d{1,6})\?/g, '\\u$1 ?')
      .replaceAll('{\\*\\footnote', '{\\footnote'),
  jats: (text) =>
    withFrontMatter(withOneAbstract(withWrittenReferences(text))).replace(
      /<string-name>([^<]*)<\/string-name>/g,
      '<name><surname>$1</surname></name>',
    ),
  html: (page) => withPackedDrawings(withoutMain(page)),
  org: withReadBackslashes,
  opml: withPlainDate,
  typst: withoutStyleRules,
  latex: withHeadsOnce,
  // Titles of chapters are beside their text and would be left out: they become titles of sections within.
  bits: (text) =>
    text.replace(
      /<book-part-meta>(?:(?!<\/book-part-meta>)[\s\S])*?<title>((?:(?!<\/title>)[\s\S])*)<\/title>(?:(?!<\/book-part-meta>)[\s\S])*<\/book-part-meta>(\s*<body>)((?:(?!<\/body>)[\s\S])*)<\/body>/g,
      '$2<sec><title>$1</title>$3</sec></body>',
    ),
  endnotexml: risOfEndNote,
};

/** What a paragraph says of itself from its outline level to its place in a list, the printed number included. */
const HEADING_IN_LIST =
  /(\\outlinelevel[0-8](?!\d)(?:\{\\listtext(?![a-z])[^{}]*\}|(?!\\(?:par|pard|sect|row|cell|outlinelevel)(?![a-z]))[^])*?)\\ls\d+ ?/g;

/** Headings are items of the list that numbers them: pandoc would gather them there, before the text that they head. */
function withPlainHeadings(text: string): string {
  return text.replace(HEADING_IN_LIST, '$1');
}

/** The name of a link and behind it several words that are no address with a title. */
const NO_DEFINITION = /^( {0,3})(?=\[[^\]\n]+\]:[ \t]*[^\s<]\S*[ \t]+[^\s"'(])/gm;

/** What only looks like the definition of a link is text: pandoc would take all of its words for the address. */
function withReadDefinitions(text: string): string {
  return text.replace(NO_DEFINITION, '$1\\');
}

/** A long table has its head twice, for its first page and for the others: the second would become a row of its own. */
function withHeadsOnce(text: string): string {
  const [before, ...tables] = text.split(/\\endfirsthead(?![a-zA-Z])/);
  return [before, ...tables.map((rest) => rest.replace(/^[^]*?(?=\\endhead(?![a-zA-Z]))/, ''))].join('');
}

const MAIN = /<(\/?)main(?=[\s>/])/gi;
const MAIN_ROLE = /(<[a-z][^<>]*)\srole\s*=\s*(?:"main"|'main'|main(?=[\s>/]))/gi;

/** Of a page that says what is mainly in it pandoc would read nothing else, as what is above and below that. */
function withoutMain(page: string): string {
  return page.replace(MAIN, '<$1div').replace(MAIN_ROLE, '$1');
}

const DRAWING = /<svg\b((?:(?!<svg\b)[\s\S])*?)<\/svg\s*>/gi;

/** Drawings in a page as images: pandoc would write their names in lower case, and without their namespace. */
function withPackedDrawings(page: string): string {
  return page.replace(DRAWING, (_, rest: string) => {
    const names = /^[^>]*\sxmlns\s*=/.test(rest) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
    const drawing = Buffer.from(`<svg${names}${rest}</svg>`).toString('base64');
    return `<img src="data:image/svg+xml;base64,${drawing}">`;
  });
}

const REFERENCE_LIST = /<ref-list\b[^>]*>((?:(?!<\/ref-list>)[\s\S])*)<\/ref-list>/g;
const REFERENCE = /<ref\b[^>]*>((?:(?!<\/ref>)[\s\S])*)<\/ref>/g;
const CITATION = /<mixed-citation\b[^>]*>([\s\S]*)<\/mixed-citation>/;

/**
 * References that are in an article as they are to be printed become a list: pandoc sets those alone whose parts are
 * named one by one, and would print empty lines for the others.
 */
function withWrittenReferences(article: string): string {
  if (article.includes('<element-citation') || !article.includes('<mixed-citation')) return article;
  return article.replace(/(<xref\b[^>]*) ref-type="bibr"/g, '$1').replace(REFERENCE_LIST, (_, list: string) => {
    const title = /<title>[\s\S]*?<\/title>/.exec(list)?.[0] ?? '<title>References</title>';
    const items = Array.from(list.matchAll(REFERENCE), ([, reference]) => {
      const label = /<label>([\s\S]*?)<\/label>/.exec(reference!)?.[1];
      const citation = CITATION.exec(reference!)?.[1] ?? '';
      return `<list-item><p>${label === undefined ? '' : `${label}. `}${withoutParts(citation)}</p></list-item>`;
    });
    return `<sec>${title}<list list-type="simple">${items.join('')}</list></sec>`;
  });
}

/** Names of what the parts of a reference are mean nothing to its print; their style and their target do. */
function withoutParts(citation: string): string {
  return citation
    .replace(/(?<=<\/surname>)(?=<given-names)/g, ' ')
    .replace(/<(?!\/?(?:italic|bold|sub|sup|ext-link|uri)\b)[^>]*>/g, '');
}

/** Of several abstracts (for lay readers, in other languages) pandoc takes the first alone: the others become its sections. */
const ABSTRACT = /<(abstract|trans-abstract)\b[^>]*>([\s\S]*?)<\/\1>/g;
const AUTHOR_NOTES = /<author-notes\b[^>]*>([\s\S]*?)<\/author-notes>/g;
const AUTHOR_NOTE = /<(fn|corresp)\b[^>]*>([\s\S]*?)<\/\1>/g;
/** Where the authors work, and who paid them: pandoc would leave it out. */
const AFFILIATION = /<aff\b[^>]*>((?:(?!<\/aff>)[\s\S])*)<\/aff>/g;
const FUNDING = /<funding-statement\b[^>]*>((?:(?!<\/funding-statement>)[\s\S])*)<\/funding-statement>/g;
/** The style of text and the targets of links; other elements only say what a part of an address is. */
const PART_OF_ADDRESS = /<(?!\/?(?:italic|bold|sub|sup|ext-link|uri|email)\b)[^>]*>/g;

function withOneAbstract(article: string): string {
  const end = article.indexOf('</front>');
  const front = article.slice(0, Math.max(end, 0));
  const [first, ...others] = front.matchAll(ABSTRACT);
  if (!first || others.length === 0) return article;
  const sections = others.map(([, , content]) => `<sec>${content}</sec>`).join('');
  const alone = others.reduce((text, [other]) => text.replace(other, ''), front);
  const whole = first[0].replace(/<\/(?=(?:trans-)?abstract>$)/, () => `${sections}</`);
  return alone.replace(first[0], () => whole) + article.slice(end);
}

/** Affiliations are printed below the names of the authors, their notes and who paid for the work behind it. */
function withFrontMatter(article: string): string {
  const end = article.indexOf('</front>');
  const body = /<body\b[^>]*>/.exec(article);
  if (end < 0 || !body) return article;
  const front = article.slice(0, end);
  const start = body.index + body[0].length;
  const above = Array.from(front.matchAll(AFFILIATION), ([, content]) => paragraphOf(content!));
  const notes = Array.from(front.matchAll(AUTHOR_NOTES), ([, content]) => [...content!.matchAll(AUTHOR_NOTE)]).flat();
  const below = [
    ...notes.map(([, , content]) => paragraphOf(content!)),
    ...Array.from(front.matchAll(FUNDING), ([, content]) => paragraphOf(content!)),
  ];
  const text = article.slice(start);
  const written = below.length > 0 ? text.replace('</body>', `<sec>${below.join('')}</sec></body>`) : text;
  return `${article.slice(0, start)}${above.join('')}${written}`;
}

function paragraphOf(content: string): string {
  const label = /<label>([\s\S]*?)<\/label>/.exec(content);
  const rest = content.replace(label?.[0] ?? '', '').replace(PART_OF_ADDRESS, ' ');
  const mark = label ? `<sup>${label[1]!.replace(PART_OF_ADDRESS, '')}</sup> ` : '';
  return `<p>${mark}${rest
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;])/g, '')
    .trim()}</p>`;
}

/** Stands for a backslash until pandoc has read the text; a character that nobody else gives a meaning. */
export const BACKSLASH = '\ue05c';
/** A backslash, or two within a line, that begin nothing that the reader of Org knows: it would stop there. */
const IDLE_BACKSLASHES = /(?<!\\)(?:\\(?![\\A-Za-z()[\]-])|\\\\(?!\\|[ \t]*(?:\r?\n|$)))/g;

function withReadBackslashes(text: string): string {
  return text.replace(IDLE_BACKSLASHES, (found) => BACKSLASH.repeat(found.length));
}

/** What pandoc's own writer begins with when the compiler may be too old: its reader cannot tell. */
const POLYFILL = /^#let divider = if "divider" in std .*$/m;
const STYLE_RULE = /^[ \t]*#?show [\w.]+: *set .*$/gm;
const RULE_OF_LINKS = /^[ \t]*#?show link: *\(?\w+\)? *=> *\{/m;

/** Rules for the style of links and code, some of which would make its reader leave these out: it cannot run every program. */
function withoutStyleRules(text: string): string {
  const readable = text.replace(POLYFILL, '#let divider() = line(length: 100%)').replace(STYLE_RULE, '');
  const rule = RULE_OF_LINKS.exec(readable);
  if (!rule) return readable;
  let depth = 1;
  let end = rule.index + rule[0].length;
  while (depth > 0 && end < readable.length) {
    if (readable[end] === '{') depth++;
    else if (readable[end] === '}') depth--;
    end++;
  }
  return depth > 0 ? readable : readable.slice(0, rule.index) + readable.slice(end);
}
