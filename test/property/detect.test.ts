import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ConversionError } from '../../engine/contract/errors.ts';
import { bytesSource, detect } from '../../engine/formats/detect/index.ts';
import {
  adtsFrames,
  bytes,
  compoundFile,
  contentTypes,
  ftyp,
  id3,
  matroska,
  moov,
  mp3Frames,
  ogg,
  png,
  tar,
  tiff,
  WORD_MAIN,
  zeros,
  zip,
} from '../support/sample-files.ts';
import { assertProperty } from '../support/property.ts';

/** Everything that detection walks into. */
const SAMPLES: readonly Uint8Array[] = [
  zip({ '[Content_Types].xml': contentTypes('word/document.xml', WORD_MAIN), 'word/document.xml': '<a/>' }),
  zip({ mimetype: 'application/epub+zip' }),
  compoundFile(['a', 'b', 'c', 'WordDocument']),
  png(['acTL', 'IDAT']),
  tiff([
    [262, 32_803],
    [271, 'NIKON'],
    [330, 8],
  ]),
  bytes(ftyp('isom'), moov('vide', 'soun')),
  matroska('webm', [1, 2]),
  ogg(bytes(1, 'vorbis', zeros(20))),
  bytes(id3(100), mp3Frames(4)),
  adtsFrames(4),
  tar('a.txt'),
  bytes('{"a": [1, 2, {"b": "c\\u0041"}]}'),
  bytes('a,b,c\n"1, 2",3,4\n5,6,7\n'),
  bytes('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg/>'),
  bytes('---\na: b\nlist:\n  - c: |\n      text\n'),
  bytes('[ti:x]\n[00:01.00]y\n'),
  bytes('P6\n# ours\n2 1\n255\nabcdef'),
  bytes('#define a_width 8\n#define a_height 1\nstatic char a_bits[] = { 0x00 };'),
  bytes([0xff, 0xd8, 0xff, 0xe2, 0, 40], 'MPF', 0, 'II*\0', [8, 0, 0, 0, 1, 0, 2, 0xb0, 7, 0], zeros(40)),
  bytes([0, 0, 2], zeros(9), [4, 0, 3, 0, 24, 0], zeros(36)),
  bytes([0, 0, 0, 3, 0, 0, 0, 3], zeros(36)),
  bytes([0, 0, 0x81, 0, 2], zeros(32)),
  gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'),
];

/** What formats begin with, and what stands in them again and again: the patterns for it must end. */
const STARTS = ['', 'P3\n', 'P6 1', 'P7\n#', 'PF\n', 'PG ML + ', '#define a_width ', '#define a_width 1 ', '/*'].concat(
  ['%!PS-Adobe-3.0\n', 'LBLSIZE=1 ', '<svg ', '<!DOCTYPE', '{\\rtf', '@relation a\n', 'version: 1\n', '"a" = '],
);
const PIECES = [
  '\n',
  ' ',
  '#',
  '# ',
  '#\n',
  '1',
  '1 ',
  '#1\n1 ',
  '%%',
  '%%a\r\n',
  '#define a 1 ',
  '*/',
  '/*',
  '//',
  '%\n',
  'a',
  'a=',
];

async function detectsOrRefuses(content: Uint8Array): Promise<void> {
  try {
    const { confidence } = await detect(bytesSource(content), { fileName: 'file.bin' });
    expect(confidence).toBeGreaterThanOrEqual(0.5);
    expect(confidence).toBeLessThanOrEqual(1);
  } catch (error) {
    expect(error).toBeInstanceOf(ConversionError);
  }
}

it('never fails on damaged files', async () => {
  const damaged = fc
    .tuple(
      fc.constantFrom(...SAMPLES),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
      fc.option(fc.nat()),
    )
    .map(([sample, changes, cut]) => {
      const copy = Uint8Array.from(sample);
      for (const [at, value] of changes) copy[at % copy.byteLength] = value;
      return cut === null ? copy : copy.subarray(0, cut % (copy.byteLength + 1));
    });
  await assertProperty(fc.asyncProperty(damaged, detectsOrRefuses), { numRuns: 3000 });
});

it('never fails on bytes or text without meaning', async () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.string({ unit: 'binary', maxLength: 500 }).map((text) => bytes(text)),
    fc.string({ unit: fc.constantFrom(...'<>{}[]"\'\n ,;:=-#*|&!/\\%a1'), maxLength: 400 }).map((text) => bytes(text)),
  );
  await assertProperty(fc.asyncProperty(content, detectsOrRefuses), { numRuns: 3000 });
});

it('takes time in proportion to the head, however a text repeats itself', async () => {
  const piece = fc.string({
    unit: fc.constantFrom(...'<>{}[]()"\'\n \t,;:=-#*|&!/\\%`~@^$._aTXv019'),
    minLength: 1,
    maxLength: 8,
  });
  const repeated = fc
    .tuple(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), piece)
    .map(([start, part]) => bytes(start + part.repeat(65_536 / part.length)));
  // A pattern that backtracks without bound takes minutes; the time limit of the test would stop it.
  await assertProperty(fc.asyncProperty(repeated, detectsOrRefuses), { numRuns: 400 });
});

it.each(STARTS)('takes little time for anything that is repeated behind %j', async (start) => {
  for (const piece of PIECES) await detectsOrRefuses(bytes(start + piece.repeat(65_536 / piece.length)));
});
