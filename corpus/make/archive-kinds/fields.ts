/** A file that goes into an archive; folders are parts of its name. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** 4 March 2021, 05:06:08. */
export const DOS_TIME = (((2021 - 1980) << 25) | (3 << 21) | (4 << 16) | (5 << 11) | (6 << 5) | 4) >>> 0;
export const UNIX_TIME = 1_614_834_368;

export const u8 = (...values: number[]): Buffer => Buffer.from(values);
export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
export const zeros = (length: number): Buffer => Buffer.alloc(length);
export const join = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

export const u16 = (...values: number[]): Buffer =>
  numbers(2, values, (buffer, value, at) => buffer.writeUInt16LE(value, at));
export const u32 = (...values: number[]): Buffer =>
  numbers(4, values, (buffer, value, at) => buffer.writeUInt32LE(value >>> 0, at));
export const u64 = (...values: (number | bigint)[]): Buffer =>
  numbers(8, values, (buffer, value, at) => buffer.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), at));
export const u16be = (...values: number[]): Buffer => u16(...values).swap16();
export const u32be = (...values: number[]): Buffer => u32(...values).swap32();
export const u64be = (...values: (number | bigint)[]): Buffer => u64(...values).swap64();

export const padded = (bytes: Uint8Array, unit: number): Buffer =>
  join(bytes, zeros((unit - (bytes.byteLength % unit)) % unit));

export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

function numbers<T>(size: number, values: readonly T[], put: (buffer: Buffer, value: T, at: number) => void): Buffer {
  const buffer = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) put(buffer, value, size * index);
  return buffer;
}
