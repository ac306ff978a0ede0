import { describe, expect, it } from 'vitest';
import { parseDeclarations } from '../../../../../engine/content/document/css/declarations.ts';
import { partsOf } from '../../../../../engine/content/document/css/parts.ts';
import { parseStyleSheet } from '../../../../../engine/content/document/css/style-sheet.ts';
import { embeddedFonts, selectorSteps } from '../../../../../engine/content/drawing/style-sheet.ts';

const selectorsOf = (css: string): string[] => parseStyleSheet(css).rules.map(({ selector }) => selector);
const declared = (css: string): string[] =>
  parseDeclarations(css).map(
    ({ property, value, important }) => `${property}=${value}${important ? ' (important)' : ''}`,
  );

describe('CSS is taken apart', () => {
  it('at separators outside brackets, strings, addresses and comments', () => {
    expect([...partsOf('a;b(;)c[;]";"url(x;y)/*;*/;d', ';')]).toEqual([
      { text: 'a' },
      { text: 'b(;)c[;]";"url(x;y)' },
      { text: 'd' },
    ]);
  });

  it('into rules with their blocks', () => {
    expect([...partsOf('@import "a"; p { x: {y} } q{', ';')]).toEqual([
      { text: '@import "a"' },
      { text: ' p ', block: ' x: {y} ' },
      { text: ' q', block: '' },
    ]);
  });
});

describe('a style sheet', () => {
  it('applies its conditional rules to print', () => {
    const css = '@media screen { a {color:red} } @media print { @supports (x:y) { b {color:red} } } c {color:red}';
    expect(selectorsOf(css)).toEqual(['b', 'c']);
  });

  it('parts selectors at commas, not at those within them', () => {
    expect(selectorsOf('p:not(.a,.b), q[title="x,y"], .r\\,s {color:red}')).toEqual([
      'p:not(.a,.b)',
      'q[title="x,y"]',
      '.r\\,s',
    ]);
  });

  it('goes on behind rules within rules and behind what it does not understand', () => {
    expect(
      declared('color: red; & b { color: blue } *zoom: 1; margin-top: 1px !important; background: url(a;b) #FFF'),
    ).toEqual(['color=red', 'margin-top=1px (important)', 'background-color=#FFF']);
  });

  it('reads the declarations of a page without its margin boxes', () => {
    const { page } = parseStyleSheet('@page { size: A4; @top-left { content: "x" } margin-top: 1cm }');
    expect(page.map(({ property }) => property)).toEqual(['size', 'margin-top']);
  });
});

describe('the style sheet of a drawing', () => {
  it('brings fonts along', () => {
    const css = '@font-face { font-family: "A B"; src: url(x.woff), url("data:font/ttf;base64,AAEC") }';
    expect(embeddedFonts(css)).toEqual([{ family: 'A B', bytes: Uint8Array.of(0, 1, 2) }]);
  });

  it('costs as many steps as its selectors have ancestors', () => {
    expect(selectorSteps('a > b   c {} d {}', 3)).toBe(4 + 1 + 1); // the end of the sheet counts as one
  });
});
