/** Bytes of a frame of AMR at 12.2 kbit/s, and its samples at 8 kHz. */
const FRAME_BYTES = 32;
const FRAME_SAMPLES = 160;
const RATE = 8000;

/** A 3GP file whose packets hold several frames of AMR speech each, two packets to a chunk. */
export function amrMovie(packets: number, framesPerPacket: number): Uint8Array {
  const packetBytes = FRAME_BYTES * framesPerPacket;
  const fileType = box('ftyp', text('3gp4'), numbers(0), text('3gp4'));
  const data = box('mdat', ...Array.from({ length: packets * framesPerPacket }, frame));
  const chunks = Math.ceil(packets / 2);
  const offsets = Array.from({ length: chunks }, (_, chunk) => chunk * 2 * packetBytes);
  // The index stands before the data: its own length is known once it is written.
  const { byteLength } = index({ packets, framesPerPacket, packetBytes, offsets });
  const first = fileType.byteLength + byteLength + 8;
  return Buffer.concat([
    fileType,
    index({ packets, framesPerPacket, packetBytes, offsets: offsets.map((offset) => first + offset) }),
    data,
  ]);
}

/** Speech of some noise: the header says which mode it is, and that it is good. */
function frame(_: unknown, at: number): Buffer {
  return Buffer.from(
    Array.from({ length: FRAME_BYTES }, (__, byte) => (byte === 0 ? 0x3c : (at * 7 + byte * 31) & 255)),
  );
}

interface Packets {
  readonly packets: number;
  readonly framesPerPacket: number;
  readonly packetBytes: number;
  readonly offsets: readonly number[];
}

function index({ packets, framesPerPacket, packetBytes, offsets }: Packets): Buffer {
  const samples = framesPerPacket * FRAME_SAMPLES;
  const duration = packets * samples;
  const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  const lastChunk = packets % 2 === 0 ? [] : [offsets.length, 1, 1];
  const entry = box(
    'samr',
    numbers(0, 1, 0, 0, 0x20010, 0, RATE * 65536),
    box('damr', text('test'), Buffer.from([0, 0x81, 0xff, 0, framesPerPacket])),
  );
  const tables = box(
    'stbl',
    box('stsd', numbers(0, 1), entry),
    box('stts', numbers(0, 1, packets, samples)),
    box('stsc', numbers(0, lastChunk.length > 0 ? 2 : 1, 1, 2, 1, ...lastChunk)),
    box('stsz', numbers(0, packetBytes, packets)),
    box('stco', numbers(0, offsets.length, ...offsets)),
  );
  const references = box('dinf', box('dref', numbers(0, 1), box('url ', numbers(1))));
  const media = box(
    'mdia',
    box('mdhd', numbers(0, 0, 0, RATE, duration, 0x55c40000)),
    box('hdlr', numbers(0, 0), text('soun'), numbers(0, 0, 0), text('\0')),
    box('minf', box('smhd', numbers(0, 0)), references, tables),
  );
  const header = box('tkhd', numbers(1, 0, 0, 1, 0, duration, 0, 0, 0, 0x1000000, ...matrix, 0, 0));
  const movie = numbers(0, 0, 0, RATE, duration, 0x10000, 0x1000000, 0, 0, ...matrix, 0, 0, 0, 0, 0, 0, 2);
  return box('moov', box('mvhd', movie), box('trak', header, media));
}

function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([numbers(content.byteLength + 8), text(type), content]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}
