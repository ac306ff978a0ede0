import { viewOf } from '../../io/bytes.ts';
import { ByteWriter } from './byte-writer.ts';

/** The table `post`: names of the glyphs, and how the text is underlined. */

const POST_HEADER_BYTES = 32;
const STANDARD_NAMES = 258;
const MAX_NAME_CHARS = 63;
const MAX_NAMED_GLYPHS = 65_535 - STANDARD_NAMES;

const VERSION = { names: 0x0002_0000, noNames: 0x0003_0000 } as const;

/** `post` with every name written out, or without names where there are none, or too many for their numbers. */
export function postTable(old: Uint8Array | undefined, names: readonly string[] | undefined): Uint8Array {
  const header = new Uint8Array(POST_HEADER_BYTES);
  header.set(old?.subarray(0, POST_HEADER_BYTES) ?? []);
  const isNamed = names !== undefined && names.length <= MAX_NAMED_GLYPHS;
  viewOf(header).setUint32(0, isNamed ? VERSION.names : VERSION.noNames);
  if (!isNamed) return header;
  const table = new ByteWriter(POST_HEADER_BYTES + names.length * 12);
  table.add(header);
  table.u16(names.length);
  for (let glyph = 0; glyph < names.length; glyph++) table.u16(STANDARD_NAMES + glyph);
  for (const name of names) {
    const short = name.slice(0, MAX_NAME_CHARS);
    table.u8(short.length);
    table.latin1(short);
  }
  return table.finish();
}

/** Characters that PostScript allows in a name. */
export function postScriptName(name: string, otherwise: string): string {
  const safe = name.replaceAll(/[^\x21-\x7e]|[[\](){}<>/%]/g, '').slice(0, MAX_NAME_CHARS);
  return safe === '' ? otherwise : safe;
}
