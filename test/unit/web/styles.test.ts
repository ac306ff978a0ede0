import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/source-tree.ts';

const FOLDER = join(ROOT, 'server/web/src/styles');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
const TOKENS = read('tokens.css');
const SHEETS = globSync('*.css', { cwd: FOLDER })
  .map((path) => basename(path))
  .filter((name) => name !== 'tokens.css' && name !== 'main.css');

/** Values of a token by day and by night. */
const COLOURS = new Map(
  [...TOKENS.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(([, name, day, night]) => [
    name!,
    { day: day!, night: night! },
  ]),
);

/** What has its own token, and what a declaration of it may hold beside tokens. */
const TOKENED: readonly (readonly [property: RegExp, raw: RegExp])[] = [
  [/./, /#[\da-f]{3,8}\b|\brgba?\(|\bhsl/],
  [/^font(-size)?$/, /\d*\.?\d(rem|px)\b/],
  [/^font-weight$/, /^\d/],
  [/^line-height$/, /^\d*\.\d/],
  [/^(gap|row-gap|column-gap|padding|margin)/, /\d*\.?\d(rem|px)\b/],
  [/radius$/, /^\d*\.?\d(rem|px)$/],
  [/^(transition|animation)$/, /\d(s|ms)\b/],
];

describe.each(SHEETS)('%s', (name) => {
  it('takes colours, type, space, shape and time from the tokens', () => {
    const declarations = [...read(name).matchAll(/^\s*([\w-]+):\s*([^;{]+);/gm)];
    expect(declarations.length).toBeGreaterThan(5);
    const own = declarations
      .filter(([, property, value]) =>
        TOKENED.some(([properties, raw]) => properties.test(property!) && raw.test(value!)),
      )
      .map(([line]) => line.trim());
    expect(own).toEqual([]);
  });
});

describe('the tokens', () => {
  const used = new Set([TOKENS, ...SHEETS.map(read)].flatMap((sheet) => sheet.match(/(?<=var\()--[\w-]+/g) ?? []));
  const defined = new Set([TOKENS, ...SHEETS.map(read)].flatMap((sheet) => sheet.match(/--[\w-]+(?=:)/g) ?? []));

  it('are there, and each is used', () => {
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
    expect([...defined].filter((name) => !used.has(name))).toEqual([]);
  });

  it.each([
    ...['--ink', '--ink-soft', '--ember', '--good', '--middle', '--bad'].flatMap((text) =>
      ['--ground', '--card', '--sunken'].map((ground) => [text, ground] as const),
    ),
    ...[['--on-ember', '--ember'] as const, ['--on-ember', '--ember-strong'] as const],
    ...['--ember', '--ink'].map((text) => [text, '--ember-soft'] as const),
    ['--ink', '--error-ground'] as const,
    ['--ember', '--error-ground'] as const,
  ])('%s can be read on %s', (text, ground) => {
    for (const theme of ['day', 'night'] as const)
      expect(contrast(COLOURS.get(text)![theme], COLOURS.get(ground)![theme]), theme).toBeGreaterThanOrEqual(4.5);
  });
});

/** Contrast of two colours (WCAG 2.2), 1 to 21. */
function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = hex.match(/[\da-f]{2}/g)!.map((pair) => {
    const share = parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
