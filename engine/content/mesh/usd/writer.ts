import { utf8Bytes } from '../../../io/bytes.ts';
import { baseColour, CORNERS, type Material, type MeshPart, type Scene, type SceneNode } from '../model.ts';
import { textureFileNames } from '../textures.ts';
import { materialLines } from './material-writer.ts';
import { identifier, quoted, short, tuple } from './notation.ts';
import { writePackage, type PackedFile } from './package.ts';

/** Width of lines and points, which have none of their own. */
const WIDTH_METRES = 0.005;
const HELD: ReadonlySet<string> = new Set(['png', 'jpg']);

/** Writes a scene as a package of Universal Scene Description (USDZ 1.3): its text, and the images of its textures. */
export function writeUsdz(scene: Scene): Uint8Array {
  const names = textureFileNames(scene.textures, 'texture');
  const files = scene.textures.map(({ type, bytes }, index): PackedFile | undefined =>
    HELD.has(type) ? { name: `textures/${names[index]}`, bytes } : undefined,
  );
  const text = new LayerWriter(
    scene,
    files.map((file) => file?.name),
  ).text();
  return writePackage([{ name: 'scene.usda', bytes: utf8Bytes(text) }, ...files.filter((file) => file !== undefined)]);
}

class LayerWriter {
  readonly #scene: Scene;
  readonly #files: readonly (string | undefined)[];
  readonly #lines: string[] = [];
  readonly #root: string;
  /** Materials that are used, by number and by whether vertices have colours. */
  readonly #used = new Map<string, { readonly material: Material; readonly takesVertexColours: boolean }>();

  constructor(scene: Scene, files: readonly (string | undefined)[]) {
    this.#scene = scene;
    this.#files = files;
    const [only, ...others] = scene.roots;
    this.#root = only && others.length === 0 && only.mesh === undefined && !only.transform ? only.name : 'Scene';
  }

  text(): string {
    const { roots, space } = this.#scene;
    const [only] = roots;
    const isRoot = roots.length === 1 && only!.mesh === undefined && !only!.transform;
    const name = identifier(this.#root);
    const label = name === this.#root ? [] : [`displayName = ${quoted(this.#root)}`];
    this.#lines.push(
      '#usda 1.0',
      ...['(', `    defaultPrim = "${name}"`, `    metersPerUnit = ${space?.metres ?? 1}`],
      ...[`    upAxis = "${space?.up === 'z' ? 'Z' : 'Y'}"`, ')', ''],
      `def Xform "${name}" (`,
      ...['kind = "component"', ...label].map((line) => `    ${line}`),
      ...[')', '{'],
    );
    const taken = new Set(['Materials']);
    for (const node of isRoot ? only!.children : roots) this.#node(node, '    ', taken);
    this.#materials(`/${name}/Materials`);
    this.#lines.push('}', '');
    return this.#lines.join('\n');
  }

  #node({ name, transform, mesh, children }: SceneNode, indent: string, taken: Set<string>): void {
    const parts = mesh === undefined ? [] : this.#scene.meshes[mesh]!.parts;
    const label = name || (mesh === undefined ? '' : this.#scene.meshes[mesh]!.name);
    const rows =
      transform &&
      `matrix4d xformOp:transform = ( ${[0, 4, 8, 12].map((at) => tuple(transform.subarray(at, at + 4))).join(', ')} )`;
    const placement = rows ? [rows, 'uniform token[] xformOpOrder = ["xformOp:transform"]'] : [];
    if (parts.length === 1 && children.length === 0) {
      this.#shape(parts[0]!, { name: label, placement, indent, taken });
      return;
    }
    // Several parts are one object, which may hold others beside.
    const isObject = parts.length > 0 && children.length === 0;
    this.#open('Xform', label, { indent, taken, metadata: isObject ? ['kind = "subcomponent"'] : [] });
    const inner = `${indent}    `;
    this.#lines.push(...placement.map((line) => `${inner}${line}`));
    const inside = new Set<string>();
    if (isObject)
      for (const part of parts) this.#shape(part, { name: '', placement: [], indent: inner, taken: inside });
    else if (mesh !== undefined) this.#node({ name: label, mesh, children: [] }, inner, inside);
    for (const child of children) this.#node(child, inner, inside);
    this.#lines.push(`${indent}}`);
  }

