import { describe, expect, it } from 'vitest';
import { SimpleStyles } from '../../engine/content/document/book/simple-styles.ts';
import { Hiding } from '../../engine/content/document/css/hiding.ts';
import { parseStyleSheet } from '../../engine/content/document/css/style-sheet.ts';
import { embeddedFonts, rewriteFonts, selectorSteps } from '../../engine/content/drawing/style-sheet.ts';

/** At this length whatever takes time by its square takes minutes. */
const REPEATED = 30_000;

/** What is begun again and again and never ends. */
const UNITS = [
  '{',
  'a{',
  'a:(',
  'a{a:(;',
  'a{b:"\n',
  '/*',
  '@media a{',
  '@font-face{',
  '@page{@a',
  'a[',
  ',(',
  ':not(',
  ' ',
  'a{b: ',
  '! ',
  ':',
  'font:',
  ' font',
  'a{font: ',
  'url(data:',
  'gradient(',
  'a{background:gradient(',
  'a{margin:a(',
  '.a',
  'a>',
  ';',
  '}',
];

describe('a style sheet of 30,000 times', () => {
  it.each(UNITS)('%j is read by every reader of CSS', (unit) => {
    const css = unit.repeat(REPEATED);
    const sound = `b{display:none}${css}`;
    expect(parseStyleSheet(sound).rules[0]).toMatchObject({ selector: 'b' });
    expect(new Hiding([sound]).sightOf({ name: 'b', attributes: {} }, [])?.isHidden).toBe(true);
    expect(new SimpleStyles([css])).toBeDefined();
    expect(rewriteFonts(css, (families) => families).length).toBeGreaterThan(0);
    expect(embeddedFonts(css)).toEqual([]);
    expect(selectorSteps(css, 3)).toBeGreaterThanOrEqual(0);
  });
});
