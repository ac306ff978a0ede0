import type { Case } from '../case.ts';

const SOURCES = {
  step: 'bracket-inches-colour.step',
  iges: 'bracket-hole-post.igs',
  brep: 'bracket-hole-post.brep',
} as const satisfies Partial<Record<Case['from'], string>>;

type Source = keyof typeof SOURCES;

function cad(from: Source, to: Case['to'], rest: Partial<Case> = {}): Case {
  return { codec: 'occt', edge: 'write', from, source: SOURCES[from], to, comparator: 'exact', ...rest };
}

export const cases: readonly Case[] = [
  cad('step', 'glb'),
  cad('step', '3mf'),
  cad('step', 'gltf'),
  cad('iges', 'stl'),
  cad('iges', 'x3d'),
  cad('iges', 'obj'),
  cad('brep', 'ply'),
  cad('brep', 'off'),
  cad('step', 'usdz'),
  ...(Object.keys(SOURCES) as Source[]).map((from) =>
    cad(from, 'png', { edge: 'picture', comparator: 'image', options: { width: 240 } }),
  ),
  ...(Object.keys(SOURCES) as Source[]).map((from) => cad(from, 'svg', { edge: 'outline', options: { width: 240 } })),
  ...(Object.keys(SOURCES) as Source[]).map((from) =>
    cad(from, 'apng', {
      edge: 'turntable',
      comparator: 'image',
      options: { turntable: 0.5, width: 96, background: '#ffffff' },
    }),
  ),
];

export const origins = Object.fromEntries(
  Object.entries(SOURCES).map(([format, source]) => [
    `sources/${format}/${source}`,
    'ours: `corpus/make/cad.tcl`, run by DRAW of Open CASCADE',
  ]),
);
