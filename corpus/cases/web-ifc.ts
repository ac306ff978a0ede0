import type { Case } from '../case.ts';

const SOURCE = 'workshop-openings-mapped-windows.ifc';

const TURN = { turntable: 0.5, width: 96, background: '#ffffff' } as const;

function building(to: Case['to'], rest: Partial<Case> = {}): Case {
  return { codec: 'web-ifc', edge: 'write', from: 'ifc', source: SOURCE, to, comparator: 'exact', ...rest };
}

export const cases: readonly Case[] = [
  ...(['glb', 'gltf', 'obj', 'stl', 'ply', 'off', '3mf', 'x3d', 'usdz'] as const).map((to) => building(to)),
  building('png', { edge: 'picture', comparator: 'image', options: { width: 240 } }),
  building('svg', { edge: 'outline', options: { width: 240 } }),
  building('apng', { edge: 'turntable', comparator: 'image', options: TURN }),
];

export const origins = { [`sources/ifc/${SOURCE}`]: 'ours: `corpus/make/buildings.ts`' };
