import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/gdal/codec.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const sample = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(sourcePath({ from: 'dgn', source: 'plan-labels-levels.dgn' })));

/** Where each element begins, by the bytes of its head. */
function elementsOf(drawing: Uint8Array): { readonly at: number; readonly type: number; readonly size: number }[] {
  const view = new DataView(drawing.buffer);
  const found = [];
  for (let at = 0; at + 4 <= drawing.byteLength && view.getUint16(at) !== 0xffff;) {
    const size = 4 + 2 * view.getUint16(at + 2, true);
    found.push({ at, type: drawing[at + 1]! & 0x7f, size });
    at += size;
  }
  return found;
}

async function svgOf(drawing: Uint8Array): Promise<string> {
  const [svg] = await bench.convert(drawing, 'dgn', 'svg', 'draw');
  return new TextDecoder().decode(svg);
}

describe('drawings of MicroStation', () => {
  it('have their levels, colours, weights, fills, points and labels', async () => {
    const svg = await svgOf(sample());
    expect([...svg.matchAll(/inkscape:label="(\d+)"/g)].map(([, level]) => level)).toEqual(['1', '2', '5', '3']);
    expect(svg).toMatch(/stroke="#ff0000" stroke-width="4"/);
    expect(svg).toMatch(/fill="#00ff00"[^>]*stroke="#00ff00"/);
    expect(svg).toMatch(/<circle/);
    // Text of the code page of Windows, and white on black.
    expect(svg).toMatch(/fill="#000000"[^>]*>Grundriss Häuser</);
    expect(svg).toMatch(/rotate\(-90 [^>]*>Weg</);
  });

  it('say which text they show', async () => {
    const { document } = await bench.inspect(sample(), 'dgn', 'quick');
    expect(document!.text).toBe('Grundriss Häuser\nWeg');
  });

  it('tell what is not drawn', async () => {
    const drawing = sample();
    const line = elementsOf(drawing).find(({ type }) => type === 4)!;
    // A dimension.
    drawing[line.at + 1] = 33;
    expect(await svgOf(drawing)).not.toContain('stroke="#ff0000"');
    expect(bench.warnings.map(({ message }) => message)).toContain('Parts of the drawing are not drawn: 1 dimensions.');
  });
});
