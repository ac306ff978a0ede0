import type { Material } from '../model.ts';
import type { TextureList } from '../textures.ts';
import type { Prim } from './layer.ts';
import { assetIn, numbersIn, pathIn, valueOf } from './values.ts';

/** What a material is made of, and where its colour comes from. */
export interface Surface {
  readonly material: Material;
  /** The primvar whose values are places on the texture. */
  readonly coordinates: string | undefined;
  /** Whether the colours of vertices are its colour. */
  readonly takesVertexColours: boolean;
}

const GREY = [0.18, 0.18, 0.18] as const;
/** Shaders in a row between a surface and a texture: with a transformation of its places, three. */
const MAX_STEPS = 8;

/** Reads a material whose surface is a `UsdPreviewSurface`; what has another one is grey. */
export function readSurface(prim: Prim, prims: ReadonlyMap<string, Prim>, textures: TextureList): Surface {
  const shader = connected(prim, 'outputs:surface', prims);
  const input = (name: string) => (shader ? numbersIn(valueOf(shader, `inputs:${name}`)) : undefined);
  const colour = shader && connected(shader, 'inputs:diffuseColor', prims);
  const image = colour && valueOf(colour, 'info:id') === 'UsdUVTexture' ? colour : undefined;
  const takesVertexColours = !!colour && !image && String(valueOf(colour, 'info:id')).startsWith('UsdPrimvarReader');
  const file = image && assetIn(valueOf(image, 'inputs:file'));
  const texture = file === undefined ? undefined : textures.named(file);
  // What a texture is multiplied with.
  const factor = image && (numbersIn(valueOf(image, 'inputs:scale')) ?? Float64Array.of(1, 1, 1, 1));
  const [red = 1, green = 1, blue = 1] =
    (texture === undefined ? undefined : factor) ?? (takesVertexColours ? [1, 1, 1] : (input('diffuseColor') ?? GREY));
  const emission = input('emissiveColor');
  const [roughness] = input('roughness') ?? [];
  const [metallic] = input('metallic') ?? [];
  const material: Material = {
    name: String(prim.metadata.get('displayName') ?? prim.name),
    colour: [red, green, blue, input('opacity')?.[0] ?? 1],
    ...(roughness !== undefined && { roughness }),
    ...(metallic !== undefined && { metallic }),
    ...(emission?.some((part) => part > 0) && { emission: [emission[0]!, emission[1]!, emission[2]!] }),
    ...(texture !== undefined && { texture }),
  };
  return { material, coordinates: image && primvarOf(image, prims), takesVertexColours };
}

/** The name of the primvar that a texture takes its places from. */
function primvarOf(image: Prim, prims: ReadonlyMap<string, Prim>): string | undefined {
  let from = connected(image, 'inputs:st', prims);
  for (let step = 0; from && step < MAX_STEPS; step++) {
    const name = valueOf(from, 'inputs:varname');
    if (typeof name === 'string') return name;
    // It may be an input of the material.
    const outer = pathIn(valueOf(from, 'inputs:varname.connect'));
    const material = outer === undefined ? undefined : prims.get(primPath(outer));
    const given = material && valueOf(material, outer!.slice(primPath(outer!).length + 1));
    if (typeof given === 'string') return given;
    from = connected(from, 'inputs:in', prims);
  }
  return undefined;
}

/** The prim whose output a property is connected to. */
function connected(prim: Prim, property: string, prims: ReadonlyMap<string, Prim>): Prim | undefined {
  const path = pathIn(valueOf(prim, `${property}.connect`));
  return path === undefined ? undefined : prims.get(primPath(path));
}

function primPath(path: string): string {
  return path.replace(/\..*$/, '');
}
