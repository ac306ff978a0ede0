import { expect, it } from 'vitest';
import { readHocr } from '../../../../engine/content/pages/hocr.ts';

const read = (body: string) => readHocr(new TextEncoder().encode(`<!DOCTYPE html><html><body>${body}</body></html>`));

it('reads pages, lines and words with their places', () => {
  const pages = read(
    `<div class='ocr_page' title='image "a;b.png"; bbox 0 0 800 600; ppageno 0; scan_res 150 150'>
      <span class='ocr_line' title="bbox 10 20 300 50; baseline 0.01 -6; x_size 28.5">
        <span class='ocrx_word' title='bbox 10 20 90 50; x_wconf 96'><strong>Fire</strong> </span>
        <span class='ocrx_word' title='bbox 100 20 300 50; x_wconf 91'>&amp; charcoal</span>
      </span>
    </div>`,
  );
  expect(pages).toEqual([
    {
      ...{ x0: 0, y0: 0, x1: 800, y1: 600, dpi: 150 },
      lines: [
        {
          ...{ x0: 10, y0: 20, x1: 300, y1: 50, baseline: 44, size: 28.5 },
          words: [
            { x0: 10, y0: 20, x1: 90, y1: 50, text: 'Fire' },
            { x0: 100, y0: 20, x1: 300, y1: 50, text: '& charcoal' },
          ],
        },
      ],
    },
  ]);
});

it('leaves out what has no place or no text', () => {
  const page = `<div class="ocr_page" title="bbox 0 0 9 9"><span class="ocr_line" title="bbox 0 0 9 9">
    <span class="ocrx_word" title="bbox 0 0 9 9"> </span><span class="ocrx_word">lost</span></span></div>`;
  expect(read(page)).toMatchObject([{ dpi: 300, lines: [] }]);
});
