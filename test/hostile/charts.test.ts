import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

const MARK = { type: 'rect', encode: { enter: { width: { value: 10 }, height: { value: 10 } } } };

function chart(parts: object): string {
  const head = { $schema: 'https://vega.github.io/schema/vega/v6.json', width: 100, height: 100 };
  return JSON.stringify({ ...head, marks: [MARK], ...parts });
}

const signal = (update: string): string => chart({ signals: [{ name: 'q', update }] });
const transformed = (transform: object, values: readonly object[] = [{ u: 1, v: 2 }]): string =>
  chart({ data: [{ name: 'd', values, transform: [transform] }] });
const scaled = (scale: object, guide: object): string => chart({ scales: [{ name: 's', ...scale }], ...guide });

async function outcome(text: string, deadlineMs = 20_000): Promise<string> {
  try {
    const { report, warnings } = await engine.convert(new TextEncoder().encode(text), { to: 'svg', deadlineMs });
    return [report.verified, ...warnings.map(({ code }) => code)].join(' ');
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

/** Each holds the one before it twice. */
const DOUBLING = Array.from({ length: 28 }, (_, at) => ({ name: `s${at + 1}`, update: `s${at} + s${at}` }));
const LINEAR = { type: 'linear', domain: [0, 1e9], range: 'width' };

describe('charts that ask for more than there is memory', () => {
  // A worker that cannot make one array ends the process: such a chart must not get that far.
  it.each([
    ['a sequence of data', chart({ data: [{ name: 'd', transform: [{ type: 'sequence', start: 0, stop: 1e10 }] }] })],
    ['a sequence by tiny steps', signal('sequence(0, 1, 1e-9)')],
    ['ticks of an axis', scaled(LINEAR, { axes: [{ scale: 's', orient: 'bottom', tickCount: 1e9 }] })],
    [
      'ticks of a legend',
      scaled({ ...LINEAR, range: { scheme: 'blues' } }, { legends: [{ fill: 's', tickCount: 1e9 }] }),
    ],
    ['bins', scaled({ type: 'bin-ordinal', bins: { start: 0, stop: 1e9, step: 1 }, range: { scheme: 'blues' } }, {})],
    ['quantiles', transformed({ type: 'quantile', field: 'u', step: 1e-9 })],
    ['a density', transformed({ type: 'density', extent: [0, 1], distribution: { function: 'normal' }, steps: 1e9 })],
    ['meridians', transformed({ type: 'graticule', step: [1e-6, 1e-6] })],
    ['a grid', transformed({ type: 'kde2d', size: [1e5, 1e5], x: { field: 'u' }, y: { field: 'v' } })],
    ['a padded text', signal("pad('a', 4e8, 'b')")],
    ['a text that is replaced', signal("replace(pad('', 9e5, 'b'), regexp('b', 'g'), pad('', 500, 'c'))")],
    ['a text that doubles', chart({ signals: [{ name: 's0', update: "'abcdefgh'" }, ...DOUBLING] })],
    ['a wide number', signal("format(1, '300000000d')")],
    ['wide labels', scaled(LINEAR, { axes: [{ scale: 's', orient: 'bottom', format: '0300000000d' }] })],
  ])('are refused: %s', async (_what, text) => {
    expect(await outcome(text)).toBe('input_too_complex');
  });
});

describe('charts that would never be done', () => {
  it('end at the deadline, and the next one is drawn', async () => {
    expect(await outcome(signal("test(/(a+)+$/, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')"), 1500)).toBe(
      'conversion_timeout',
    );
    expect(await outcome(chart({}))).toBe('content');
  }, 30_000);
});

describe('charts that reach out', () => {
  it.each([
    ['data of a file', chart({ data: [{ name: 'd', url: 'file:///etc/passwd' }] }), 'unsupported_conversion'],
    [
      'data by an expression',
      chart({ data: [{ name: 'd', url: { signal: "'http://127.0.0.1/'" } }] }),
      'unsupported_conversion',
    ],
    ['a program in an expression', signal("constructor.constructor('return process')()"), 'input_corrupt'],
    [
      'words that only browsers place',
      transformed({ type: 'wordcloud', text: { field: 'u' } }),
      'unsupported_conversion',
    ],
    ['no chart at all', '{"$schema": "https://vega.github.io/schema/vega/v6.json", "marks": 7}', 'input_corrupt'],
    ['marks in marks without end', chart({}).replace('[', '[{"type":"group","marks":['.repeat(5000)), 'input_corrupt'],
  ])('get nothing: %s', async (_what, text, expected) => {
    expect(await outcome(text)).toBe(expected);
  });

  it('with images in other files leave these out, and it is told', async () => {
    const image = {
      type: 'image',
      encode: { enter: { url: { value: 'http://127.0.0.1/a.png' }, width: { value: 9 } } },
    };
    expect(await outcome(chart({ marks: [image, MARK] }))).toBe('content picture_dropped');
  });
});
