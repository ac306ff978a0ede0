import { describe, expect, it } from 'vitest';
import { ExifEditor, exifOfOrientation } from '../../../../../engine/content/raster/metadata/exif-editor.ts';
import { withoutExifLocation } from '../../../../../engine/content/raster/metadata/location.ts';
import { readTiffDirectories } from '../../../../../engine/content/raster/tiff/directories.ts';

const MAKE = 0x010f;
const ORIENTATION = 0x0112;
const SOFTWARE = 0x0131;
const THUMBNAIL_OFFSET = 0x0201;
const THUMBNAIL_SIZE = 0x0202;

/** Entries of one LONG each, little-endian. */
function writeDirectory(bytes: Buffer, at: number, entries: readonly (readonly [number, number])[], next = 0): void {
  bytes.writeUInt16LE(entries.length, at);
  for (const [index, [tag, value]] of entries.entries()) {
    const entry = at + 2 + index * 12;
    bytes.writeUInt16LE(tag, entry);
    bytes.writeUInt16LE(4, entry + 2);
    bytes.writeUInt32LE(1, entry + 4);
    bytes.writeUInt32LE(value, entry + 8);
  }
  bytes.writeUInt32LE(next, at + 2 + entries.length * 12);
}

/** A directory without an orientation, and one of a preview of 10 bytes with 20 more behind it. */
function littleEndian(): Buffer {
  const bytes = Buffer.alloc(110);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  writeDirectory(
    bytes,
    8,
    [
      [MAKE, 7],
      [SOFTWARE, 9],
    ],
    40,
  );
  writeDirectory(bytes, 40, [
    [THUMBNAIL_OFFSET, 80],
    [THUMBNAIL_SIZE, 10],
  ]);
  bytes.fill(0xaa, 80, 90);
  bytes.fill(0xbb, 90);
  return bytes;
}

describe('the orientation in EXIF', () => {
  it('is put in its place where there was none', () => {
    const editor = new ExifEditor(littleEndian());
    expect(editor.orientation).toBe(1);
    editor.orientation = 6;
    expect(editor.orientation).toBe(6);
    const [first, second] = readTiffDirectories(editor.bytes);
    expect([MAKE, ORIENTATION, SOFTWARE].map((tag) => first!.values(tag))).toEqual([[7], [6], [9]]);
    expect(second!.values(THUMBNAIL_SIZE)).toEqual([10]);
    const start = Buffer.from(editor.bytes).readUInt32LE(4);
    const tags = [0, 1, 2].map((index) => Buffer.from(editor.bytes).readUInt16LE(start + 2 + index * 12));
    expect(tags).toEqual([MAKE, ORIENTATION, SOFTWARE]); // sorted, as TIFF demands
    expect(editor.bytes.subarray(80, 110)).toEqual(new Uint8Array(littleEndian().subarray(80)));
  });

  it('is changed where it stands', () => {
    const editor = new ExifEditor(exifOfOrientation(8));
    const { length } = editor.bytes;
    editor.orientation = 3;
    expect([editor.orientation, editor.bytes.length]).toEqual([3, length]);
  });

  it('is upright where the value has no meaning', () => {
    const editor = new ExifEditor(exifOfOrientation(8));
    editor.orientation = 9;
    expect(editor.orientation).toBe(1);
  });
});

describe('the preview in EXIF', () => {
  it('is wiped, and what stands behind it stays where it was', () => {
    const editor = new ExifEditor(littleEndian());
    editor.removeThumbnail();
    expect(readTiffDirectories(editor.bytes)).toHaveLength(1);
    expect(editor.bytes.subarray(40, 90).every((byte) => byte === 0)).toBe(true);
    expect(editor.bytes.subarray(90).every((byte) => byte === 0xbb)).toBe(true);
  });

  it('makes EXIF shorter when it stood at the end', () => {
    const editor = new ExifEditor(littleEndian().subarray(0, 90));
    editor.removeThumbnail();
    expect(editor.bytes).toHaveLength(80);
  });
});

it('says when EXIF leads beyond its end', () => {
  const broken = littleEndian();
  broken.writeUInt32LE(1000, 4);
  expect(() => new ExifEditor(broken).orientation).toThrow(RangeError);
  const longThumbnail = littleEndian();
  longThumbnail.writeUInt32LE(1000, 40 + 2 + 12 + 8);
  expect(() => new ExifEditor(longThumbnail).removeThumbnail()).toThrow(RangeError);
  expect(() => new ExifEditor(new Uint8Array(2))).toThrow(RangeError);
  expect(() => new ExifEditor(Buffer.from('not TIFF at all'))).toThrow(RangeError);
});

it('overwrites no more than EXIF holds when many values of a position name the same bytes', () => {
  const POSITION = 0x8825;
  const entries = 20_000;
  const bytes = Buffer.alloc(8 + 18 + 6 + entries * 12 + 4 + 1_000_000);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  writeDirectory(bytes, 8, [[POSITION, 26]]);
  writeDirectory(
    bytes,
    26,
    Array.from({ length: entries }, () => [1, 0]),
  );
  for (let entry = 28; entry < 28 + entries * 12; entry += 12) {
    bytes.writeUInt32LE(250_000, entry + 4);
    bytes.writeUInt32LE(26 + 6 + entries * 12, entry + 8);
  }
  expect(() => withoutExifLocation(bytes)).toThrow('overlap');
});
