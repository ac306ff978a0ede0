import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import type { MeshFacts } from '../../contract/mesh-facts.ts';
import type { FormatId } from '../../formats/index.ts';
import { MAX_TREE_CHARS } from '../../io/xml-tree.ts';
import { openZip } from '../../io/zip.ts';
import { readColladaGeometry } from './collada/reader.ts';
import { corruptMesh, requireScene, tooComplex } from './failures.ts';
import { readFbxGeometry } from './fbx/reader.ts';
import { readMd2Geometry } from './md2/reader.ts';
import { measure } from './measures.ts';
import type { Scene } from './model.ts';
import { readStudioGeometry } from './three-ds/reader.ts';

type Source = { readonly bytes: Uint8Array; readonly format: FormatId };

/** Readers of our own of the geometry alone, for formats that an importer reads; nothing of what is too large for them. */
const READERS: Partial<Record<FormatId, (bytes: Uint8Array, limits: Limits) => Scene | undefined>> = {
  dae: ofCollada,
  zae: (bytes, limits) => ofCollada(packedDocument(bytes, limits), limits),
  fbx: readFbxGeometry,
  '3ds': readStudioGeometry,
  md2: readMd2Geometry,
};

/** Share by which sizes may differ: importers cut polygons that are not flat in other ways, and drop tiny turns. */
const SIZE_SHARE = 2e-3;

/**
 * The geometry of a model as our own reader finds it, before an importer is given the file: within the limits. Undefined
 * where no reader of ours knows the format. Throws what the reader does, and `input_too_complex`.
 */
export function secondReading({ bytes, format }: Source, limits: Limits): Scene | undefined {
  const scene = READERS[format]?.(bytes, limits);
  return scene && requireScene(scene, limits);
}

/**
 * Refuses what an importer found where our own reader found something else: in the number of triangles, in size, surface or
 * volume. Throws `output_not_verified`.
 */
export function requireSameGeometry(imported: Scene, own: Scene): void {
  requireSame(measure(imported), measure(own));
}

function requireSame(found: MeshFacts, expected: MeshFacts): void {
  const reach = Math.max(...expected.box.map(Math.abs));
  const rounding = SIZE_SHARE * expected.area;
  const wrong =
    differing('triangles', expected.triangles, found.triangles, 0) ??
    differing('a surface', expected.area, found.area, rounding) ??
    differing('a volume', expected.volume, found.volume, rounding * reach) ??
    // What moves stands where its first key says, and its mesh where it was made.
    (found.animations.length > 0
      ? undefined
      : [...expected.box, ...expected.middle]
          .map((value, at) => differing('a place', value, [...found.box, ...found.middle][at]!, SIZE_SHARE * reach))
          .find((one) => one !== undefined));
  if (wrong === undefined) return;
  throw new ConversionError({
    code: 'output_not_verified',
    message: `Verification failed: two readers of the 3D model disagree (${wrong}). The result was discarded. Save the model as glTF or OBJ in the program that made it.`,
  });
}

function differing(what: string, expected: number, found: number, rounding: number): string | undefined {
  if (Math.abs(found - expected) <= rounding) return undefined;
  const [a, b] = [expected, found].map((value) => Number(value.toPrecision(6)));
  return `${what} of ${a} and of ${b}`;
}

function ofCollada(bytes: Uint8Array, limits: Limits): Scene | undefined {
  const { byteLength } = bytes;
  if (byteLength > limits.xmlChars) throw tooComplex('xmlChars', limits.xmlChars, byteLength);
  return byteLength > MAX_TREE_CHARS ? undefined : readColladaGeometry(bytes, limits);
}

/** The first document that is packed: there is one. Throws `input_corrupt`. */
function packedDocument(bytes: Uint8Array, limits: Limits): Uint8Array {
  const zip = openZip(bytes, limits);
  const entry = zip.entries.find(({ name }) => /\.dae$/i.test(name));
  if (!entry) throw corruptMesh('no COLLADA document is packed in it');
  return zip.read(entry);
}
