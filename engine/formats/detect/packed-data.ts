import { u16be, u32be, u32le, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

/**
 * Binary data without a signature: every byte says what follows, so that a file whose values end exactly where it does
 * can hardly be anything else. Of longer files so many values must make sense.
 */
const ENOUGH_VALUES = 200;
const PLAUSIBLE = 0.75;

/** One value: what it takes, and how many values are inside it. Undefined where no value can begin so. */
interface Item {
  readonly bytes: number;
  readonly inner: number;
  /** It holds others, as the root of a file does. */
  readonly isContainer?: true;
  readonly isText?: true;
}

type ReadItem = (head: Uint8Array, at: number) => Item | undefined;

/** MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md). */
const readMsgpack: ReadItem = (head, at) => {
  const lead = u8(head, at);
  if (lead <= 0x7f || lead >= 0xe0) return scalar(1);
  if (lead <= 0x8f) return container(1, 2 * (lead & 0x0f));
  if (lead <= 0x9f) return container(1, lead & 0x0f);
  if (lead <= 0xbf) return text(1 + (lead & 0x1f));
  switch (lead) {
    case 0xc1:
      return undefined;
    case 0xc4:
    case 0xd9:
      return { bytes: 2 + u8(head, at + 1), inner: 0, ...(lead === 0xd9 ? { isText: true } : {}) };
    case 0xc5:
    case 0xda:
      return { bytes: 3 + u16be(head, at + 1), inner: 0, ...(lead === 0xda ? { isText: true } : {}) };
    case 0xc6:
    case 0xdb:
      return scalar(5 + u32be(head, at + 1));
    case 0xc7:
      return scalar(3 + u8(head, at + 1));
    case 0xc8:
      return scalar(4 + u16be(head, at + 1));
    case 0xc9:
      return scalar(6 + u32be(head, at + 1));
    case 0xdc:
      return container(3, u16be(head, at + 1));
    case 0xdd:
      return container(5, u32be(head, at + 1));
    case 0xde:
      return container(3, 2 * u16be(head, at + 1));
    case 0xdf:
      return container(5, 2 * u32be(head, at + 1));
    default:
      return scalar(MSGPACK_BYTES[lead] ?? 1);
  }
};

const MSGPACK_BYTES: Readonly<Record<number, number>> = {
  0xca: 5,
  0xcb: 9,
  0xcc: 2,
  0xcd: 3,
  0xce: 5,
  0xcf: 9,
  0xd0: 2,
  0xd1: 3,
  0xd2: 5,
  0xd3: 9,
  0xd4: 3,
  0xd5: 4,
  0xd6: 6,
  0xd7: 10,
  0xd8: 18,
};

/** CBOR (RFC 8949, section 3). Values of unknown length are rare in files, and left to the file's name. */
const readCbor: ReadItem = (head, at) => {
  const lead = u8(head, at);
  const [major, additional] = [lead >> 5, lead & 0x1f];
  if (additional > 27) return undefined;
  const lengthBytes = additional < 24 ? 0 : 2 ** (additional - 24);
  const argument = additional < 24 ? additional : argumentAt(head, at + 1, lengthBytes);
  const start = 1 + lengthBytes;
  if (major === 2) return scalar(start + argument);
  if (major === 3) return text(start + argument);
  if (major === 4) return container(start, argument);
  if (major === 5) return container(start, 2 * argument);
  return major === 6 ? { bytes: start, inner: 1 } : scalar(start);
};

function argumentAt(head: Uint8Array, at: number, bytes: number): number {
  if (bytes === 1) return u8(head, at);
  if (bytes === 2) return u16be(head, at);
  return bytes === 4 ? u32be(head, at) : u32be(head, at) * 2 ** 32 + u32be(head, at + 4);
}

function scalar(bytes: number): Item {
  return { bytes, inner: 0 };
}

function text(bytes: number): Item {
  return { bytes, inner: 0, isText: true };
}

function container(bytes: number, inner: number): Item {
  return { bytes, inner, isContainer: true };
}

/** Whether the file is one list or map, or several of them, up to its end or for long enough. */
function isMadeOf(readItem: ReadItem, head: Uint8Array, size: number): boolean {
  let [position, values, open, texts] = [0, 0, 0, 0];
  while (position < head.byteLength) {
    const item = readItem(head, position);
    const isRoot = open === 0;
    if (!item || (isRoot && !item.isContainer)) return false;
    position += item.bytes;
    open += item.inner - (isRoot ? 0 : 1);
    if (item.isText) texts++;
    values++;
    if (open > size) return false;
  }
  if (position === size) return open === 0 && values > 1;
  return values >= ENOUGH_VALUES && texts > 0;
}

function detectBy(format: 'msgpack' | 'cbor', readItem: ReadItem): Detector {
  return async ({ head, size }) => (isMadeOf(readItem, head, size) ? found(format, PLAUSIBLE) : undefined);
}

/** Documents that say how long they are, each ended by a zero (https://bsonspec.org/spec.html). */
const detectBson: Detector = async ({ head, size }) => {
  let position = 0;
  for (; position < head.byteLength; position += u32le(head, position)) {
    const length = u32le(head, position);
    if (length < 5 || position + length > size) return undefined;
    const isComplete = position + length <= head.byteLength;
    if (isComplete && u8(head, position + length - 1) !== 0) return undefined;
    const type = u8(head, position + 4);
    const isKnown = length === 5 ? type === 0 : (type >= 0x01 && type <= 0x13) || type === 0x7f || type === 0xff;
    if (!isKnown) return undefined;
    if (!isComplete) return found('bson', PLAUSIBLE);
  }
  return position === size ? found('bson', 0.9) : undefined;
};

/** A stream of Arrow: the mark of a message, the length of its description, which is a multiple of eight. */
const detectArrowStream: Detector = async ({ head, size }) => {
  const length = u32le(head, 4);
  const isMessage = u32le(head, 0) === 0xffff_ffff && length >= 16 && length % 8 === 0 && length <= size;
  // A table of FlatBuffers begins with where its root is.
  return isMessage && u32le(head, 8) === 16 ? found('arrow', 0.85) : undefined;
};

export const PACKED_DATA: readonly Detector[] = [
  detectArrowStream,
  detectBson,
  detectBy('msgpack', readMsgpack),
  detectBy('cbor', readCbor),
];
