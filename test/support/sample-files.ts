import { zipSync, type Zippable } from 'fflate';

/** Small files built by hand: enough structure to be recognised, nothing to be converted. */

const encoder = new TextEncoder();

/** Text becomes UTF-8, numbers single bytes. */
export function bytes(...parts: readonly (string | number | Uint8Array | readonly number[])[]): Uint8Array {
  const chunks = parts.map((part) => {
    if (typeof part === 'number') return Uint8Array.of(part);
    return typeof part === 'string' ? encoder.encode(part) : Uint8Array.from(part);
  });
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

export const zeros = (count: number): Uint8Array => new Uint8Array(count);
export const u16le = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];
export const u32le = (value: number): number[] => [...u16le(value & 0xffff), ...u16le(value >>> 16)];
export const u32be = (value: number): number[] => u32le(value).reverse();

export function utf16(text: string, { bigEndian = false, mark = true } = {}): Uint8Array {
  const units = [...(mark ? '\ufeff' : ''), ...text].flatMap((char) => u16le(char.charCodeAt(0)));
  const pairs = Array.from({ length: units.length / 2 }, (_, index) => units.slice(2 * index, 2 * index + 2));
  return Uint8Array.from(bigEndian ? pairs.flatMap(([low, high]) => [high!, low!]) : units);
}

/** A ZIP with its entries in the given order. */
export function zip(entries: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 6): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(entries)) {
    files[name] = [
      typeof content === 'string' ? encoder.encode(content) : content,
      { level: name === 'mimetype' ? 0 : level },
    ];
  }
  return zipSync(files);
}

/** `[Content_Types].xml` of a package whose main part is of this type. */
export function contentTypes(mainPart: string, mainType: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/${mainPart}" ContentType="${mainType}"/></Types>`
  );
}

export const WORD_MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** PNG with the given chunk types between header and end; contents are empty, checksums zero. */
export function png(chunks: readonly string[]): Uint8Array {
  const chunk = (type: string, content: Uint8Array): Uint8Array =>
    bytes(u32be(content.byteLength), type, content, zeros(4));
  const header = chunk('IHDR', bytes(u32be(1), u32be(1), [8, 6, 0, 0, 0]));
  return bytes(
    [0x89],
    'PNG\r\n',
    [0x1a],
    '\n',
    header,
    ...chunks.map((type) => chunk(type, zeros(8))),
    chunk('IEND', zeros(0)),
  );
}

/** Little-endian TIFF of one directory. `value` is the tag's value or, for text, its content. */
export function tiff(
  tags: readonly (readonly [tag: number, value: number | string])[],
  { head = 'II*\0' } = {},
): Uint8Array {
  const texts: Uint8Array[] = [];
  let textAt = 8 + 2 + 12 * tags.length + 4;
  const entries = tags.map(([tag, value]) => {
    if (typeof value === 'number') return bytes(u16le(tag), u16le(3), u32le(1), u32le(value));
    const text = bytes(value, 0);
    const entry = bytes(u16le(tag), u16le(2), u32le(text.byteLength), u32le(textAt));
    texts.push(text);
    textAt += text.byteLength;
    return entry;
  });
  return bytes(head, u32le(8), u16le(tags.length), ...entries, u32le(0), ...texts);
}

/** A box of the ISO base media format. */
export function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const body = bytes(...content);
  return bytes(u32be(8 + body.byteLength), type, body);
}

export function ftyp(major: string, ...compatible: readonly string[]): Uint8Array {
  return box('ftyp', bytes(major, u32be(0), ...compatible));
}

/** A movie box with one track for each handler (`vide`, `soun`, `text`). */
export function moov(...handlers: readonly string[]): Uint8Array {
  const track = (handler: string): Uint8Array =>
    box('trak', box('mdia', box('hdlr', bytes(u32be(0), u32be(0), handler, zeros(12)))));
  return box('moov', ...handlers.map(track));
}

/** Matroska with one track entry for each type (1 video, 2 audio). */
export function matroska(docType: string, trackTypes: readonly number[]): Uint8Array {
  const element = (id: readonly number[], content: Uint8Array): Uint8Array =>
    bytes(id, 0x40 | (content.byteLength >> 8), content.byteLength & 0xff, content);
  const tracks = trackTypes.map((type) => element([0xae], element([0x83], bytes(type))));
  const header = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], bytes(docType)));
  const segment = element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xae, 0x6b], bytes(...tracks)));
  return bytes(header, segment);
}

/** The first page of one stream for each packet. */
export function ogg(...packets: readonly Uint8Array[]): Uint8Array {
  const page = (packet: Uint8Array): Uint8Array =>
    bytes('OggS', 0, 2, zeros(8), u32le(1), u32le(0), zeros(4), 1, packet.byteLength, packet);
  return bytes(...packets.map(page));
}

/** MPEG-1 layer III frames of 128 kbit/s at 44.1 kHz. */
export function mp3Frames(count: number): Uint8Array {
  return bytes(...Array.from({ length: count }, () => bytes([0xff, 0xfb, 0x90, 0x64], zeros(413))));
}

/** ADTS frames of `length` bytes. */
export function adtsFrames(count: number, length = 40): Uint8Array {
  const header = [0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc];
  return bytes(...Array.from({ length: count }, () => bytes(header, zeros(length - 7))));
}

/** An ID3v2 tag with `size` bytes of padding. */
export function id3(size: number): Uint8Array {
  return bytes('ID3', [4, 0, 0, 0, 0, (size >> 7) & 0x7f, size & 0x7f], zeros(size));
}

/** A compound file whose root storage holds streams of these names, as siblings to the right of each other. */
export function compoundFile(streams: readonly string[], { classId = zeros(16) } = {}): Uint8Array {
  const none = 0xffffffff;
  const entry = (name: string, type: number, child: number, right: number, id = zeros(16)): Uint8Array => {
    const units = utf16(name, { mark: false });
    const named = bytes(units, zeros(64 - units.byteLength), u16le(units.byteLength + 2), type, 1);
    const links = bytes(u32le(none), u32le(right), u32le(child));
    return bytes(named, links, id, zeros(20), u32le(0), u32le(0), u32le(0));
  };
  const directory = bytes(
    entry('Root Entry', 5, 1, none, classId),
    ...streams.map((name, index) => entry(name, 2, none, index + 1 < streams.length ? index + 2 : none)),
  );
  const padded = bytes(directory, zeros((512 - (directory.byteLength % 512)) % 512));
  const sectors = padded.byteLength / 512;
  const chain = Array.from({ length: sectors }, (_, index) => (index + 1 < sectors ? index + 2 : 0xfffffffe));
  const table = bytes(u32le(0xfffffffd), ...chain.map(u32le));
  const header = bytes(
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    zeros(16),
    [0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0],
    zeros(10),
    u32le(1),
    u32le(1),
    zeros(4),
    u32le(4096),
    u32le(0xfffffffe),
    zeros(4),
    u32le(0xfffffffe),
    zeros(4),
    u32le(0),
    ...Array.from({ length: 108 }, () => u32le(none)),
  );
  return bytes(header, table, new Uint8Array(512 - table.byteLength).fill(0xff), padded);
}

/** A ustar header block for an entry of this name, and an empty file. */
export function tar(name: string): Uint8Array {
  const block = new Uint8Array(512);
  block.set(encoder.encode(name));
  block.set(encoder.encode('0000644\0'), 100);
  block.set(encoder.encode('00000000000\0'), 124);
  block.set(encoder.encode('        '), 148);
  block.set(encoder.encode('ustar\x0000'), 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(encoder.encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return bytes(block, zeros(1024));
}
