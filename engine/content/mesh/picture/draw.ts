import type { RgbaImage } from '../../raster/inspect/raster.ts';
import { baseColour, type Colour, type Scene } from '../model.ts';
import { seenParts, type SeenPart, type Shot } from './camera.ts';
import { Canvas, type Triangle } from './raster.ts';
import { texturePixels } from './texture-pixels.ts';

/** Each pixel of the result is made of this many along each side. */
const SAMPLES = 2;
/** A model that is all but invisible is drawn as if it were opaque. */
const LEAST_OPACITY = 0.1;
const LINE_COLOUR: Colour = [0.15, 0.15, 0.15, 1];
/** Pixels of the larger image. */
const LEAST_DOT = 4;
const LINE = 3;
/** Dots of few points are larger: this many have room beside each other for each point, and on each side of the image. */
const DOTS_APART = 12;
const DOTS_ACROSS = 40;
/** Triangles between two looks at the signal. */
const STEP = 4_096;

export interface DrawOptions extends Shot {
  readonly background: Colour;
  /** Of everything, instead of its own colours. */
  readonly colour?: Colour;
}

/** Draws a model in the light, as large as fits. `textures` are its decoded textures, by their index. */
export function drawScene(
  scene: Scene,
  { background, colour, ...shot }: DrawOptions,
  textures: readonly (RgbaImage | undefined)[],
  signal: AbortSignal,
): RgbaImage {
  const [width, height] = [shot.width * SAMPLES, shot.height * SAMPLES];
  const canvas = new Canvas(width, height);
  const parts = seenParts(scene, { ...shot, width, height });
  const isFaint = parts.every((part) => part.kind !== 'triangles' || opacityOf(part, scene) < LEAST_OPACITY);
  const later: { readonly triangle: Triangle; readonly depth: number }[] = [];
  const slivers: Triangle[] = [];
  const dot = dotSize(parts, canvas);
  let count = 0;
  for (const part of parts) {
    if (part.kind !== 'triangles') {
      drawMarks(canvas, part, scene, { colour, dot });
      continue;
    }
    for (const triangle of trianglesOf(part, scene, textures, { colour, isFaint })) {
      if (++count % STEP === 0) signal.throwIfAborted();
      const opacity = Math.min(triangle.colours[3]!, triangle.colours[7]!, triangle.colours[11]!);
      if (opacity < 1) later.push({ triangle, depth: triangle.z[0]! + triangle.z[1]! + triangle.z[2]! });
      else if (!canvas.draw(triangle, true)) slivers.push(triangle);
    }
  }
  for (const { triangle } of later.sort((a, b) => a.depth - b.depth)) canvas.draw(triangle, false);
  canvas.drawSlivers(slivers);
  return canvas.halved(background);
}

/** Draws the surfaces of parts in one colour, for what is in front of what. */
export function drawTriangles(canvas: Canvas, parts: readonly SeenPart[], scene: Scene, signal: AbortSignal): void {
  let count = 0;
  for (const part of parts) {
    if (part.kind !== 'triangles') continue;
    for (const triangle of trianglesOf(part, scene, [], { colour: LINE_COLOUR, isFaint: true })) {
      if (++count % STEP === 0) signal.throwIfAborted();
      canvas.draw(triangle, true);
    }
  }
}

/** The textures of a scene as pixels; those that cannot be read are left out. */
export function decodedTextures(scene: Scene, signal: AbortSignal): (RgbaImage | undefined)[] {
  return scene.textures.map((texture) => texturePixels(texture, signal));
}

function opacityOf(part: SeenPart, { materials }: Scene): number {
  return baseColour(part, materials)[3];
}

interface Look {
  readonly colour: Colour | undefined;
  readonly isFaint: boolean;
}

