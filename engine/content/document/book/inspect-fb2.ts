import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeFictionBook, readFictionMetadata, takeBinaries } from './fictionbook.ts';
import { childAt, parseXmlTree } from '../../../io/xml-tree.ts';
import type { BookFacts } from '../../../contract/facts.ts';
import { aboutBy, imageDigest } from './inspect.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { addBlocks } from '../document-facts.ts';
import { readHtml, type Translate } from '../html/reader.ts';
import { placesOf, type ChapterPlaces } from './chapter-places.ts';

/** Reads the facts of a FictionBook (2.1). Throws `input_corrupt`. */
export function inspectFb2(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const source = decodeFictionBook(bytes);
  if (!/<(?:\w+:)?FictionBook[\s>]/.test(source.slice(0, 8192))) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The file is not a FictionBook.' });
  }
  if (effort === 'probe') {
    const figures = source.includes('<binary') ? (['figures'] as const) : [];
    return { depth: 'structure', features: ['text', 'structure', 'metadata', ...figures] };
  }
  const content = new Content(context.limits.verifiedTextChars);
  const { rest, binaries } = takeBinaries(source);
  const blocks = [
    ...readHtml(rest, { isXml: true, translate, read: (address) => binaries.get(address.slice(1)) }).blocks,
  ];
  addBlocks(content, blocks);
  const book = factsOfBook(rest, binaries, placesOf(blocks), context);
  content.hasMetadata = book.title !== undefined || book.authors.length > 0;
  const features = content.features().filter((feature) => feature !== 'pages' && feature !== 'look');
  return { depth: 'content', features, document: content.document({ hasPages: false }), book };
}

function factsOfBook(
  source: string,
  binaries: ReadonlyMap<string, Uint8Array>,
  places: ChapterPlaces,
  { limits }: RunContext,
): BookFacts {
  const root = parseXmlTree(
    /^[\s\S]*?<\/description\s*>/.exec(source)?.[0].concat('</FictionBook>') ?? '<FictionBook/>',
    limits,
    {
      mixed: true,
    },
  ).children.find(({ name }) => name === 'FictionBook');
  const cover = childAt(root, 'description', 'title-info', 'coverpage', 'image')?.attributes.get('href');
  const shown = cover === undefined ? places.images : [...places.images, cover];
  return {
    ...aboutBy(root ? readFictionMetadata(root) : {}),
    hasCover: cover !== undefined && binaries.has(cover.slice(1)),
    brokenLinks: places.links.filter((link) => !places.ids.has(link.slice(1))).length,
    images: [...new Set(shown)].flatMap((address) => {
      const bytes = binaries.get(address.slice(1));
      return (bytes && imageDigest(bytes)) ?? [];
    }),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  v: 'p',
  subtitle: 'p',
  'text-author': 'p',
  date: 'p',
  emphasis: 'em',
  strikethrough: 's',
  cite: 'blockquote',
  epigraph: 'blockquote',
  annotation: 'div',
  poem: 'div',
  stanza: 'div',
  body: 'section',
  style: 'span',
};
const LOWEST_HEADING = 6;

/** Elements of FictionBook (2.1) as those of HTML that they are like; what is told of the book is no text of it. */
const translate: Translate = (name, attributes, outer) => {
  const isNotes = outer.some(
    (element) => element.name === 'body' && /^(?:foot)?notes$|^comments$/.test(element.attributes['name'] ?? ''),
  );
  if (name === 'description' || name === 'stylesheet') return ['template', {}];
  if (name === 'title') {
    const depth = outer.filter((element) => element.name === 'section').length;
    // A number of a note is above it.
    return isNotes ? ['template', {}] : [`h${Math.min(Math.max(depth, 1), LOWEST_HEADING)}`, {}];
  }
  // The lines of a title are one heading.
  if (name === 'p' && outer.at(-1)?.name === 'title') return ['div', attributes];
  if (name === 'section' && isNotes) return ['aside', { ...attributes, role: 'doc-footnote' }];
  const href = Object.entries(attributes).find(([key]) => key === 'href' || key.endsWith(':href'))?.[1];
  if (name === 'image') return ['img', { ...attributes, src: href ?? '' }];
  if (name === 'a') {
    const isNote = attributes['type'] === 'note';
    // A book is one file: only places in it and whole addresses lead somewhere.
    const leads = href !== undefined && /^(?:#|[a-z][a-z\d+.-]*:)/i.test(href);
    return ['a', { ...attributes, href: leads ? href : '', ...(isNote && { role: 'doc-noteref' }) }];
  }
  return [NAMES[name] ?? name, attributes];
};
