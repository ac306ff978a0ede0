import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { characterReader } from './characters.ts';
import { readChunkTable } from './chunk-table.ts';
import { damagedWorks, openWorks, TEXT_START, type WorksDocument } from './document.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';

/** Where the older format says that its text ends. */
const END_OF_TEXT = 0x26;
/** Marks among the text that show as something else, or as nothing. */
const MARKS = /(?![\n\t])\p{Cc}/gu;

/** Reads the facts of a document of Microsoft Works: its text as it stands in the file, notes included. */
export function inspectWorks(bytes: Uint8Array, _request: InspectRequest, { limits }: RunContext): FactsOf {
  const content = new Content(limits.verifiedTextChars);
  const text = textOf(openWorks(bytes));
  content.append(text.replaceAll(/\r\n?|\f/g, '\n').replaceAll(MARKS, ''));
  return {
    depth: 'content',
    features: content.features(),
    document: content.document({ hasPages: false, unknown: ['headings', 'links', 'tables'] }),
  };
}

function textOf({ layout, bytes }: WorksDocument): string {
  if (layout === 'chunks') {
    const chunk = readChunkTable(bytes).find(({ name }) => name === 'TEXT');
    if (!chunk) throw damagedWorks('it has no text');
    return new TextDecoder('utf-16le').decode(bytes.subarray(chunk.start, chunk.start + chunk.length));
  }
  const end = new DataView(bytes.buffer, bytes.byteOffset).getUint32(END_OF_TEXT, true);
  if (end < TEXT_START || end > bytes.byteLength) throw damagedWorks('its text ends beyond the file');
  return characterReader(bytes[0]!)(bytes.subarray(TEXT_START, end));
}
