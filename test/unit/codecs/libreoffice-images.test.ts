import { readFile } from 'node:fs/promises';
import { Document, ImageRun, Packer, Paragraph } from 'docx';
import { describe, expect, it } from 'vitest';
import { withPlainImages } from '../../../engine/codecs/libreoffice/plain-images.ts';
import { withWritableImages } from '../../../engine/codecs/libreoffice/writable-images.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { replaceEntries } from '../../../engine/content/document/ooxml/package.ts';
import { startRunner } from '../../support/runner.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const load = (path: string): Promise<Buffer> => readFile(new URL(`../../../corpus/sources/${path}`, import.meta.url));

/** A document of Word with one image of each file. */
async function documentWith(...images: readonly (readonly ['gif' | 'bmp' | 'png', Buffer])[]): Promise<Uint8Array> {
  const children = images.map(
    ([type, data]) =>
      new Paragraph({ children: [new ImageRun({ type, data, transformation: { width: 60, height: 40 } })] }),
  );
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

/** A bitmap that says its pixels are a JPEG: nothing here reads it. */
async function bitmapOfJpeg(): Promise<Buffer> {
  const bitmap = await load('bmp/24bit-odd-size.bmp');
  bitmap.writeUInt32LE(4, 30);
  return bitmap;
}

/** How the files of a document's images begin, by their extensions. */
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

describe('images that old formats have no place for', () => {
  it('become PNG on the way there, and stay as they are on any other', async () => {
    const gif = await load('gif/square-on-transparent-odd-size.gif');
    const document = await documentWith(['gif', gif], ['bmp', await load('bmp/24bit-odd-size.bmp')]);
    const before = { gif: 'GIF8', bmp: expect.stringMatching(/^BM/) as string };
    expect(beginnings(document)).toEqual(before);
    expect(beginnings(withWritableImages(document, 'doc', DEFAULT_LIMITS))).toEqual({
      gif: '\x89PNG',
      bmp: '\x89PNG',
    });
    expect(withWritableImages(document, 'odt', DEFAULT_LIMITS)).toBe(document);
  });

  it('are left alone where they are damaged, packed or too large', async () => {
    const packed = await documentWith(['bmp', await bitmapOfJpeg()], ['gif', Buffer.from('GIF89a')]);
    expect(withWritableImages(packed, 'doc', DEFAULT_LIMITS)).toBe(packed);
    const large = await documentWith(['bmp', await load('bmp/24bit-odd-size.bmp')]);
    expect(withWritableImages(large, 'doc', { ...DEFAULT_LIMITS, pixels: 100 })).toBe(large);
  });

  describe('in a document', { timeout: 120_000 }, () => {
    const engine = sharedEngine();

    it.each(['doc', 'rtf'] as const)('are in the %s that is made of it', async (to) => {
      const gif = await load('gif/square-on-transparent-odd-size.gif');
      const document = await documentWith(['gif', gif], ['bmp', await load('bmp/24bit-odd-size.bmp')]);
      const { artifacts, report } = await engine.convert(document, { to });
      expect(report).toMatchObject({ verified: 'content', lost: [] });
      const [artifact] = artifacts;
      if (!artifact || !('bytes' in artifact)) throw new Error('The document was not held in memory.');
      const written = Buffer.from(artifact.bytes).toString('latin1');
      const image = to === 'doc' ? /\x89PNG\r\n/g : /\\pngblip/g;
      expect(written.match(image)).toHaveLength(2);
    });

    it('are missed where they could not be written', async () => {
      const packed = await documentWith(['bmp', await bitmapOfJpeg()]);
      await expect(engine.convert(packed, { to: 'doc' })).rejects.toMatchObject({ code: 'output_not_verified' });
    });
  });
});

describe('images whose colours a document changes', () => {
  const COLOUR = '<a:clrFrom><a:srgbClr val="FFFFFF"/></a:clrFrom>';
  const EFFECTS = `<a:lum bright="20000"/><a:grayscl/><a:clrChange>${COLOUR}</a:clrChange>`;
  const textOf = (document: Uint8Array, name: string): string => {
    const zip = openZip(document, DEFAULT_LIMITS);
    return Buffer.from(zip.read(zip.find(name)!)).toString('utf8');
  };

  async function changedDocument(): Promise<Uint8Array> {
    const document = await documentWith(['png', await load('png/palette-interlaced.png')]);
    const source = textOf(document, 'word/document.xml');
    const changed = source.replace(/(<a:blip\b[^>]*?)\s*\/?>(?:<\/a:blip>)?/, `$1>${EFFECTS}</a:blip>`);
    expect(changed).toContain(EFFECTS);
    const replacements = new Map([['word/document.xml', new TextEncoder().encode(changed)]]);
    return replaceEntries(openZip(document, DEFAULT_LIMITS), replacements);
  }

  it('have those of their files where they could not be encoded, and are counted', async () => {
    const document = await changedDocument();
    const plain = withPlainImages(document, 'docx', DEFAULT_LIMITS);
    expect(plain.changed).toBe(1);
    expect(textOf(plain.document, 'word/document.xml')).toMatch(/<a:blip\b[^>]*><a:grayscl\/><\/a:blip>/);
    expect(withPlainImages(document, 'odt', DEFAULT_LIMITS)).toEqual({ document, changed: 0 });
    expect(withPlainImages(plain.document, 'docx', DEFAULT_LIMITS)).toEqual({ document: plain.document, changed: 0 });
  });

  it('are kept, and somebody is told of their colours', { timeout: 120_000 }, async () => {
    const engine = sharedEngine();
    const { artifacts, report, warnings } = await engine.convert(await changedDocument(), { to: 'doc' });
    expect(report).toMatchObject({ verified: 'content', lost: [] });
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'feature_dropped', details: { pictures: 1 } }));
    const [artifact] = artifacts;
    if (!artifact || !('bytes' in artifact)) throw new Error('The document was not held in memory.');
    expect(Buffer.from(artifact.bytes).includes('\x89PNG\r\n', 0, 'latin1')).toBe(true);
  });

  it('do not count where their files are empty', async () => {
    await using reader = await startRunner(officeXml);
    const document = await documentWith(['png', await load('png/palette-interlaced.png')]);
    const zip = openZip(document, DEFAULT_LIMITS);
    const media = zip.entries.find(({ name }) => name.endsWith('.png'))!;
    const empty = replaceEntries(zip, new Map([[media.name, new Uint8Array(0)]]));
    expect((await reader.inspect(document, 'docx')).document!.figures).toBe(1);
    expect((await reader.inspect(empty, 'docx')).document!.figures).toBe(0);
  });
});