function* trianglesOf(
  part: SeenPart,
  scene: Scene,
  textures: readonly (RgbaImage | undefined)[],
  { colour, isFaint }: Look,
): Generator<Triangle> {
  const { positions, normals, coordinates, colours, indices, material } = part;
  const base = colour ?? baseColour(part, scene.materials);
  const texture = colour || !coordinates ? undefined : textures[scene.materials[material ?? -1]?.texture ?? -1];
  const own = colour ? undefined : colours;
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const corners = [indices[at]!, indices[at + 1]!, indices[at + 2]!];
    const place = (axis: number) => Float64Array.from(corners, (corner) => positions[corner * 3 + axis]!);
    const [x, y, z] = [place(0), place(1), place(2)];
    const shades = Float64Array.from(
      { length: 12 },
      (_, index) => base[index % 4]! * (own?.[corners[index >> 2]! * 4 + (index % 4)] ?? 1),
    );
    if (isFaint) shades[3] = shades[7] = shades[11] = 1;
    yield {
      x,
      y,
      z,
      normals: normals ? cornerNormals(normals, corners) : flatNormals(x, y, z),
      colours: shades,
      ...(texture && {
        texture,
        coordinates: Float64Array.from(
          { length: 6 },
          (_, index) => coordinates![corners[index >> 1]! * 2 + (index % 2)]!,
        ),
      }),
    };
  }
}

function cornerNormals(normals: Float32Array, corners: readonly number[]): Float64Array {
  return Float64Array.from({ length: 9 }, (_, index) => normals[corners[Math.floor(index / 3)]! * 3 + (index % 3)]!);
}

function flatNormals(x: Float64Array, y: Float64Array, z: Float64Array): Float64Array {
  const [ux, uy, uz] = [x[1]! - x[0]!, y[1]! - y[0]!, z[1]! - z[0]!];
  const [vx, vy, vz] = [x[2]! - x[0]!, y[2]! - y[0]!, z[2]! - z[0]!];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Float64Array.from([...normal, ...normal, ...normal]);
}

/** Pixels of a point of a cloud. */
function dotSize(parts: readonly SeenPart[], { width, height }: Canvas): number {
  const points = parts.reduce((sum, { kind, indices }) => sum + (kind === 'points' ? indices.length : 0), 0);
  const room = Math.sqrt((width * height) / points) / DOTS_APART;
  return Math.max(LEAST_DOT, Math.round(Math.min(room, Math.min(width, height) / DOTS_ACROSS)));
}

interface Marks {
  readonly colour: Colour | undefined;
  /** Pixels of a point. */
  readonly dot: number;
}

function drawMarks(canvas: Canvas, part: SeenPart, scene: Scene, { colour, dot }: Marks): void {
  const { positions, indices, kind, colours, material } = part;
  const hasOwn = colours !== undefined || material !== undefined;
  const base = colour ?? (hasOwn ? baseColour(part, scene.materials) : LINE_COLOUR);
  const colourAt = (vertex: number): Colour =>
    colours && !colour
      ? ([0, 1, 2, 3].map((channel) => base[channel]! * colours[vertex * 4 + channel]!) as unknown as Colour)
      : base;
  if (kind === 'points') {
    for (const vertex of indices)
      canvas.dot(positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!, dot, colourAt(vertex));
    return;
  }
  for (let at = 0; at + 1 < indices.length; at += 2)
    drawLine(canvas, positions, indices[at]!, indices[at + 1]!, colourAt(indices[at]!));
}

function drawLine(canvas: Canvas, positions: Float64Array, from: number, to: number, colour: Colour): void {
  const start = positions.subarray(from * 3, from * 3 + 3);
  const way = [0, 1, 2].map((axis) => positions[to * 3 + axis]! - start[axis]!);
  const steps = Math.min(Math.ceil(Math.max(Math.abs(way[0]!), Math.abs(way[1]!))), canvas.width + canvas.height);
  for (let step = 0; step <= steps; step++) {
    const [x, y, z] = way.map((length, axis) => start[axis]! + (length * step) / Math.max(1, steps)) as [
      number,
      number,
      number,
    ];
    canvas.dot(x, y, z, LINE, colour);
  }
}
