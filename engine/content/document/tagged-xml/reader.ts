import { decodeHTMLStrict } from 'entities/decode';
import type { StyledElement } from '../css/hiding.ts';
import type { Attributes } from '../html/elements.ts';
import { readHtml, type Translate } from '../html/reader.ts';
import type { ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { DOCBOOK, JATS, TEI } from './names.ts';

type Outer = readonly StyledElement[];
type Element = readonly [name: string, attributes: Attributes];
/** What an element is by its attributes and by what it is in; nothing where its name says all. */
type Rule = (name: string, attributes: Attributes, outer: Outer) => Element | undefined;

interface Vocabulary {
  readonly names: Readonly<Record<string, string>>;
  readonly rule: Rule;
}

const SECTION = /^(?:section|sect[1-5]|chapter|appendix|preface|part|sec|ack|app|div|div[1-7])$/;

/** Names are local and in lower case. */
const nameOf = ({ name }: StyledElement): string => name.slice(name.indexOf(':') + 1).toLowerCase();
const parentOf = (outer: Outer): string => (outer.length === 0 ? '' : nameOf(outer.at(-1)!));
const isWithin = (outer: Outer, names: RegExp): boolean => outer.some((each) => names.test(nameOf(each)));

/** The title of a section is a heading; those of tables and images are captions. */
function titleIn(outer: Outer): Element {
  const parent = parentOf(outer).replace(/info$/, '');
  const levels = outer.filter((each) => SECTION.test(nameOf(each))).length;
  const isHeading = SECTION.test(parent) || (parent === '' && levels > 0 && SECTION.test(parentOf(outer.slice(0, -1))));
  if (isHeading) return [`h${Math.min(levels, 6)}`, {}];
  return [parent === 'table' ? 'caption' : 'p', {}];
}

function addressIn(attributes: Attributes, ...names: readonly string[]): string {
  return names.map((name) => attributes[name]).find((value) => value !== undefined && value !== '') ?? '';
}

function spansIn(attributes: Attributes): Attributes {
  const rows = Number(attributes['morerows'] ?? attributes['rows'] ?? 0) + ('morerows' in attributes ? 1 : 0);
  const [first, last] = [attributes['namest'], attributes['nameend']].map((name) =>
    Number(/\d+$/.exec(name ?? '')?.[0] ?? 0),
  );
  const columns = Number(attributes['cols'] ?? (first && last ? last - first + 1 : 1));
  return { ...(rows > 1 && { rowspan: String(rows) }), ...(columns > 1 && { colspan: String(columns) }) };
}

const NUMBERINGS: Readonly<Record<string, string>> = {
  loweralpha: 'a',
  upperalpha: 'A',
  lowerroman: 'i',
  upperroman: 'I',
};

const docbook: Rule = (name, attributes, outer) => {
  switch (name) {
    case 'title':
      return titleIn(outer);
    case 'table':
    case 'informaltable':
      return ['table', {}];
    case 'thead':
      return ['thead', {}];
    case 'entry':
      return [isWithin(outer.slice(-3), /^thead$/) ? 'th' : 'td', spansIn(attributes)];
    case 'listitem':
      return [parentOf(outer) === 'varlistentry' ? 'dd' : 'li', {}];
    case 'orderedlist':
      return [
        'ol',
        { type: NUMBERINGS[attributes['numeration'] ?? ''] ?? '1', start: attributes['startingnumber'] ?? '1' },
      ];
    case 'emphasis':
      return [/^(?:strong|bold)$/.test(attributes['role'] ?? '') ? 'strong' : 'em', {}];
    case 'link':
    case 'ulink':
      return ['a', { href: addressIn(attributes, 'xlink:href', 'href', 'url') || `#${attributes['linkend'] ?? ''}` }];
    case 'imagedata':
    case 'graphic':
    case 'inlinegraphic':
      return ['img', { src: attributes['fileref'] ?? '' }];
    case 'programlisting':
      return ['pre', { class: `language-${attributes['language'] ?? ''}` }];
  }
  return undefined;
};

const jats: Rule = (name, attributes, outer) => {
  switch (name) {
    case 'title':
      return titleIn(outer);
    case 'list':
      return attributes['list-type'] === undefined || /bullet|simple/.test(attributes['list-type'])
        ? ['ul', {}]
        : ['ol', { type: NUMBERINGS[attributes['list-type'].replace('-', '')] ?? '1' }];
    case 'ext-link':
    case 'uri':
      return ['a', { href: addressIn(attributes, 'xlink:href', 'href') }];
    case 'xref':
      return attributes['ref-type'] === 'fn'
        ? ['a', { role: 'doc-noteref', href: `#${attributes['rid'] ?? ''}` }]
        : ['a', { href: `#${attributes['rid'] ?? ''}` }];
    case 'graphic':
    case 'inline-graphic':
      return ['img', { src: addressIn(attributes, 'xlink:href', 'href') }];
    case 'volume':
    case 'issue':
    case 'fpage':
    case 'lpage':
      return isWithin(outer, /^article-meta$/) ? ['template', {}] : ['span', {}];
    case 'fn':
      return ['athanor-footnote', { id: attributes['id'] ?? '' }];
    case 'code':
      return [isWithin(outer, /^(?:p|title|td|th)$/) ? 'code' : 'pre', {}];
    case 'td':
    case 'th':
      return [name, attributes];
  }
  return undefined;
};

const tei: Rule = (name, attributes, outer) => {
  switch (name) {
    case 'head':
      return titleIn(outer);
    case 'list':
      return [attributes['type']?.startsWith('ordered') ? 'ol' : attributes['type'] === 'gloss' ? 'dl' : 'ul', {}];
    case 'item':
      return [/gloss/.test(outer.at(-1)?.attributes['type'] ?? '') ? 'dd' : 'li', {}];
    case 'title':
    case 'author':
    case 'date':
      return isWithin(outer, /^titlestmt$/) ? ['p', {}] : undefined;
    case 'hi':
      return [teiStyle(attributes['rendition'] ?? attributes['rend'] ?? ''), {}];
    case 'ab':
      return [/code/.test(attributes['type'] ?? attributes['rendition'] ?? '') ? 'pre' : 'p', {}];
    case 'ref':
    case 'ptr':
      return ['a', { href: attributes['target'] ?? '' }];
    case 'graphic':
      return ['img', { src: attributes['url'] ?? '' }];
    case 'cell':
      return [attributes['role'] === 'label' ? 'th' : 'td', spansIn(attributes)];
  }
  return undefined;
};

function teiStyle(rendition: string): string {
  if (/bold/.test(rendition)) return 'strong';
  if (/italic/.test(rendition)) return 'em';
  if (/super/.test(rendition)) return 'sup';
  if (/sub/.test(rendition)) return 'sub';
  return 'span';
}

const VOCABULARIES = {
  docbook: { names: DOCBOOK, rule: docbook },
  jats: { names: JATS, rule: jats },
  tei: { names: TEI, rule: tei },
} as const satisfies Record<string, Vocabulary>;

/** Names of characters that XML does not know, which a DTD defines. */
const NAMED = /&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w{1,30};/g;
const PUBLISHED = /<pub-date\b[^>]*\biso-8601-date="([^"]{1,40})"[^>]*(?<!\/)>/g;

/** Reads a document in a vocabulary of XML as the HTML that its elements stand for. */
export function readTaggedXml(source: string, vocabulary: keyof typeof VOCABULARIES, read?: ReadFile): Document {
  const { names, rule }: Vocabulary = VOCABULARIES[vocabulary];
  const translate: Translate = (full, attributes, outer) => {
    const name = full.toLowerCase();
    const known = rule(name, attributes, outer);
    const tag = known?.[0] ?? (Object.hasOwn(names, name) ? names[name]! : 'div');
    return [tag, { ...withId(attributes), ...known?.[1] }];
  };
  const plain = source
    .replace(NAMED, (reference) => decodeHTMLStrict(reference))
    .replace(PUBLISHED, (tag, date: string) => `${tag}<string-date>${date}</string-date>`);
  return readHtml(plain, { isXml: true, translate, ...(read && { read, mayLack: true }) });
}

function withId(attributes: Attributes): Attributes {
  const id = attributes['xml:id'] ?? attributes['id'];
  return id === undefined ? {} : { id };
}
