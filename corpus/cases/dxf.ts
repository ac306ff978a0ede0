import type { Case } from '../case.ts';

const PLAN = 'plan-layers-blocks-hatches.dxf';
const PAVILION = 'pavilion-faces-meshes-blocks.dxf';

function model(to: Case['to'], source: string, options: Case['options'] = {}): Case {
  return { codec: 'dxf', edge: 'model', from: 'dxf', to, source, options, comparator: 'exact' };
}

/**
 * A plan with everything that is drawn, on layers of which one is off, and a line on a sheet of paper; and a model of faces,
 * meshes of each kind, walls, lines in space and blocks.
 */
export const cases: readonly Case[] = [
  { codec: 'dxf', edge: 'draw', from: 'dxf', to: 'svg', source: PLAN, comparator: 'image' },
  {
    codec: 'dxf',
    edge: 'features',
    from: 'dxf',
    to: 'geojson',
    source: PLAN,
    options: { sourceCrs: 'EPSG:25832' },
    comparator: 'exact',
  },
  { codec: 'dxf', edge: 'draw', from: 'dxf', to: 'svg', source: PAVILION, comparator: 'image' },
  ...(['glb', 'gltf', 'obj', 'ply', 'off', '3mf', 'usdz'] as const).map((to) => model(to, PAVILION)),
  model('stl', PAVILION, { asText: true }),
  model('x3d', PLAN),
];

export const origins = {
  'sources/dxf/plan-layers-blocks-hatches.dxf': 'ours: `corpus/make/drawings.py` (ezdxf)',
  'sources/dxf/pavilion-faces-meshes-blocks.dxf': 'ours: `corpus/make/drawings-in-space.ts`',
};
