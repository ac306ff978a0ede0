import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/index.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { decodeXml } from '../../../io/xml.ts';
import { openZip, type ZipArchive } from '../../../io/zip.ts';
import { readPackageMetadata } from './package-document.ts';
import { resolvePart } from '../ooxml/package.ts';
import { aboutBy, imageDigest } from './inspect.ts';
import type { BookFacts } from '../../../contract/facts.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { addBlocks } from '../document-facts.ts';
import { readHtml } from '../html/reader.ts';
import { readPlainText } from '../text/reader.ts';
import { placesOf, type ChapterPlaces } from './chapter-places.ts';

/** Reads the facts of a page or a text in a ZIP (HTMLZ, TXTZ). Throws `input_corrupt`. */
export function inspectZippedBook(
  bytes: Uint8Array,
  _request: InspectRequest,
  context: RunContext,
  format: FormatId,
): FactsOf {
  const { limits } = context;
  const zip = openZip(bytes, limits);
  const entry =
    zip.find(format === 'htmlz' ? 'index.html' : 'index.txt') ??
    zip.entries.find(({ name }) => /\.(?:x?html?|txt|md)$/i.test(name));
  if (!entry)
    throw new ConversionError({ code: 'input_corrupt', message: 'The book is damaged: its text is missing.' });
  const { text } = decodeText(zip.read(entry));
  const content = new Content(limits.verifiedTextChars);
  const read = (address: string): Uint8Array | undefined => {
    const part = zip.find(resolvePart(address, entry.name));
    return part && zip.read(part);
  };
  const blocks = [...(format === 'htmlz' ? readHtml(text, { isXhtml: true, read }) : readPlainText(text)).blocks];
  addBlocks(content, blocks);
  const opf = zip.find('metadata.opf');
  const book = factsOfBook(zip, opf && decodeXml(zip.read(opf)), placesOf(blocks), context);
  const carried =
    format === 'htmlz' ? content.features().filter((feature) => feature !== 'pages') : (['text'] as const);
  return {
    depth: 'content',
    features: [...carried, ...(opf ? (['metadata'] as const) : [])],
    document: content.document({ hasPages: false, unknown: format === 'htmlz' ? [] : ['links', 'tables', 'headings'] }),
    book,
  };
}

function factsOfBook(
  zip: ZipArchive,
  opf: string | undefined,
  { ids, links, images }: ChapterPlaces,
  { limits }: RunContext,
): BookFacts {
  const cover = /<reference\b(?=[^>]*\btype="cover")[^>]*\bhref="([^"]+)"/.exec(opf ?? '')?.[1];
  return {
    ...aboutBy(opf === undefined ? {} : readPackageMetadata(opf, limits)),
    hasCover: cover !== undefined,
    brokenLinks: links.filter((link) => !link.startsWith('#') || !ids.has(link.slice(1))).length,
    images: [...new Set(cover === undefined ? images : [...images, cover])].flatMap((address) => {
      const entry = zip.find(resolvePart(address, 'index.html'));
      return (entry && imageDigest(zip.read(entry))) ?? [];
    }),
  };
}
