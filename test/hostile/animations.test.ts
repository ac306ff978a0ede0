import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { ConversionError, createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { assertProperty } from '../support/property.ts';

let engine: Engine;
beforeAll(() => {
  engine = createEngine();
});
afterAll(() => engine.close());

async function outcome(
  content: Uint8Array | object,
  { from = 'lottie', deadlineMs }: { readonly from?: FormatId; readonly deadlineMs?: number } = {},
): Promise<string> {
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content));
  const options = { from, to: 'png', ...(deadlineMs !== undefined && { deadlineMs }) } as const;
  try {
    const { report, warnings } = await engine.convert(new Uint8Array(bytes), options);
    return [report.verified, ...warnings.map(({ code }) => code)].join(' ');
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const still = (k: unknown) => ({ a: 0, k });
const place = { o: still(100), r: still(0), p: still([8, 8, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
const layer = (rest: object) => ({ ddd: 0, ind: 1, sr: 1, ks: place, ao: 0, ip: 0, op: 5, st: 0, bm: 0, ...rest });
const drawing = (...it: readonly object[]) => layer({ ty: 4, shapes: [{ ty: 'gr', it }] });
const SHAPE = [
  { ty: 'rc', d: 1, s: still([9, 9]), p: still([0, 0]), r: still(0) },
  { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100), r: 1 },
];
const animation = (layers: readonly object[], rest: object = {}) => ({
  ...{ v: '5.7.0', fr: 10, ip: 0, op: 5, w: 16, h: 16, ddd: 0, assets: [], layers },
  ...rest,
});

describe('hostile animations', () => {
  it('that draw more than anybody sees are refused before they are drawn', async () => {
    // Ten times ten times … of a composition.
    const assets = Array.from({ length: 12 }, (_, id) => ({
      id: `c${id}`,
      layers: Array.from({ length: 10 }, () => layer({ ty: 0, refId: `c${id + 1}`, w: 16, h: 16 })),
    }));
    expect(await outcome(animation([layer({ ty: 0, refId: 'c0', w: 16, h: 16 })], { assets }))).toBe(
      'input_too_complex',
    );
    const repeater = { ty: 'rp', c: still(1e9), o: still(0), m: 1, tr: { ...place, so: still(100), eo: still(100) } };
    expect(await outcome(animation([drawing(...SHAPE, repeater)]))).toBe('input_too_complex');
  });

  it('that contain themselves or have no size, pace or end are damaged', async () => {
    const self = layer({ ty: 0, refId: 'self', w: 16, h: 16 });
    expect(await outcome(animation([self], { assets: [{ id: 'self', layers: [self] }] }))).toBe('input_corrupt');
    for (const wrong of [{ w: 0 }, { h: -5 }, { fr: 0 }, { op: 0 }, { ip: 'x' }])
      expect(await outcome(animation([drawing(...SHAPE)], wrong)), JSON.stringify(wrong)).toBe('input_corrupt');
  });

  it('that are too large, too long or nested too deep are refused', async () => {
    expect(await outcome(animation([drawing(...SHAPE)], { w: 1e6, h: 1 }))).toBe('input_too_complex');
    expect(await outcome(animation([drawing(...SHAPE)], { op: 1e9 }))).toBe('input_too_complex');
    const deep = `{"fr":10,"ip":0,"op":5,"w":16,"h":16,"layers":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect(await outcome(new TextEncoder().encode(deep))).toBe('input_too_complex');
  });

  it('whose programs do not end are given up in time', async () => {
    const endless = { ...place, r: { a: 0, k: 0, x: 'var $bm_rt; while (true) {} $bm_rt = 1;' } };
    expect(await outcome(animation([{ ...drawing(...SHAPE), ks: endless }]), { deadlineMs: 3_000 })).toBe(
      'conversion_timeout',
    );
  }, 20_000);

  it('fetch nothing, and say what is missing', async () => {
    const assets = [{ id: 'i', w: 8, h: 8, u: 'http://127.0.0.1:9/', p: 'a.png', e: 0 }];
    const layers = [layer({ ty: 2, refId: 'i' }), drawing(...SHAPE)];
    expect(await outcome(animation(layers, { assets }))).toBe('content picture_dropped');
  });

  it('in a package that holds none are damaged', async () => {
    const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    const packed = (files: Readonly<Record<string, unknown>>) =>
      writeZip(Object.entries(files).map(([name, value]) => ({ name, bytes: json(value) })));
    const manifest = { animations: [{ id: '../../x' }, { id: 7 }, 'y'] };
    expect(await outcome(packed({ 'manifest.json': manifest, 'a/x.json': animation([]) }), { from: 'dotlottie' })).toBe(
      'input_corrupt',
    );
  });

  it('that are cut or damaged anywhere give a result or an error with a name', async () => {
    const source = readFileSync(sourcePath({ from: 'lottie', source: 'square-seen-through.json' }));
    const damaged = fc.tuple(fc.nat(source.byteLength - 1), fc.nat(127), fc.boolean());
    await assertProperty(
      fc.asyncProperty(damaged, async ([at, byte, isCut]) => {
        const bytes = Uint8Array.from(isCut ? source.subarray(0, at + 1) : source);
        if (!isCut) bytes[at] = byte;
        expect(await outcome(bytes)).toMatch(/^(content|input_\w+|source_format_\w+|output_not_verified)/);
      }),
      { numRuns: 60 },
    );
  }, 30_000);
});
