import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { type ConversionResult } from '../../../engine/index.ts';
import { bytesOf } from '../../support/codec-bench.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const SCAN = join(SOURCES, 'pdf/scanned-letter.pdf');
const TIMEOUT_MS = 120_000;

const engine = sharedEngine();

const codesOf = ({ warnings }: ConversionResult): string[] => warnings.map(({ code }) => code);
const routeOf = ({ plan }: ConversionResult): string[] => plan.steps.map(({ to }) => to);

it(
  'recognises the text of a PDF without any, and says how sure it is',
  async () => {
    const result = await engine.convert(SCAN, { to: 'txt' });
    expect(Buffer.from(await bytesOf(result.artifacts[0]!)).toString()).toContain('Take the boat out of the water');
    expect(result.warnings).toMatchObject([{ code: 'text_recognised', details: { pages: [1] } }]);
    expect((result.warnings[0]!.details as { confidence: number }).confidence).toBeGreaterThan(80);
    const plan = await engine.planFile(SCAN, { to: 'docx' });
    expect(plan.steps.map(({ to }) => to)).toEqual(['hocr', 'docx']);
  },
  TIMEOUT_MS,
);

it(
  'leaves the pages as images where recognition is not wanted, and where there is no time for it',
  async () => {
    expect(routeOf(await engine.convert(SCAN, { to: 'docx', options: { ocr: false } }))).toEqual(['docx']);
    const plan = await engine.planFile(SCAN, { to: 'docx', deadlineMs: 5_000 });
    expect(plan.steps.map(({ to }) => to)).toEqual(['docx']);
  },
  TIMEOUT_MS,
);

it(
  'leaves photographs as they are',
  async () => {
    const document = await PDFDocument.create();
    const image = await document.embedJpg(readFileSync(join(SOURCES, 'jpg/two-pictures-with-index.jpg')));
    document.addPage([612, 792]).drawImage(image, { x: 36, y: 200, width: 540, height: 400 });
    const result = await engine.convert(await document.save(), { to: 'docx', fileName: 'photograph.pdf' });
    expect(routeOf(result)).toEqual(['docx']);
    expect(codesOf(result)).not.toContain('text_recognised');
  },
  TIMEOUT_MS,
);
