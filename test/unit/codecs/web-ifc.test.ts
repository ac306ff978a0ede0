import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import { cases } from '../../../corpus/cases/web-ifc.ts';
import codec from '../../../engine/codecs/web-ifc/codec.ts';
import { readGltf } from '../../../engine/content/mesh/gltf/reader.ts';
import { measure } from '../../../engine/content/mesh/measures.ts';
import type { SceneNode } from '../../../engine/content/mesh/model.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const SAMPLE = readFileSync(sourcePath(cases[0]!), 'latin1');
const changed = (from: string | RegExp, to: string): Uint8Array => {
  const text = SAMPLE.replace(from, to);
  expect(text).not.toBe(SAMPLE);
  return new Uint8Array(Buffer.from(text, 'latin1'));
};
const sample = (): Uint8Array => new Uint8Array(Buffer.from(SAMPLE, 'latin1'));
const glbOf = async (bytes: Uint8Array) => readGltf((await bench.convert(bytes, 'ifc', 'glb', 'write'))[0]!);
const names = (nodes: readonly SceneNode[]): readonly unknown[] =>
  nodes.map(({ name, children }) => (children.length > 0 ? [name, ...names(children)] : name));
/** Walls and panes in cubic metres, less the two openings; of the roof, a gable on a rectangle. */
const WALLS = 2 * 6 * 0.3 * 2.5 + 2 * 4.4 * 0.3 * 2.5 - 2 * 1.2 * 0.3 * 1;
const PANES = 2 * 1.2 * 0.06 * 1;
const ROOF = (6.8 * 5.8 * 1.8) / 2;

describe('buildings', () => {
  it('become solids in metres, with openings cut out', async () => {
    const { mesh, depth } = await bench.inspect(sample(), 'ifc', 'quick');
    expect(mesh!.space).toEqual({ up: 'y', metres: 1 });
    expect(mesh!.placed).toBe(7);
    expect(mesh!.volume).toBeCloseTo(WALLS + PANES + ROOF, 3);
    expect([mesh!.box[1], mesh!.box[4]]).toEqual([expect.closeTo(0.2, 4), expect.closeTo(4.5, 4)]);
    // Our own reader knows all of its bodies.
    expect(depth).toBe('content');
  });

  it('keep their storeys, the names of their elements and colours', async () => {
    const scene = await glbOf(sample());
    expect(names(scene.roots)).toEqual([
      [
        'Werkstatt',
        [
          'Am Bach',
          [
            'Haus',
            [
              'Erdgeschoß',
              ...['Wand vorn', 'Wand hinten', 'Wand links', 'Wand rechts', 'Dach', 'Fenster 1', 'Fenster 2'],
            ],
          ],
        ],
      ],
    ]);
    expect(measure(scene).colours.map(([colour]) => colour)).toEqual(['#e6d9bfff', '#b34026ff', '#80b3cc66']);
    // The windows are the same.
    expect(scene.meshes).toHaveLength(6);
  });

  it('are read in feet and inches', async () => {
    const inInches = changed(
      /#(\d+)=IFCSIUNIT\(\*,\.LENGTHUNIT\.,\.MILLI\.,\.METRE\.\);/,
      "#901=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#902=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n#903=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.0254),#901);\n#$1=IFCCONVERSIONBASEDUNIT(#902,.LENGTHUNIT.,'INCH',#903);",
    );
    const { mesh } = await bench.inspect(inInches, 'ifc', 'quick');
    expect(mesh!.box[4]).toBeCloseTo(4500 * 0.0254, 3);
  });

  it('say which elements are left out', async () => {
    bench.warnings.length = 0;
    await glbOf(changed(/IFCFACETEDBREP\(#(\d+)\)/, 'IFCBOUNDINGBOX(#$1,1.,1.,1.)'));
    expect(bench.warnings).toEqual([
      expect.objectContaining({ code: 'feature_dropped', message: expect.stringContaining('IFCROOF') as string }),
    ]);
  });

  it('are refused with a reason where no element has a body that is read', async () => {
    const shapeless = changed(/IFCPRODUCTDEFINITIONSHAPE\(\$,\$,\([^)]*\)\)/g, 'IFCPRODUCTDEFINITIONSHAPE($,$,())');
    await expect(glbOf(shapeless)).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });

  it('are only structure where a body is of a kind that nobody else reads', async () => {
    const round = changed(
      /IFCRECTANGLEPROFILEDEF\(\.AREA\.,\$,(#\d+),[^)]*\)/,
      'IFCCIRCLEPROFILEDEF(.AREA.,$,$1,300.)',
    );
    expect(await bench.inspect(round, 'ifc', 'quick')).toMatchObject({ depth: 'structure', mesh: { placed: 7 } });
  });
});
