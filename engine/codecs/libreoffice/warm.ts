import type { RunContext } from '../../contract/codec.ts';
import { OfficeDocument } from './office.ts';
import { pdfOptions } from './pdf-options.ts';
import type { StartedOffice } from './start.ts';

const NAMESPACES = [
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"',
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
].join(' ');
const PARAGRAPH = '<text:p>Warm.</text:p>';
const TABLE = `<table:table table:name="Warm"><table:table-column/><table:table-row><table:table-cell>${PARAGRAPH}</table:table-cell></table:table-row></table:table>`;
const SLIDE = `<draw:page><draw:frame svg:width="9cm" svg:height="2cm"><draw:text-box>${PARAGRAPH}</draw:text-box></draw:frame></draw:page>`;

/** A document of each program, as flat OpenDocument, and the format of other programs that it becomes. */
const REHEARSALS = [
  { type: 'text', body: `${PARAGRAPH}${TABLE}`, from: 'fodt', to: 'docx' },
  { type: 'spreadsheet', body: TABLE, from: 'fods', to: 'xlsx' },
  { type: 'presentation', body: SLIDE, from: 'fodp', to: 'pptx' },
] as const;

/** Writes, reads and prints a small document of each program: what they need is loaded when it is first used. */
export function warmUp(office: StartedOffice, context: RunContext): void {
  const pdf = { extension: 'pdf', options: pdfOptions({}, context.limits) };
  for (const { type, body, from, to } of REHEARSALS) {
    context.signal.throwIfAborted();
    const flat = `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${type}"><office:body><office:${type}>${body}</office:${type}></office:body></office:document>`;
    convert(office, convert(office, Buffer.from(flat), from, { extension: to }), to, pdf);
  }
}

function convert(
  office: StartedOffice,
  bytes: Uint8Array,
  from: string,
  as: { extension: string; options?: string },
): Uint8Array {
  using document = new OfficeDocument(office, bytes, from);
  return document.save(as);
}