  /** A prim with a name that no other beside it has; its own name is kept where it is no identifier. */
  #open(
    type: string,
    label: string,
    {
      indent,
      taken,
      metadata,
    }: { readonly indent: string; readonly taken: Set<string>; readonly metadata: readonly string[] },
  ): void {
    const base = identifier(label || type);
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    taken.add(name);
    const all = [...metadata, ...(label === name ? [] : [`displayName = ${quoted(label)}`])];
    const head = all.length > 0 ? ` (\n${all.map((line) => `${indent}    ${line}\n`).join('')}${indent})` : '';
    this.#lines.push(`${indent}def ${type} "${name}"${head}`, `${indent}{`);
  }

  #shape(
    part: MeshPart,
    {
      name,
      placement,
      indent,
      taken,
    }: {
      readonly name: string;
      readonly placement: readonly string[];
      readonly indent: string;
      readonly taken: Set<string>;
    },
  ): void {
    const { kind, material, colours, normals, coordinates, indices } = part;
    const surface = material === undefined ? undefined : this.#surfaceName(material, colours !== undefined);
    const type = { triangles: 'Mesh', lines: 'BasisCurves', points: 'Points' }[kind];
    const metadata = surface ? ['prepend apiSchemas = ["MaterialBindingAPI"]'] : [];
    this.#open(type, name, { indent, taken, metadata });
    const corners = kind === 'triangles' ? undefined : indices;
    const lines = [
      ...placement,
      ...this.#faces(part),
      ...(surface ? [`rel material:binding = </${identifier(this.#root)}/Materials/${surface}>`] : []),
      `point3f[] points = ${listed(part.positions, 3, corners)}`,
      ...(normals ? withInterpolation(`normal3f[] normals = ${listed(normals, 3, corners)}`) : []),
      ...(coordinates
        ? withInterpolation(`texCoord2f[] primvars:st = ${listed(upwards(coordinates), 2, corners)}`)
        : []),
      ...(colours ? this.#colours(part, corners) : []),
    ];
    this.#lines.push(...lines.map((line) => `${indent}    ${line}`), `${indent}}`);
  }

  /** Which points belong together. */
  #faces({ kind, indices, material }: MeshPart): string[] {
    const counts = Array.from({ length: indices.length / CORNERS[kind] }, () => CORNERS[kind]).join(', ');
    if (kind === 'triangles') {
      const isOpen = this.#scene.materials[material ?? -1]?.doubleSided === true;
      return [
        ...(isOpen ? ['uniform bool doubleSided = 1'] : []),
        `int[] faceVertexCounts = [${counts}]`,
        `int[] faceVertexIndices = [${indices.join(', ')}]`,
        'uniform token subdivisionScheme = "none"',
      ];
    }
    const width = short(WIDTH_METRES / (this.#scene.space?.metres ?? 1));
    return [
      ...(kind === 'lines' ? ['uniform token type = "linear"', `int[] curveVertexCounts = [${counts}]`] : []),
      ...withInterpolation(`float[] widths = [${width}]`, 'constant'),
    ];
  }

  #colours(part: MeshPart, corners: Uint32Array | undefined): string[] {
    const base = baseColour(part, this.#scene.materials);
    const shown = part.colours!.map((share, at) => share * base[at % 4]!);
    const opacities = shown.filter((_, at) => at % 4 === 3);
    const colours = listed(
      shown.filter((_, at) => at % 4 !== 3),
      3,
      corners,
    );
    return [
      ...withInterpolation(`color3f[] primvars:displayColor = ${colours}`),
      ...(opacities.some((opacity) => opacity !== 1)
        ? withInterpolation(`float[] primvars:displayOpacity = ${listed(opacities, 1, corners)}`)
        : []),
    ];
  }

  /** The name of a material; that whose colour is that of vertices is another one. */
  #surfaceName(index: number, takesVertexColours: boolean): string {
    const material = this.#scene.materials[index]!;
    const name = `${identifier(material.name || 'Material')}_${index}${takesVertexColours ? '_vertices' : ''}`;
    this.#used.set(name, { material, takesVertexColours });
    return name;
  }

  #materials(scope: string): void {
    if (this.#used.size === 0) return;
    const lines = [...this.#used].flatMap(([name, { material, takesVertexColours }]) =>
      materialLines(material, {
        path: `${scope}/${name}`,
        name,
        file: takesVertexColours ? undefined : this.#files[material.texture ?? -1],
        takesVertexColours,
      }),
    );
    this.#lines.push('    def Scope "Materials"', '    {', ...lines.map((line) => `        ${line}`), '    }');
  }
}

/** Says what the values of a primvar go with: in lines of their own, as programs write it. */
function withInterpolation(line: string, kind = 'vertex'): string[] {
  return [`${line} (`, `    interpolation = "${kind}"`, ')'];
}

/** Values of all vertices, or of those that are named. */
function listed(values: ArrayLike<number>, size: number, vertices?: Uint32Array): string {
  const count = vertices ? vertices.length : values.length / size;
  const all = Array.from({ length: count }, (_, at) => {
    const first = (vertices ? vertices[at]! : at) * size;
    const own = Array.from({ length: size }, (_value, axis) => values[first + axis]!);
    return size === 1 ? short(own[0]!) : tuple(own);
  });
  return `[${all.join(', ')}]`;
}

/** From the upper left corner to the lower left one. */
function upwards(coordinates: Float32Array): Float32Array {
  return coordinates.map((value, at) => (at % 2 === 1 ? 1 - value : value));
}
