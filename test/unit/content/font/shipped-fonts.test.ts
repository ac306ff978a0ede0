import { describe, expect, it } from 'vitest';
import { familyFor, similarFamily, splitFamilies } from '../../../../engine/content/font/families.ts';
import { familyNameOf, FontCoverage } from '../../../../engine/content/font/tables.ts';
import { isOpenType } from '../../../../engine/content/font/sfnt.ts';
import { facesOf, fallbacksFor, readFont, type ShippedFamily } from '../../../../engine/content/font/shipped-fonts.ts';

const FAMILIES: readonly ShippedFamily[] = [
  'Arimo',
  'Tinos',
  'Cousine',
  'Chocolate Classical Sans',
  'NanumGothic',
  'Noto Emoji',
];

describe('the fonts that come along', () => {
  it.each(FAMILIES)('are there, every face of %s under its own name', (family) => {
    const faces = facesOf(family);
    expect(faces[0]).toMatchObject({ family, bold: false, italic: false });
    for (const face of faces) {
      const bytes = readFont(face);
      expect(isOpenType(bytes)).toBe(true);
      expect(familyNameOf(bytes)).toBe(family);
    }
  });

  it.each(['Arimo', 'Tinos', 'Cousine'] as const)('hold Latin, Greek and Cyrillic in %s', (family) => {
    const text = 'AzÀÿŐőŁł ΑΩαω ΆώАЯаяЁё „“–—…€';
    expect(facesOf(family)).toHaveLength(4);
    for (const face of facesOf(family)) {
      const coverage = new FontCoverage(readFont(face));
      expect([...text].filter((char) => char !== ' ' && !coverage.has(char.codePointAt(0)!))).toEqual([]);
      expect(coverage.has(0x6f22)).toBe(false);
    }
  });

  it('are joined by others only where they lack a character', () => {
    expect(fallbacksFor('Größe Ωж', ['Arimo'])).toEqual({ families: [], missing: [] });
    expect(fallbacksFor('漢字かな', ['Arimo']).families).toEqual(['Chocolate Classical Sans']);
    expect(fallbacksFor('한국어', ['Arimo']).families).toEqual(['NanumGothic']);
    expect(fallbacksFor('👩‍💻❤️', ['Arimo']).families.at(-1)).toBe('Noto Emoji');
    expect(fallbacksFor('a བ b བ', ['Arimo']).missing).toEqual(['བ']);
  });
});

describe('names of families', () => {
  it('are split as style sheets write them', () => {
    expect(splitFamilies(`"Open Sans", 'A, B' , Times New Roman,serif`)).toEqual([
      'Open Sans',
      'A, B',
      'Times New Roman',
      'serif',
    ]);
    expect(splitFamilies(' , ')).toEqual([]);
  });

  it('are known when ours are as wide, and for the generic ones', () => {
    expect(['ARIAL', 'Helvetica-BoldOblique', 'sans-serif', 'cursive'].map(familyFor)).toEqual([
      'Arimo',
      'Arimo',
      'Arimo',
      'Tinos',
    ]);
    expect(['Georgia', 'constructor', ''].map(familyFor)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['Georgia', 'Tinos'],
    ['Source Serif 4', 'Tinos'],
    ['PT Sans', 'Arimo'],
    ['MS Sans Serif', 'Arimo'],
    ['DejaVu Sans Mono', 'Cousine'],
    ['Consolas', 'Cousine'],
    ['Roboto', 'Arimo'],
  ])('say that %s is nearest to %s', (name, family) => {
    expect(similarFamily(name)).toBe(family);
  });
});

describe('damaged fonts', () => {
  it('are told, not read beyond their end', () => {
    const font = readFont(facesOf('Cousine')[0]!).slice(0, 2000);
    expect(() => familyNameOf(font)).toThrow(RangeError);
    expect(() => new FontCoverage(font)).toThrow(RangeError);
    expect(isOpenType(Uint8Array.of(0x77, 0x4f, 0x46, 0x32))).toBe(false);
  });
});
