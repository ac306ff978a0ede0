import type { Case } from '../case.ts';

/** A plan with everything that is drawn, on layers of which one is off, and a line on a sheet of paper. */
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
];

export const origins = {
  'sources/dxf/plan-layers-blocks-hatches.dxf': 'ours: `corpus/make/drawings.py` (ezdxf)',
};
