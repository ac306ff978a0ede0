import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import { layOutSheet } from '../../../engine/codecs/font-specimen/sheet.ts';
import { hasAll, setLine } from '../../../engine/codecs/font-specimen/setter.ts';
import { writePdf } from '../../../engine/codecs/font-specimen/write-pdf.ts';
import { writeSvg } from '../../../engine/codecs/font-specimen/write-svg.ts';
import { OpenFont } from '../../../engine/content/font/harfbuzz.ts';

const fileOf = (source: string): Uint8Array => new Uint8Array(readFileSync(sourcePath({ from: 'ttf', source })));
const latin = fileOf('hinted-kerned-latin.ttf');
const devanagari = fileOf('devanagari-shaping.ttf');

describe('specimens', () => {
  it('stay on their page, whatever the font', () => {
    for (const file of [latin, devanagari, fileOf('variable-weight.ttf')]) {
      const { glyphs, width, height } = layOutSheet(file);
      expect(glyphs.length).toBeGreaterThan(20);
      expect(glyphs.every(({ x, y }) => x > 0 && x < width && y > 0 && y < height)).toBe(true);
    }
  });

  it('set text as the font does: kerned, with the letters that scripts join', () => {
    const style = { font: new OpenFont(latin), size: 100, colour: '#000000' };
    const apart = ['A', 'V'].reduce((sum, letter) => sum + setLine(letter, style).width, 0);
    expect(setLine('AV', style).width).toBeLessThan(apart);
    const joined = setLine('क्त', { ...style, font: new OpenFont(devanagari) });
    expect(joined.glyphs.length).toBeLessThan(3);
  });

  it('show text only in scripts that the font has', () => {
    expect(hasAll(new OpenFont(latin), 'Größe')).toBe(true);
    expect(hasAll(new OpenFont(latin), 'Größe ж')).toBe(false);
  });

  it('need no font of the reader: neither text nor anything to fetch', () => {
    const svg = writeSvg(layOutSheet(latin));
    expect(svg).not.toMatch(/<(?:text|style|image|script|a)\b|font-family|https?:\/\/(?!www\.w3\.org)/);
    expect(svg.match(/<path id="/g)!.length).toBeLessThan(svg.match(/<use /g)!.length);
    const pdf = Buffer.from(writePdf(layOutSheet(latin))).toString('latin1');
    expect(pdf).toMatch(/^%PDF-1\.7\n/);
    expect(pdf).not.toContain('/Font');
  });
});
