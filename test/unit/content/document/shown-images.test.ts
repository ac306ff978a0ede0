import { expect, it } from 'vitest';
import { countShownImages } from '../../../../engine/content/document/shown-images.ts';

const CONTAINER = 0xf;
const SHAPE = 0xf004;
const PROPERTIES = 0xf00b;
const IMAGE = 0x4104;
const FILL = 0x4186;

function record(type: number, version: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(version, 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(content.byteLength, 4);
  return Buffer.concat([header, content]);
}

function shape(...properties: readonly (readonly [id: number, value: number])[]): Buffer {
  const table = Buffer.alloc(properties.length * 6);
  for (const [index, [id, value]] of properties.entries()) {
    table.writeUInt16LE(id, index * 6);
    table.writeUInt32LE(value, index * 6 + 2);
  }
  return record(SHAPE, CONTAINER, record(PROPERTIES, (properties.length << 4) | 3, table));
}

it('the images of a drawing are counted as often as shapes show them, and fills are none', () => {
  const drawing = record(
    0xf002,
    CONTAINER,
    Buffer.concat([shape([FILL, 1]), shape([0x7f, 0], [IMAGE, 1]), shape([IMAGE, 1]), shape([IMAGE, 0])]),
  );
  expect(countShownImages(drawing)).toBe(2);
  expect(countShownImages(drawing.subarray(0, drawing.byteLength - 20))).toBe(2);
  expect(countShownImages(new Uint8Array(0))).toBe(0);
});
