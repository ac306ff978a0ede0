import { describe, expect, it } from 'vitest';
import { sharedEngine } from '../../support/shared-engine.ts';

const engine = sharedEngine();

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function draw(elements: readonly object[], rest: object = {}) {
  const board = JSON.stringify({ type: 'excalidraw', version: 2, elements, ...rest });
  const { artifacts, report, warnings } = await engine.convert(new TextEncoder().encode(board), {
    from: 'excalidraw',
    to: 'svg',
  });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return { svg: new TextDecoder().decode(artifact.bytes), report, warned: warnings.map(({ code }) => code) };
}

const box = { type: 'rectangle', x: 0, y: 0, width: 100, height: 50, roughness: 0 };
const label = { type: 'text', x: 10, y: 10, width: 80, height: 25, roughness: 0, text: 'Lamp & wick' };

describe('boards of Excalidraw', () => {
  it('show every element that was not deleted, and their texts', async () => {
    const ellipse = { ...box, type: 'ellipse' };
    const { svg, report, warned } = await draw([box, ellipse, ellipse, label, { ...box, x: 9000, isDeleted: true }]);
    expect(report).toMatchObject({ verified: 'content', checks: [{ name: 'text', ok: true }, { name: 'drawing' }] });
    expect(svg.match(/<(?:ellipse|text) /g)).toHaveLength(3);
    expect(svg).toContain('>Lamp &amp; wick</text>');
    expect(svg).toContain('viewBox="-10.5 -10.5 121 71"');
    expect(warned).toEqual([]);
  });

  it('are as large as what is turned on them', async () => {
    const { svg } = await draw([{ ...box, strokeWidth: 0, angle: Math.PI / 2 }]);
    expect(svg).toContain('viewBox="15 -35 70 120"');
    expect(svg).toContain('rotate(90 50 25)');
  });

  it('have arrows with a head at their end, and others where they say so', async () => {
    const arrow = {
      type: 'arrow',
      x: 0,
      y: 0,
      roughness: 0,
      points: [
        [0, 0],
        [100, 0],
      ],
    };
    expect((await draw([arrow])).svg.match(/<path/g)).toHaveLength(2);
    expect((await draw([{ ...arrow, endArrowhead: null }])).svg.match(/<path/g)).toHaveLength(1);
    expect((await draw([{ ...arrow, startArrowhead: 'dot', endArrowhead: null }])).svg.match(/<circle/g)).toHaveLength(
      1,
    );
  });

  it('keep images and links that they hold, and fetch and run nothing', async () => {
    const image = { ...box, type: 'image' };
    const files = {
      inside: { dataURL: `data:image/png;base64,${PIXEL}` },
      outside: { dataURL: 'http://127.0.0.1/a.png' },
    };
    const elements = [
      { ...image, fileId: 'inside' },
      { ...image, fileId: 'outside' },
      { ...image, fileId: 'missing' },
      { ...box, link: 'https://example.org/?a=1&b=2' },
      { ...box, link: 'javascript:alert(1)', strokeColor: 'red" onload="alert(1)' },
    ];
    const { svg, warned } = await draw(elements, { files });
    expect(svg.match(/xlink:href="[^"]{0,30}/g)).toEqual([
      'xlink:href="data:image/png;base64,iVBORw0K',
      'xlink:href="https://example.org/?a=1&amp;b',
    ]);
    expect(svg).not.toMatch(/127\.0\.0\.1|onload/);
    expect(warned.sort()).toEqual(['link_dropped', 'picture_dropped']);
  });

  it('tell that strokes by hand become straight', async () => {
    expect((await draw([{ ...box, roughness: 1 }])).warned).toEqual(['feature_dropped']);
  });

  it('without anything are refused', async () => {
    await expect(draw([])).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});
