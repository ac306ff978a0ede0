import type { Case } from '../case.ts';

const PAVILION = 'pavilion-faces-meshes-blocks.dxf';

/**
 * A plan with everything that is drawn, on layers of which one is off, and a line on a sheet of paper; and a model of faces,
 * meshes of each kind, walls, lines in space and blocks.
 */
export const cases: readonly Case[] = [
  {
    codec: 'dxf',
    edge: 'draw',
    from: 'dxf',
    to: 'svg',
    source: 'plan-layers-blocks-hatches.dxf',
    comparator: 'image',
  },
  {
    codec: 'dxf',
    edge: 'features',
    from: 'dxf',
    to: 'geojson',
    source: 'plan-layers-blocks-hatches.dxf',
    options: { sourceCrs: 'EPSG:25832' },
    comparator: 'exact',
  },
  { codec: 'dxf', edge: 'draw', from: 'dxf', to: 'svg', source: PAVILION, comparator: 'image' },
  { codec: 'dxf', edge: 'model', from: 'dxf', to: 'glb', source: PAVILION, comparator: 'exact' },
  { codec: 'dxf', edge: 'model', from: 'dxf', to: 'obj', source: PAVILION, comparator: 'exact' },
  {
    codec: 'dxf',
    edge: 'model',
    from: 'dxf',
    to: 'stl',
    source: PAVILION,
    options: { asText: true },
    comparator: 'exact',
  },
  {
    codec: 'dxf',
    edge: 'model',
    from: 'dxf',
    to: 'x3d',
    source: 'plan-layers-blocks-hatches.dxf',
    comparator: 'exact',
  },
];

export const origins = {
  'sources/dxf/plan-layers-blocks-hatches.dxf': 'ours: `corpus/make/drawings.py` (ezdxf)',
  'sources/dxf/pavilion-faces-meshes-blocks.dxf': 'ours: `corpus/make/drawings-in-space.ts`',
};
