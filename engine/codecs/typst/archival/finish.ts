import {
  decodePDFRawStream,
  PDFDocument,
  PDFHeader,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { refused, requireArchivable } from './conformance.ts';
import { profileOf } from './profiles.ts';
import type { ArchivalStandard } from './standard.ts';

/**
 * Makes of a PDF of the compiler one that follows PDF/A at level B: the compiler, as it is packed, writes no other PDF
 * than the usual one, which lacks the meaning of its colours and the claim. Its fonts are all inside, its links are
 * printable, and nothing in it runs. Throws `conversion_failed` for what the standard forbids.
 */
export async function archived(pdf: Uint8Array, standard: ArchivalStandard): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Infinity });
  requireArchivable(document, standard);
  for (const stream of streamsOf(document)) stream.dict.delete(PDFName.of('Interpolate'));
  if (standard.isFirst) {
    document.context.header = PDFHeader.forVersion(1, 4);
    useOldProfiles(document, standard);
  }
  addOutputIntent(document);
  claim(document, standard);
  return await document.save({
    useObjectStreams: false, // part 1 knows none, and the metadata must lie open
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  });
}

function streamsOf({ context }: PDFDocument): PDFRawStream[] {
  return context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFRawStream ? object : []));
}

/** Major version of a profile: the first byte behind the preferred method of conversion. */
const PROFILE_VERSION_AT = 8;
/** How profiles of version 4 name themselves whose colours or greys are those of sRGB. */
const SRGB = /s\0(?:R\0G\0B|G\0r)/;

/** PDF 1.4 does not know profiles of version 4: of sRGB, as the compiler's are, another one says the same. */
function useOldProfiles({ context }: PDFDocument, standard: ArchivalStandard): void {
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    const components = object instanceof PDFRawStream ? object.dict.lookup(PDFName.of('N')) : undefined;
    const count = components instanceof PDFNumber ? components.asNumber() : 0;
    if (count !== 1 && count !== 3) continue;
    const profile = Buffer.from(decodePDFRawStream(object as PDFRawStream).decode());
    if (profile.toString('latin1', 36, 40) !== 'acsp' || profile[PROFILE_VERSION_AT]! < 4) continue;
    if (!SRGB.test(profile.toString('latin1')))
      throw refused(standard, 'has images whose colours are described in a newer way');
    context.assign(reference, context.flateStream(profileOf(count), { N: count }));
  }
}

/** What the colours mean of which nothing is said: those of a screen. */
function addOutputIntent({ context, catalog }: PDFDocument): void {
  const profile = context.register(context.flateStream(profileOf(3), { N: 3 }));
  const intent = context.register(
    context.obj({
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      OutputConditionIdentifier: PDFString.of('sRGB'),
      Info: PDFString.of('sRGB IEC61966-2.1'),
      DestOutputProfile: profile,
    }),
  );
  catalog.set(PDFName.of('OutputIntents'), context.obj([intent]));
}

/** Identifiers that part 1 wants explained, and no part asks for. */
const IDENTIFIERS = /<xmpMM:(InstanceID|DocumentID)>[^<]*<\/xmpMM:\1>/g;

function claim({ context, catalog }: PDFDocument, { part, isFirst }: ArchivalStandard): void {
  const name = PDFName.of('Metadata');
  const written = requireStream(catalog.lookup(name));
  const claims =
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
    `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF>`;
  const packet = Buffer.from(decodePDFRawStream(written).decode())
    .toString('utf8')
    .replaceAll(IDENTIFIERS, '')
    .replace('</rdf:RDF>', claims);
  const versioned = isFirst ? packet.replace('<pdf:PDFVersion>1.7<', '<pdf:PDFVersion>1.4<') : packet;
  const stream = context.stream(Buffer.from(versioned), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(name, context.register(stream));
  context.delete(context.getObjectRef(written)!);
}

function requireStream(object: PDFObject | undefined): PDFRawStream {
  if (object instanceof PDFRawStream) return object;
  throw new TypeError('The compiler wrote a PDF without metadata.');
}
