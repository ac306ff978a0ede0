import { describe, expect, it } from 'vitest';
import { countOtherPictures } from '../../../engine/content/document/metafiles.ts';
import { countStoredPictures } from '../../../engine/content/document/picture-store.ts';

const PNG = 6;
const WMF = 3;

function record(type: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(content.byteLength, 4);
  return Buffer.concat([header, content]);
}

function entry(type: number, uses: number, size = 100): Buffer {
  const content = Buffer.alloc(36);
  content[0] = type;
  content.writeUInt32LE(size, 20);
  content.writeUInt32LE(uses, 24);
  return record(0xf007, content);
}

/** The drawings of a document: some properties, and the store of pictures. */
function drawings(...entries: readonly Buffer[]): Buffer {
  return record(0xf000, Buffer.concat([record(0xf006, Buffer.alloc(24)), record(0xf001, Buffer.concat(entries))]));
}

describe('the pictures that float in a document of Word', () => {
  it('are those that shapes show, metafiles apart', () => {
    const store = drawings(entry(PNG, 1), entry(PNG, 0), entry(WMF, 2), entry(0, 0, 0), entry(PNG, 3));
    expect(countStoredPictures(store)).toEqual({ bitmaps: 2, metafiles: 1 });
  });

  it('are none where there is no store, or one that is cut off', () => {
    expect(countStoredPictures(new Uint8Array(0))).toEqual({ bitmaps: 0, metafiles: 0 });
    expect(countStoredPictures(drawings())).toEqual({ bitmaps: 0, metafiles: 0 });
    const whole = drawings(entry(PNG, 1), entry(PNG, 1));
    expect(countStoredPictures(whole.subarray(0, whole.byteLength - 10))).toEqual({ bitmaps: 1, metafiles: 0 });
  });
});

describe('the pictures in the text of a document of Word', () => {
  const picture = (mode: number, ...shown: readonly Buffer[]): Buffer => {
    const content = Buffer.concat([record(0xf004, Buffer.alloc(16)), ...shown]);
    const header = Buffer.alloc(68);
    header.writeUInt32LE(68 + content.byteLength, 0);
    header.writeUInt16LE(68, 4);
    header.writeUInt16LE(mode, 6);
    return Buffer.concat([header, content]);
  };

  it('are told from metafiles and from shapes that show nothing', () => {
    const data = Buffer.concat([
      picture(0x64, entry(PNG, 1)),
      picture(0x64, entry(WMF, 1)),
      picture(0x64),
      picture(0x64),
    ]);
    expect(countOtherPictures(data)).toEqual({ metafiles: 1, empty: 2 });
    expect(countOtherPictures(data.subarray(0, 100))).toEqual({ metafiles: 0, empty: 0 });
  });
});
