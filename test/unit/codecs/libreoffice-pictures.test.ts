import { readFile } from 'node:fs/promises';
import { Document, ImageRun, Packer, Paragraph } from 'docx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withWritablePictures } from '../../../engine/codecs/libreoffice/writable-pictures.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/limits.ts';

const load = (path: string): Promise<Buffer> => readFile(new URL(`../../../corpus/sources/${path}`, import.meta.url));

/** A document of Word with one picture of each file. */
async function documentWith(...pictures: readonly (readonly ['gif' | 'bmp' | 'png', Buffer])[]): Promise<Uint8Array> {
  const children = pictures.map(
    ([type, data]) =>
      new Paragraph({ children: [new ImageRun({ type, data, transformation: { width: 60, height: 40 } })] }),
  );
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

/** How the files of a document's pictures begin, by their extensions. */
function beginnings(document: Uint8Array): Record<string, string> {
  const zip = openZip(document, DEFAULT_LIMITS);
  const media = zip.entries.filter(({ name }) => name.startsWith('word/media/') && !name.endsWith('/'));
  return Object.fromEntries(
    media.map((entry) => [
      entry.name.split('.').at(-1)!,
      Buffer.from(zip.read(entry).subarray(0, 4)).toString('latin1'),
    ]),
  );
}

describe('pictures that old formats have no place for', () => {
  it('become PNG on the way there, and stay as they are on any other', async () => {
    const gif = await load('gif/square-on-transparent-odd-size.gif');
    const document = await documentWith(['gif', gif], ['bmp', await load('bmp/24bit-odd-size.bmp')]);
    const before = { gif: 'GIF8', bmp: expect.stringMatching(/^BM/) as string };
    expect(beginnings(document)).toEqual(before);
    expect(beginnings(withWritablePictures(document, 'doc', DEFAULT_LIMITS))).toEqual({
      gif: '\x89PNG',
      bmp: '\x89PNG',
    });
    expect(withWritablePictures(document, 'odt', DEFAULT_LIMITS)).toBe(document);
  });

  it('are left alone where they are damaged, packed or too large', async () => {
    const packed = await documentWith(['bmp', await load('bmp/palette-rle.bmp')], ['gif', Buffer.from('GIF89a')]);
    expect(withWritablePictures(packed, 'doc', DEFAULT_LIMITS)).toBe(packed);
    const large = await documentWith(['bmp', await load('bmp/24bit-odd-size.bmp')]);
    expect(withWritablePictures(large, 'doc', { ...DEFAULT_LIMITS, pixels: 100 })).toBe(large);
  });

  describe('in a document', { timeout: 120_000 }, () => {
    let engine: Engine;
    beforeAll(() => {
      engine = createEngine();
    });
    afterAll(() => engine.close());

    it.each(['doc', 'rtf'] as const)('are in the %s that is made of it', async (to) => {
      const gif = await load('gif/square-on-transparent-odd-size.gif');
      const document = await documentWith(['gif', gif], ['bmp', await load('bmp/24bit-odd-size.bmp')]);
      const { artifacts, report } = await engine.convert(document, { to });
      expect(report).toMatchObject({ verified: 'content', lost: [] });
      const [artifact] = artifacts;
      if (!artifact || !('bytes' in artifact)) throw new Error('The document was not held in memory.');
      const written = Buffer.from(artifact.bytes).toString('latin1');
      const picture = to === 'doc' ? /\x89PNG\r\n/g : /\\pngblip/g;
      expect(written.match(picture)).toHaveLength(2);
    });

    it('are missed where they could not be written', async () => {
      const packed = await documentWith(['bmp', await load('bmp/palette-rle.bmp')]);
      await expect(engine.convert(packed, { to: 'doc' })).rejects.toMatchObject({ code: 'output_not_verified' });
    });
  });
});
