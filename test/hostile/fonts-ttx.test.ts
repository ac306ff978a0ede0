import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { ConversionError } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

const sourceOf = (source: string): string => readFileSync(sourcePath({ from: 'ttx', source }), 'utf8');
const layout = sourceOf('layout-components.ttx');
const postScript = sourceOf('postscript-outlines.ttx');

async function outcome(text: string): Promise<string> {
  try {
    const { report } = await engine.convert(new TextEncoder().encode(text), { from: 'ttx', to: 'woff' });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const ENTITIES = `<!DOCTYPE ttFont [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY a${index} "&a${index - 1};&a${index - 1};">`,
).join('')}]>`;

const glyph = (name: string, content: string): string =>
  layout.replace(
    new RegExp(`<TTGlyph name="${name}".*?</TTGlyph>`, 's'),
    `<TTGlyph name="${name}">${content}</TTGlyph>`,
  );

const component = (name: string): string => `<component glyphName="${name}" x="0" y="0" flags="0x4"/>`;

/** Glyphs that are each made of the one before, several times. */
function doublingGlyphs(levels: number, times: number): string {
  const names = Array.from({ length: levels }, (_, index) => `part${index}`);
  const ids = names.map((name) => `<GlyphID name="${name}"/>`).join('');
  const widths = names.map((name) => `<mtx name="${name}" width="1" lsb="0"/>`).join('');
  const glyphs = names.map(
    (name, index) => `<TTGlyph name="${name}">${component(names[index - 1] ?? 'A').repeat(times)}</TTGlyph>`,
  );
  return layout
    .replace('</GlyphOrder>', `${ids}</GlyphOrder>`)
    .replace('</hmtx>', `${widths}</hmtx>`)
    .replace('</glyf>', `${glyphs.join('')}</glyf>`);
}

/** A subroutine that calls itself, or the next one several times. */
const subroutines = (codes: readonly string[]): string =>
  postScript
    .replace(
      /<Subrs>.*?<\/Subrs>/s,
      `<Subrs>${codes.map((code) => `<CharString>${code}</CharString>`).join('')}</Subrs>`,
    )
    .replace(/(<CharString name="O">).*?(<\/CharString>)/s, '$1 0 0 rmoveto -107 callsubr endchar $2');

describe('TTX fonts made to do harm', () => {
  it.each([
    ['entities of entities', layout.replace('<ttFont', `${ENTITIES}<ttFont`), 'content'],
    [
      'an entity for a number',
      layout.replace('<ttFont', `${ENTITIES}<ttFont`).replace('numGlyphs value="', 'numGlyphs value="&a9;'),
      'input_corrupt: The font is damaged: "&a9;',
    ],
    ['elements in each other', layout.replace('<maxp>', `<maxp>${'<a>'.repeat(100_000)}`), 'input_too_complex'],
    [
      'more glyphs than numbers',
      layout.replace(
        '</GlyphOrder>',
        `${Array.from({ length: 66_000 }, (_, index) => `<GlyphID name="x${index}"/>`).join('')}</GlyphOrder>`,
      ),
      'input_corrupt: The font is damaged: it has 66010 glyphs; 65535 are the most',
    ],
    [
      'two glyphs of one name',
      layout.replace('name="A"', 'name="V"'),
      'input_corrupt: The font is damaged: two of its',
    ],
    [
      'a glyph made of itself',
      glyph('A', component('V')).replace(/(<TTGlyph name="V").*?<\/TTGlyph>/s, `$1>${component('A')}</TTGlyph>`),
      'input_corrupt: The font is damaged: the glyph A is a component of itself',
    ],
    ['components that double', doublingGlyphs(40, 2), 'input_corrupt: The font is damaged: the glyph part'],
    ['components a thousand deep', doublingGlyphs(1000, 1), 'input_corrupt: The font is damaged: its components stand'],
    [
      'a glyph of one that is not there',
      glyph('A', component('Q')),
      'input_corrupt: The font is damaged: component names',
    ],
    [
      'a number that is none',
      layout.replace(/unitsPerEm value="\d+"/, 'unitsPerEm value="many"'),
      'input_corrupt: The font',
    ],
    ['a number too large', layout.replace(/(<mtx name="A" width=")\d+/, '$199999999999'), 'input_corrupt: The font is'],
    [
      'a point out of the em',
      layout.replace(/<pt x="-?\d+"/, '<pt x="40000"'),
      'input_corrupt: The font is damaged: the',
    ],
    [
      'an em without units',
      layout.replace(/unitsPerEm value="\d+"/, 'unitsPerEm value="0"'),
      'input_corrupt: The font',
    ],
    [
      'an instruction that is none',
      layout.replace('<maxp>', '<prep><assembly>EXPLODE[ ]</assembly></prep><maxp>'),
      'input_corrupt: The font is damaged: EXPLODE',
    ],
    [
      'a table cut in hexadecimal',
      layout.replace(/<maxp>.*?<\/maxp>/s, '<maxp raw="True"><hexdata>0001</hexdata></maxp>'),
      'input_corrupt',
    ],
    ['half a file', layout.slice(0, layout.length >> 1), 'input_corrupt'],
    [
      'no glyphs',
      layout.replace(/<glyf>.*?<\/glyf>/s, ''),
      'input_corrupt: The TTX file holds only a part of a font: glyf or CFF',
    ],
    [
      'outlines that are not compiled',
      layout.replace(/<glyf>.*?<\/glyf>/s, '<CFF2><major value="2"/></CFF2>'),
      'unsupported_conversion: The glyphs of the TTX file are in the table CFF2',
    ],
    [
      'an operator that is none',
      subroutines(['1 2 explode']),
      'input_corrupt: The font is damaged: explode in the charstring',
    ],
  ])('are refused by name, or are harmless: %s', async (_what, text, code) => {
    expect((await outcome(text)).slice(0, code.length)).toBe(code);
  });

  it.each([
    ['itself', ['-107 callsubr return']],
    [
      'the next one twice',
      Array.from({ length: 40 }, (_, index) => `${index - 106} callsubr ${index - 106} callsubr return`),
    ],
  ])('end where a subroutine calls %s', async (_what, codes) => {
    expect(await outcome(subroutines(codes))).toMatch(/^(content|input_\w+: )/);
  });
});
