import type { OutputFile } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { concatBytes, latin1Bytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';

/** Tags that WAVE files have (Multimedia Programming Interface 1.0, INFO list). */
const TAGS = { title: 'INAM', artist: 'IART', copyright: 'ICOP' } as const;

interface WaveHeader {
  readonly rate: number;
  readonly channels: number;
  readonly tags: Readonly<Partial<Record<keyof typeof TAGS, string>>>;
}

/** Samples of each channel of music that is still to be played; throws where an output cannot hold them. */
export function framesToPlay(seconds: number, rate: number, { mediaSeconds, outputBytes }: Limits): number {
  const allowed = Math.min(mediaSeconds, Math.floor(outputBytes / (2 * FLOAT_BYTES * rate)));
  if (seconds <= allowed) return Math.round(seconds * rate);
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The music plays for ${Math.round(seconds)} seconds, and at most ${allowed} can be played. Split it first.`,
    details: { limit: 'mediaSeconds', allowed, found: Math.round(seconds) },
  });
}

const FULL_SCALE = 0x7fff;
const FLOAT_BYTES = 4;
const WORD_BYTES = 2;
/** Samples that are made words at a time. */
const BLOCK = 65_536;

/**
 * Writes audio that is made piece by piece, in 16 bits. Samples may be beyond full scale: nobody knows before the end
 * how loud it becomes, so that they are kept as floats until then, in the same file.
 */
export class WaveWriter {
  readonly #file: OutputFile;
  readonly #header: WaveHeader;
  readonly #list: Uint8Array;
  readonly #start: number;
  #samples = 0;
  #peak = 0;

  constructor(file: OutputFile, header: WaveHeader) {
    this.#file = file;
    this.#header = header;
    this.#list = infoList(header.tags);
    this.#start = 44 + this.#list.byteLength;
  }

  /** Samples of all channels in turn; 1 is full scale. */
  add(samples: Float32Array): void {
    for (const sample of samples) this.#peak = Math.max(this.#peak, Math.abs(sample));
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    this.#file.write(bytes, this.#start + FLOAT_BYTES * this.#samples);
    this.#samples += samples.length;
  }

  /** Makes all of it quieter where it would be clipped. */
  finish(): void {
    const gain = FULL_SCALE / Math.max(1, this.#peak);
    const floats = new Float32Array(BLOCK);
    const bytes = new Uint8Array(floats.buffer);
    for (let at = 0; at < this.#samples; at += BLOCK) {
      const count = Math.min(BLOCK, this.#samples - at);
      this.#file.read(bytes.subarray(0, FLOAT_BYTES * count), this.#start + FLOAT_BYTES * at);
      const words = Int16Array.from(floats.subarray(0, count), (sample) => Math.round(sample * gain));
      this.#file.write(new Uint8Array(words.buffer), this.#start + WORD_BYTES * at);
    }
    this.#file.truncate(this.#start + WORD_BYTES * this.#samples);
    this.#file.write(this.#headerBytes(), 0);
  }

  #headerBytes(): Uint8Array {
    const { rate, channels } = this.#header;
    const bytes = new Uint8Array(this.#start);
    const view = viewOf(bytes);
    const dataBytes = WORD_BYTES * this.#samples;
    bytes.set(latin1Bytes('RIFF'));
    view.setUint32(4, this.#start - 8 + dataBytes, true);
    bytes.set(latin1Bytes('WAVEfmt '), 8);
    view.setUint32(16, 16, true);
    view.setUint16(20, 1, true);
    view.setUint16(22, channels, true);
    view.setUint32(24, rate, true);
    view.setUint32(28, rate * channels * WORD_BYTES, true);
    view.setUint16(32, channels * WORD_BYTES, true);
    view.setUint16(34, 8 * WORD_BYTES, true);
    bytes.set(this.#list, 36);
    bytes.set(latin1Bytes('data'), this.#start - 8);
    view.setUint32(this.#start - 4, dataBytes, true);
    return bytes;
  }
}

function infoList(tags: WaveHeader['tags']): Uint8Array {
  const chunks = Object.entries(TAGS).flatMap(([name, type]) => {
    const text = tags[name as keyof typeof TAGS];
    return text ? [chunk(type, utf8Bytes(`${text}\0`))] : [];
  });
  return chunks.length === 0 ? new Uint8Array() : chunk('LIST', concatBytes([latin1Bytes('INFO'), ...chunks]));
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.byteLength + (content.byteLength % 2));
  bytes.set(latin1Bytes(type));
  viewOf(bytes).setUint32(4, content.byteLength, true);
  bytes.set(content, 8);
  return bytes;
}
