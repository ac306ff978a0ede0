import { describe, expect, it } from 'vitest';
import { ImageStore } from '../../../engine/codecs/pdf-docx/write/image-store.ts';
import { makeRuns } from '../../../engine/codecs/pdf-docx/write/runs.ts';
import type { Span } from '../../../engine/codecs/pdf-docx/write/spans.ts';
import type { TextFormat } from '../../../engine/codecs/pdf-docx/write/text-format.ts';
import type { Link } from '../../../engine/content/pages/model.ts';

const BASE = { family: 'Arial', size: 20, bold: false, italic: false, color: '000000', stretch: 100 };
const PLAIN = { underline: false, strike: false, monospace: false, rtl: false };

const linkAt = (x0: number, y0: number, url = 'https://kilns.example/'): Link => {
  return { x0, x1: x0 + 60, y0, y1: y0 + 12, url };
};

function span(text: string, link?: Link, bold = false): Span {
  const format = { ...BASE, ...PLAIN, bold, ...(link && { link, url: link.url }) };
  return { kind: 'text', text, format: format as TextFormat };
}

const partsOf = (...spans: readonly Span[]): number => makeRuns(spans, { base: BASE, images: new ImageStore() }).length;

describe('a link', () => {
  const link = linkAt(72, 100);

  it('is one though a part of it looks different, and goes on in the next line', () => {
    expect(partsOf(span('The kilns ', link), span('of the valley', link, true))).toBe(1);
    expect(partsOf(span('The kilns ', link), span('of the valley', linkAt(72, 114)))).toBe(1);
  });

  it('ends before another one, and before other text', () => {
    expect(partsOf(span('The kilns ', link), span('of the valley', linkAt(140, 100)))).toBe(2);
    expect(partsOf(span('The kilns ', link), span('or ', undefined), span('ovens', link))).toBe(3);
    expect(partsOf(span('The kilns ', link), span('Ovens', linkAt(72, 114, 'https://ovens.example/')))).toBe(2);
  });
});
