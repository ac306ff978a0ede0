import { equalBytes, latin1Bytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { decoderNamed } from '../../../io/code-pages.ts';
import { escapeXml, LONE_SURROGATE, OUTSIDE_XML } from '../../../io/xml.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { integerWithin, UINT16 } from './elements.ts';

/** The table `name`: texts about a font. https://learn.microsoft.com/typography/opentype/spec/name */

const PLATFORM = { unicode: 0, macintosh: 1, windows: 3 } as const;
/** Encodings of the Macintosh and of Windows that are not Unicode, by their numbers. */
const MACINTOSH: Readonly<Record<number, string>> = {
  0: 'macintosh',
  1: 'shift_jis',
  2: 'big5',
  3: 'euc-kr',
  7: 'x-mac-cyrillic',
  25: 'gb2312',
};
const WINDOWS: Readonly<Record<number, string>> = { 2: 'shift_jis', 3: 'gbk', 4: 'big5', 5: 'euc-kr' };
const UNICODE_OF_WINDOWS: readonly number[] = [0, 1, 10];
/** Languages of the Macintosh whose Roman encoding has other letters. */
const OTHER_ROMAN: readonly number[] = [15, 17, 18, 24, 25, 26, 27, 28, 30, 36, 37, 38, 39, 40];

interface Place {
  readonly platform: number;
  readonly encoding: number;
  readonly language: number;
}

interface NameRecord extends Place {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** `utf-16be`, the encoding of a Macintosh or of Windows, or undefined for others. */
function encodingOf({ platform, encoding, language }: Place): string | undefined {
  if (platform === PLATFORM.unicode) return 'utf-16be';
  if (platform === PLATFORM.windows) return UNICODE_OF_WINDOWS.includes(encoding) ? 'utf-16be' : WINDOWS[encoding];
  if (platform !== PLATFORM.macintosh || (encoding === 0 && OTHER_ROMAN.includes(language))) return undefined;
  return MACINTOSH[encoding];
}

/** The table; `tell` hears of texts that their encoding does not hold. */
export function compileNames(elements: readonly XmlNode[], tell: (what: string) => void): Uint8Array {
  const records = elements.flatMap((node): NameRecord[] => {
    if (node.name !== 'namerecord') return [];
    const number = (name: string): number => integerWithin(node, name, ...UINT16);
    const place = { platform: number('platformID'), encoding: number('platEncID'), language: number('langID') };
    const bytes = bytesOf(node, place);
    if (!bytes)
      tell(`the name ${number('nameID')} of the platform ${place.platform}, whose encoding lacks its letters`);
    return bytes ? [{ ...place, id: number('nameID'), bytes }] : [];
  });
  records.sort((a, b) => a.platform - b.platform || a.encoding - b.encoding || a.language - b.language || a.id - b.id);
  const texts = new ByteWriter(1024);
  const places = new Map<string, number>();
  const table = new ByteWriter(6 + 12 * records.length);
  table.u16(0);
  table.u16(records.length);
  table.u16(6 + 12 * records.length);
  for (const { platform, encoding, language, id, bytes } of records) {
    const key = latin1Of(bytes);
    const at = places.get(key) ?? texts.length;
    if (!places.has(key)) texts.add(bytes);
    places.set(key, at);
    for (const value of [platform, encoding, language, id, bytes.byteLength, at]) table.u16(value);
  }
  table.add(texts.written);
  return table.finish();
}

function bytesOf(node: XmlNode, place: Place): Uint8Array | undefined {
  const text = node.text.trim();
  const encoding = encodingOf(place);
  if (encoding === 'utf-16be') return utf16be(text);
  const isText = /^(?:true|1)$/i.test(node.attributes.get('unicode') ?? '');
  if (!isText) return /[^\0-\xff]/.test(text) ? undefined : latin1Bytes(text);
  return encoding === undefined ? asciiBytes(text) : encoded(text, encoding);
}

function utf16be(text: string): Uint8Array {
  const out = new ByteWriter(text.length * 2);
  for (let index = 0; index < text.length; index++) out.u16(text.charCodeAt(index));
  return out.finish();
}

function asciiBytes(text: string): Uint8Array | undefined {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return /[^\0-\x7f]/.test(text) ? undefined : latin1Bytes(text);
}

function encoded(text: string, encoding: string): Uint8Array | undefined {
  const plain = asciiBytes(text);
  if (plain) return plain;
  const codes = codesOf(encoding);
  const bytes: number[] = [];
  for (const char of text) {
    const code = codes.get(char);
    if (code === undefined) return undefined;
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The codes of one byte and of two that decode to a character each. */
function codesOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const decode = decoderNamed(encoding)!;
  const codes = new Map<string, readonly number[]>();
  const add = (code: number[]): boolean => {
    const text = decode(Uint8Array.from(code));
    const isOne = [...text].length === 1 && text !== '\ufffd';
    if (isOne && !codes.has(text)) codes.set(text, code);
    return isOne;
  };
  for (let first = 0; first < 256; first++) {
    if (add([first])) continue;
    for (let second = 0x40; second < 256; second++) add([first, second]);
  }
  tables.set(encoding, codes);
  return codes;
}

/** The records as elements; undefined where a text is not what an element gives back. Throws a RangeError. */
export function nameLines(table: Uint8Array): string[] | undefined {
  const view = viewOf(table);
  if (view.getUint16(0) !== 0) return undefined;
  const textsAt = view.getUint16(4);
  const lines: string[] = [];
  for (let at = 6; at < 6 + view.getUint16(2) * 12; at += 12) {
    const [platform, encoding, language, id, length, start] = [0, 2, 4, 6, 8, 10].map((offset) =>
      view.getUint16(at + offset),
    ) as [number, number, number, number, number, number];
    if (textsAt + start + length > table.byteLength) return undefined;
    const bytes = table.subarray(textsAt + start, textsAt + start + length);
    const label = encodingOf({ platform, encoding, language });
    const text = textOf(bytes, label);
    if (text === undefined) return undefined;
    const unicode = label === 'utf-16be' ? '' : ` unicode="${label === undefined ? 'False' : 'True'}"`;
    const place = `nameID="${id}" platformID="${platform}" platEncID="${encoding}" langID="0x${language.toString(16)}"`;
    lines.push(`<namerecord ${place}${unicode}>`, text, '</namerecord>');
  }
  return lines;
}

function textOf(bytes: Uint8Array, label: string | undefined): string | undefined {
  const text = label === undefined ? latin1Of(bytes) : new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  if (text !== text.trim() || text.search(OUTSIDE_XML) >= 0 || text.search(LONE_SURROGATE) >= 0) return undefined;
  if (text.includes('\r') || (label === 'utf-16be' && bytes.byteLength % 2 !== 0)) return undefined;
  if (label !== undefined && label !== 'utf-16be' && !equalBytes(bytes, encoded(text, label) ?? new Uint8Array()))
    return undefined;
  return label === undefined
    ? escapeXml(text).replaceAll(/[\x7f-\xff]/g, (char) => `&#${char.charCodeAt(0)};`)
    : escapeXml(text);
}
