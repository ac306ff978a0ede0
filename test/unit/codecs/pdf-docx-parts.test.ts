import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { divisionOf, numbersOf } from '../../../engine/codecs/pdf-docx/page-ranges.ts';
import { createEngine, type ConvertOptions, type Engine } from '../../../engine/index.ts';
import { expectNothingLeft, mostAtOnce } from '../../support/divided-conversions.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources/pdf');
/** Notes, tables, headers and footers, columns, fields, and text that is turned or runs from right to left. */
const CHAPTERS = [
  'essay-footnotes-ruled-table',
  'tables-over-pages',
  'header-footer-page-numbers',
  'two-columns-hyphenated',
  'hebrew-right-to-left',
  'rotated-page',
  'form-filled-in-without-appearances',
];
/** Images and drawings; they take long. */
const PLATES = ['gradients-patterns-masks-blends', 'scanned-letter'];
/** Together with the plates 156 pages. */
const COPIES = 14;
const TIMEOUT_MS = 120_000;

let scratch: TemporaryDirectory;
let book: Uint8Array;
/** With a worker for each of several parts, and with one only. */
let wide: Engine;
let narrow: Engine;

beforeAll(async () => {
  scratch = await temporaryDirectory();
  const engineOf = (slots: number): Engine =>
    createEngine({ slots, memoryMB: 10_000, scratchDir: join(scratch.path, String(slots)) });
  wide = engineOf(2);
  narrow = engineOf(1);
  const chapters = Array.from({ length: COPIES }, () => CHAPTERS).flat();
  const sources = [...PLATES, ...chapters].map((name) => join(SOURCES, `${name}.pdf`));
  const { artifacts } = await narrow.merge(sources, { to: 'pdf', verify: 'full' });
  book = bytesOf(artifacts[0]!);
}, TIMEOUT_MS);

afterAll(async () => {
  await wide.close();
  await narrow.close();
  await scratch[Symbol.asyncDispose]();
});

function bytesOf(artifact: { readonly bytes: Uint8Array } | { readonly path: string }): Uint8Array {
  return 'bytes' in artifact ? artifact.bytes : readFileSync(artifact.path);
}

interface Outcome {
  readonly bytes: Uint8Array;
  readonly warnings: readonly unknown[];
}

async function convert(engine: Engine, options: ConvertOptions): Promise<Outcome> {
  const { artifacts, warnings } = await engine.convert(book, options);
  return { bytes: bytesOf(artifacts[0]!), warnings };
}

/** Names and contents of what is in a Word document, but for when it was made. */
function partsOf(docx: Uint8Array): Record<string, string> {
  const parts = unzipSync(docx);
  return Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => [
      name,
      strFromU8(bytes, true).replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, ''),
    ]),
  );
}

describe('a long PDF', () => {
  it(
    'becomes the same Word document in idle workers as in one, with the same warnings, and no step back on the way',
    async () => {
      const seen: number[] = [];
      const dividing = convert(wide, { to: 'docx', onProgress: (fraction) => seen.push(fraction) });
      expect(await mostAtOnce(wide, dividing)).toBeGreaterThan(1);
      const [divided, whole] = [await dividing, await convert(narrow, { to: 'docx' })];
      expect(partsOf(divided.bytes)).toEqual(partsOf(whole.bytes));
      expect(divided.warnings).toEqual(whole.warnings);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.at(-1)).toBe(1);
    },
    TIMEOUT_MS,
  );

  it.each(['md', 'csv'])(
    'becomes the same %s, of the pages that are asked for',
    async (to) => {
      const options = { pages: '3-155' };
      const dividing = convert(wide, { to, options, pack: 'zip' });
      expect(await mostAtOnce(wide, dividing)).toBeGreaterThan(1);
      const [divided, whole] = [await dividing, await convert(narrow, { to, options, pack: 'zip' })];
      expect(Buffer.from(divided.bytes).equals(whole.bytes)).toBe(true);
      expect(divided.warnings).toEqual(whole.warnings);
    },
    TIMEOUT_MS,
  );

  it(
    'leaves nothing behind when it is aborted while its parts are read',
    async () => {
      const [scratchDir, outDir] = [join(scratch.path, '2'), join(scratch.path, 'aborted')];
      await expectNothingLeft(wide, { input: book, scratchDir, outDir, to: 'docx' });
    },
    TIMEOUT_MS,
  );
});

describe('division', () => {
  it('gives every page to one part, and parts of about the same length', () => {
    const numbers = Array.from({ length: 301 }, (_, index) => index + 5);
    const parts = divisionOf(numbers.length, 3)!.map((part) => numbersOf(part, numbers));
    expect(parts.flat()).toEqual(numbers);
    expect(parts.map(({ length }) => length)).toEqual([100, 101, 100]);
  });

  it('leaves documents whole of which the parts would be short', () => {
    expect(divisionOf(149, 8)).toBeUndefined();
    expect(divisionOf(5000, 1)).toBeUndefined();
    expect(divisionOf(150, 8)).toHaveLength(2);
  });
});
