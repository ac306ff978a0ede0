import type { Limits } from '../../../contract/limits.ts';
import { utf8Of } from '../../../io/bytes.ts';
import { openZip } from '../../../io/zip.ts';
import { corruptMesh, NodeBudget } from '../failures.ts';
import type { Material, Mesh, MeshPart, SceneNode } from '../model.ts';
import type { ReadScene } from '../read.ts';
import { TextureList, type FilesBeside } from '../textures.ts';
import { markParts, meshParts, type BoundSurface } from './geometry.ts';
import { readSurface } from './materials.ts';
import { isCrate, readCrateLayer } from './crate/reader.ts';
import type { Layer, Prim } from './layer.ts';
import { readTextLayer } from './text.ts';
import { isSolid, solidPart } from './solids.ts';
import { transformOf } from './transform.ts';
import { pathIn, valueOf } from './values.ts';

/** Prims that hold others and show nothing themselves. */
const HOLDERS: ReadonlySet<string> = new Set(['', 'Xform', 'Scope', 'SkelRoot']);
/** What is not shown, or not as a body. */
const HIDDEN =
  /^(Material|Shader|NodeGraph|GeomSubset|Camera|.*Light|Skeleton|SkelAnimation|BlendShape|Backdrop|Physics\w*)$/;
const NO_PURPOSE: ReadonlySet<unknown> = new Set(['guide', 'proxy']);
/** Metres of a unit where a layer says nothing. */
const CENTIMETRE = 0.01;

/**
 * A scene of Universal Scene Description, as text or in binary: meshes, straight curves and points where prims place them,
 * with their materials. What other files hold is not fetched. Throws what reading a layer does.
 */
export function readUsd(bytes: Uint8Array, limits: Limits, files?: FilesBeside): ReadScene {
  const layer = isCrate(bytes) ? readCrateLayer(bytes, limits) : readTextLayer(utf8Of(bytes), limits);
  return new SceneReader(layer, new TextureList(files)).scene();
}

/** The first layer of a package, which is the scene, with the textures that are in it. Throws what `readUsd` does. */
export function readUsdz(bytes: Uint8Array, limits: Limits): ReadScene {
  const zip = openZip(bytes, limits);
  const root = zip.entries.find(({ name }) => /\.usd[ac]?$/i.test(name));
  if (!root) throw corruptMesh('no scene is in the package');
  const images = zip.entries.filter(({ name }) => /\.(png|jpe?g|webp)$/i.test(name));
  return readUsd(zip.read(root), limits, new Map(images.map((entry) => [entry.name, zip.read(entry)])));
}

class SceneReader {
  readonly #layer: Layer;
  readonly #textures: TextureList;
  readonly #prims = new Map<string, Prim>();
  readonly #surfaces = new Map<string, BoundSurface | undefined>();
  readonly #materials: Material[] = [];
  readonly #meshes: Mesh[] = [];
  readonly #unread = new Set<string>();
  readonly #budget = new NodeBudget();
  #isMoving = false;

  constructor(layer: Layer, textures: TextureList) {
    this.#layer = layer;
    this.#textures = textures;
    const waiting = [...layer.prims];
    for (let prim = waiting.pop(); prim; prim = waiting.pop()) {
      this.#prims.set(prim.path, prim);
      waiting.push(...prim.children);
    }
  }

  scene(): ReadScene {
    const { metadata, prims } = this.#layer;
    const metres = metadata.get('metersPerUnit');
    const roots = prims.flatMap((prim) => this.#node(prim, undefined) ?? []);
    return {
      meshes: this.#meshes,
      materials: this.#materials,
      textures: this.#textures.textures,
      animations: this.#isMoving ? [''] : [],
      roots,
      space: {
        up: metadata.get('upAxis') === 'Z' ? 'z' : 'y',
        metres: typeof metres === 'number' && metres > 0 ? metres : CENTIMETRE,
      },
      missing: [...this.#textures.missing],
      ...(this.#unread.size > 0 && { unread: [...this.#unread] }),
    };
  }

  /** A prim with what it holds; materials are those of the nearest prim around that is bound to one. */
  #node(prim: Prim, outer: string | undefined): SceneNode | undefined {
    this.#budget.take();
    if (prim.specifier !== 'def' || HIDDEN.test(prim.type) || isHidden(prim)) return undefined;
    for (const arc of ['references', 'payload', 'inherits', 'specializes'])
      if (prim.metadata.get(arc) !== undefined) this.#unread.add(arc);
    if ([...prim.properties.keys()].some((name) => name.endsWith('.timeSamples'))) this.#isMoving = true;
    const bound = boundPath(prim) ?? outer;
    const transform = transformOf(prim);
    const own = this.#partsOf(prim, bound);
    const name = String(prim.metadata.get('displayName') ?? prim.name);
    // Parts of one object, which has several materials.
    const isObject = prim.metadata.get('kind') === 'subcomponent' && prim.children.every(({ type }) => isShape(type));
    const parts = isObject
      ? prim.children.flatMap((child) => this.#partsOf(child, boundPath(child) ?? bound) ?? [])
      : own;
    const children = isObject ? [] : prim.children.flatMap((child) => this.#node(child, bound) ?? []);
    const mesh = parts && parts.length > 0 ? this.#meshes.push({ name, parts }) - 1 : undefined;
    if (mesh === undefined && children.length === 0) return undefined;
    return { name, ...(transform && { transform }), ...(mesh !== undefined && { mesh }), children };
  }

  /** Undefined of a prim that has no shape of its own. */
  #partsOf(prim: Prim, bound: string | undefined): MeshPart[] | undefined {
    const surfaceOf = (one: Prim) => this.#surface(one === prim ? bound : boundPath(one));
    const isDoubleSided = valueOf(prim, 'doubleSided');
    const parts =
      prim.type === 'Mesh'
        ? meshParts(prim, surfaceOf)
        : isSolid(prim.type)
          ? [solidPart(prim, surfaceOf(prim))]
          : prim.type === 'BasisCurves' || prim.type === 'Points'
            ? markParts(prim, surfaceOf)
            : undefined;
    if (!parts && !HOLDERS.has(prim.type)) this.#unread.add(prim.type);
    if (isDoubleSided === true || isDoubleSided === 1) for (const { material } of parts ?? []) this.#open(material);
    return parts;
  }

  /** A material that is seen from both sides: of the mesh here, of the material in the model. */
  #open(material: number | undefined): void {
    if (material !== undefined) this.#materials[material] = { ...this.#materials[material]!, doubleSided: true };
  }

  #surface(path: string | undefined): BoundSurface | undefined {
    if (path === undefined) return undefined;
    if (!this.#surfaces.has(path)) {
      const prim = this.#prims.get(path);
      const surface = prim && readSurface(prim, this.#prims, this.#textures);
      this.#surfaces.set(path, surface && { ...surface, index: this.#materials.push(surface.material) - 1 });
    }
    return this.#surfaces.get(path);
  }
}

function isShape(type: string): boolean {
  return type === 'Mesh' || type === 'BasisCurves' || type === 'Points';
}

function isHidden(prim: Prim): boolean {
  return (
    valueOf(prim, 'visibility') === 'invisible' ||
    NO_PURPOSE.has(valueOf(prim, 'purpose')) ||
    prim.metadata.get('active') === false
  );
}

function boundPath(prim: Prim): string | undefined {
  return pathIn(valueOf(prim, 'material:binding'));
}
