import { corrupt } from '../errors.ts';

/* Rows of compressed data sets: both ways are described in `sas7bdat` of M. Shotwell and in ReadStat. */

class Row {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  fill(value: number, count: number): void {
    this.#need(count);
    this.bytes.fill(value, this.at, this.at + count);
    this.at += count;
  }

  append(bytes: Uint8Array, count: number): void {
    if (bytes.byteLength < count) throw corrupt('a packed row is cut off');
    this.#need(count);
    this.bytes.set(bytes, this.at);
    this.at += count;
  }

  repeat(back: number, count: number): void {
    if (back > this.at || count > back) throw corrupt('a packed row repeats what is not there');
    this.append(this.bytes.slice(this.at - back, this.at - back + count), count);
  }

  finish(): Uint8Array {
    if (this.at !== this.bytes.byteLength) throw corrupt('a packed row is too short');
    return this.bytes;
  }

  #need(count: number): void {
    if (this.at + count > this.bytes.byteLength) throw corrupt('a packed row is too long');
  }
}

const AT_SIGN = 0x40;
const BLANK = 0x20;

/** Runs of one byte (COMPRESS=CHAR): a command of four bits, then a count. */
export function unpackRuns(packed: Uint8Array, length: number): Uint8Array {
  const row = new Row(length);
  let at = 0;
  const next = (): number => {
    if (at >= packed.byteLength) throw corrupt('a packed row is cut off');
    return packed[at++]!;
  };
  const copy = (count: number): void => {
    row.append(packed.subarray(at, at + count), count);
    at += count;
  };
  while (at < packed.byteLength) {
    const control = next();
    const low = control & 0x0f;
    switch (control >> 4) {
      case 0x0:
        copy(64 + low * 256 + next());
        break;
      case 0x1:
        copy(64 + 4096 + low * 256 + next());
        break;
      case 0x2:
        copy(96 + low);
        break;
      case 0x4: {
        const count = 18 + low * 256 + next();
        row.fill(next(), count);
        break;
      }
      case 0x5:
        row.fill(AT_SIGN, 17 + low * 256 + next());
        break;
      case 0x6:
        row.fill(BLANK, 17 + low * 256 + next());
        break;
      case 0x7:
        row.fill(0, 17 + low * 256 + next());
        break;
      case 0x8:
      case 0x9:
      case 0xa:
      case 0xb:
        copy(1 + (control & 0x3f));
        break;
      case 0xc:
        row.fill(next(), 3 + low);
        break;
      case 0xd:
        row.fill(AT_SIGN, 2 + low);
        break;
      case 0xe:
        row.fill(BLANK, 2 + low);
        break;
      case 0xf:
        row.fill(0, 2 + low);
        break;
      default:
        throw corrupt('a packed row has a command that there is not');
    }
  }
  return row.finish();
}

/** Ross Data Compression (COMPRESS=BINARY): sixteen bits say which of the next items are bytes as they are. */
export function unpackPatterns(packed: Uint8Array, length: number): Uint8Array {
  const row = new Row(length);
  let at = 0;
  const next = (): number => {
    if (at >= packed.byteLength) throw corrupt('a packed row is cut off');
    return packed[at++]!;
  };
  while (at + 2 <= packed.byteLength) {
    const items = (next() << 8) | next();
    for (let bit = 15; bit >= 0 && at < packed.byteLength; bit--) {
      if (((items >> bit) & 1) === 0) {
        row.fill(next(), 1);
        continue;
      }
      const first = next();
      const second = next();
      const low = first & 0x0f;
      const long = low + second * 16;
      const command = first >> 4;
      if (command === 0) row.fill(second, 3 + low);
      else if (command === 1) row.fill(next(), 19 + long);
      else if (command === 2) row.repeat(3 + long, 16 + next());
      else row.repeat(3 + long, command);
    }
  }
  return row.finish();
}
