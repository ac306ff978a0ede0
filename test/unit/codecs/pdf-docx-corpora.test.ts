import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { ConversionError } from '../../../engine/contract/errors.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { readDocx } from '../../support/docx-reader.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Milliseconds that the worst of these files may take, many times what it takes on an idle machine. */
const MAX_MS = 30_000;
/** What a file may be refused with that is damaged or locked, or a form that only Adobe's programs lay out. */
const REFUSALS = ['input_corrupt', 'input_truncated', 'input_encrypted', 'input_too_complex', 'unsupported_conversion'];

const files = hasCorpora
  ? ['pdf-odd', 'pdf-form', 'pdf-scan', 'pdf-tagged'].flatMap((family) =>
      readdirSync(join(CORPORA, family), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.pdf'))
        .map((name) => join(family, name)),
    )
  : [];

describe.skipIf(!hasCorpora)('odd PDFs', () => {
  it.each(files)(
    'gives a document or a named error for %s',
    async (file) => {
      const result = await bench
        .convert(join(CORPORA, file), 'pdf', 'docx', 'reconstruct')
        .catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(ConversionError);
        expect(REFUSALS).toContain((result as ConversionError).code);
        return;
      }
      const [docx] = result as Uint8Array[];
      expect(readDocx(docx!).sections.length).toBeGreaterThan(0);
    },
    MAX_MS,
  );
});

describe.skipIf(!hasCorpora)('a page from right to left', () => {
  it(
    'has its images anchored in a paragraph from left to right, where their places are counted from the left',
    async () => {
      const file = join(CORPORA, 'pdf/docling/right_to_left_02.pdf');
      const [docx] = await bench.convert(file, 'pdf', 'docx', 'reconstruct');
      const { xml } = readDocx(docx!);
      const paragraphs = xml.match(/<w:p>.*?<\/w:p>/gs) ?? [];
      const anchoring = paragraphs.filter((paragraph) => paragraph.includes('<wp:anchor'));
      expect(anchoring).toHaveLength(1);
      expect(anchoring[0]).not.toContain('<w:bidi');
      expect(paragraphs.some((paragraph) => paragraph.includes('<w:bidi'))).toBe(true);
    },
    MAX_MS,
  );
});

describe.skipIf(!hasCorpora)('a Word document', () => {
  it.each(['pdf/docling/skipped_2pages.pdf', 'pdf/opendataloader-pdf/PDFUA-Ref-2-06_Brochure.pdf'])(
    'has no clock and no counter of the worker in it: %s',
    async (file) => {
      const [first] = await bench.convert(join(CORPORA, file), 'pdf', 'docx', 'reconstruct');
      const [second] = await bench.convert(join(CORPORA, file), 'pdf', 'docx', 'reconstruct');
      expect(Buffer.compare(first!, second!)).toBe(0);
    },
    MAX_MS,
  );
});
