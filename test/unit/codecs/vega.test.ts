import { describe, expect, it } from 'vitest';
import { sharedEngine } from '../../support/shared-engine.ts';

const engine = sharedEngine();

const LITE = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  data: {
    values: [
      { light: 'Mole', miles: 9 },
      { light: 'Bank', miles: 14 },
    ],
  },
  mark: 'bar',
  encoding: {
    x: { field: 'light', type: 'nominal', axis: { labelAngle: 0 } },
    y: { field: 'miles', type: 'quantitative', title: 'Range' },
  },
};

async function draw(spec: object, to = 'svg') {
  const { artifacts, report, warnings, plan } = await engine.convert(new TextEncoder().encode(JSON.stringify(spec)), {
    to,
    fileName: 'chart',
  });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  const text = new TextDecoder().decode(artifact.bytes);
  return { text, report, warned: warnings.map(({ code }) => code), from: plan.from };
}

describe('charts', () => {
  it('in Vega-Lite show their labels, and a bar for each row', async () => {
    const { text, report, from } = await draw(LITE);
    expect(from).toBe('vegalite');
    expect(report).toMatchObject({ verified: 'content', checks: [{ name: 'text', ok: true }, { name: 'drawing' }] });
    expect(text.match(/<text[^>]*>(Mole|Bank|Range|light)</g)).toHaveLength(4);
    expect(text.match(/aria-roledescription="bar"/g)).toHaveLength(2);
  });

  it('are the same whenever they are drawn, even by chance', async () => {
    const spec = { ...LITE, transform: [{ calculate: 'random()', as: 'miles' }] };
    expect((await draw(spec)).text).toBe((await draw(spec)).text);
  });

  it('become images and pages, and charts of Vega that show the same', async () => {
    expect((await draw(LITE, 'png')).report.verdict).toBe('accepted');
    expect((await draw(LITE, 'pdf')).report.checks).toMatchObject([{ name: 'text', ok: true }, { name: 'drawing' }]);
    const { text, report } = await draw(LITE, 'vega');
    expect(report.checks).toContainEqual(expect.objectContaining({ name: 'text', ok: true }));
    const compiled = await draw(JSON.parse(text) as object);
    expect(compiled.from).toBe('vega');
    expect(compiled.text).toBe((await draw(LITE)).text);
  });

  it('cut labels off where they are told to, and the rest is looked for', async () => {
    const long = 'a light with a very long name that has no place on its axis';
    const values = [...LITE.data.values, { light: long, miles: 3 }];
    const { text, report } = await draw({ ...LITE, data: { values } });
    expect(text).toMatch(/>a light with a[^<]*…</);
    expect(report.checks[0]).toMatchObject({ name: 'text', ok: true });
  });

  it('keep links to pages and leave out those that run programs', async () => {
    const values = [
      { light: 'Mole', miles: 9, page: 'https://example.org/?x=1&y=2' },
      { light: 'Bank', miles: 14, page: 'java\tscript:alert(1)' },
    ];
    const spec = { ...LITE, data: { values }, encoding: { ...LITE.encoding, href: { field: 'page' } } };
    const { text, warned } = await draw(spec);
    expect(text.match(/xlink:href="[^"]*"/g)).toEqual([
      'xlink:href="https://example.org/?x=1&amp;y=2"',
      'xlink:href=""',
    ]);
    expect(warned).toEqual(['link_dropped']);
  });

  it('that read data from elsewhere, or show nothing, are refused by name', async () => {
    await expect(draw({ ...LITE, data: { url: 'https://example.org/lights.csv' } })).rejects.toMatchObject({
      code: 'unsupported_conversion',
      message: expect.stringContaining('nothing is fetched'),
    });
    await expect(draw({ ...LITE, data: { values: [] } })).rejects.toMatchObject({
      code: 'input_corrupt',
      message: expect.stringContaining('shows nothing'),
    });
    await expect(draw({ ...LITE, mark: 'tower' })).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});
