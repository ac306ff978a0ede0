import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { SpanTexts } from '../../../engine/content/pages/reading/span-texts.ts';
import { line } from '../../support/page-models.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function textOf(content: string): Promise<string> {
  const [text] = await bench.convert(pdfFile([content]), 'pdf', 'txt', 'markup');
  return Buffer.from(text!).toString().trim();
}

describe('the text that marked content stands for', () => {
  it.each([
    { says: 'each glyph another character', shown: 'xx', text: '<FEFF67714EAC>', expected: 'Kiln \u6771\u4eac' },
    { says: 'some glyphs one character', shown: 'xxx', text: '<FEFF0921>', expected: 'Kiln \u0921' },
    { says: 'one glyph some characters', shown: 'x', text: '(ffi)', expected: 'Kiln ffi' },
    { says: 'blanks a sign that breaks words', shown: ' ', text: '<FEFF00AD>', expected: 'Kiln' },
    { says: 'a blank without a character a letter', shown: ' ', text: '<FEFF102C>', expected: 'Kiln \u102c' },
    { says: 'nothing, which leaves the glyphs', shown: 'xx', text: '()', expected: 'Kiln xx' },
  ])('is written where it gives $says', async ({ shown, text, expected }) => {
    const words = `(Kiln ) Tj /Span <</Lang (ja) /ActualText ${text}>> BDC (${shown}) Tj EMC`;
    expect(await textOf(`BT /F1 12 Tf 72 700 Td ${words} ET`)).toBe(expected);
  });

  it('is told apart from content that has none', async () => {
    const words =
      '/P <</MCID 0>> BDC (one ) Tj EMC /Span <</ActualText (two)>> BDC (xxx) Tj EMC /A BMC ( three) Tj EMC';
    expect(await textOf(`BT /F1 12 Tf 72 700 Td ${words} ET`)).toBe('one two three');
  });
});

describe('marks of a page', () => {
  const glyphs = (text: string) => [...line(10, 20, text)];

  it('are counted without those of forms and layers', () => {
    const spans = new SpanTexts([undefined, 'B']);
    const page = { glyphs: glyphs('x'), hidden: new Set<never>() };
    spans.begin('P', 0);
    spans.enterForm();
    spans.begin('Span', 0);
    spans.end(page, true);
    spans.leaveForm();
    spans.begin('OC', 0);
    spans.begin('Span', 0);
    spans.end(page, true);
    expect(page.glyphs.map(({ text }) => text)).toEqual(['B']);
  });

  it('join a letter and its marks in the order in which they are written, wherever they are painted', () => {
    const [letter, above, below] = ['x', 'y', 'z'].map((text, index) => line(index === 1 ? 14 : 10, 20, text)[0]!);
    const spans = new SpanTexts(['\u1010\u102d\u102f']);
    const page = { glyphs: [letter!, above!, below!], hidden: new Set<never>() };
    spans.begin('Span', 0);
    spans.end(page, true);
    expect(page.glyphs.map(({ text }) => text)).toEqual(['\u1010\u102d\u102f']);
  });

  it('are nothing where they hold no glyph', () => {
    const spans = new SpanTexts(['B']);
    const page = { glyphs: glyphs('x'), hidden: new Set<never>() };
    spans.begin('Span', 1);
    spans.end(page, true);
    expect(page.glyphs.map(({ text }) => text)).toEqual(['x']);
  });

  it('join the pieces of a tall sign, whose ink they all are', () => {
    const pieces = ['\ufffd', '\ufffd'].map((text, index) => {
      const [piece] = line(10, 20, text);
      return { ...piece!, ink: { y0: 10 + 8 * index, y1: 18 + 8 * index } };
    });
    const spans = new SpanTexts(['{']);
    const page = { glyphs: pieces, hidden: new Set<never>() };
    spans.begin('Span', 0);
    spans.end(page, true);
    expect(page.glyphs).toMatchObject([{ text: '{', ink: { y0: 10, y1: 26 } }]);
  });

  it('say nothing of glyphs that cannot be seen, and join none that are a clip', () => {
    const page = { glyphs: glyphs('xy'), hidden: new Set(glyphs('')) };
    const end = (mayJoin: boolean): string => {
      const spans = new SpanTexts(['B']);
      spans.begin('Span', 0);
      spans.end(page, mayJoin);
      return page.glyphs.map(({ text }) => text).join('');
    };
    expect(end(false)).toBe('xy');
    page.hidden.add(page.glyphs[0]!);
    expect(end(true)).toBe('xy');
  });
});
