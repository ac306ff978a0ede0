import { difference, type Difference, type DifferenceKind } from '../../contract/differences.ts';
import type { MeshFacts } from '../../contract/mesh-facts.ts';
import type { Comparison, Expectation } from '../../contract/report.ts';
import type { Feature } from '../../formats/features.ts';
import { TRIANGLES_ALONE } from './model.ts';

/** By how much lengths may differ, as a share of the largest coordinate: coordinates are 32-bit numbers. */
const LENGTH_SHARE = 2e-5;
/** The same of areas and volumes, which add up what rounding does to every triangle. */
const AREA_SHARE = 2e-4;
/** Steps of 255 by which a colour may differ on its way through numbers of other kinds. */
const COLOUR_STEPS = 3;
/** Share of the surface whose colour may not be found again: triangles with a colour between those of their corners. */
const COLOURED_SHARE = 0.005;

/**
 * The scenes of two models: what they are made of, their size and place, surface and volume, and, where the plan keeps them,
 * colours, textures, objects and animations.
 */
export const compareMeshes: Comparison = function* (source, outputs, expectation) {
  const before = source.mesh;
  const after = outputs[0]?.mesh;
  if (!before || !after || outputs.length > 1 || !expectation.kept.includes('mesh')) return;
  const expected = before.space && after.space ? inSpaceOf(before, before.space, after.space) : before;
  let refusals = 0;
  for (const found of diffMeshes(expected, after, expectation)) {
    if (found.severity === 'refuse') refusals++;
    yield found;
  }
  yield { name: 'mesh', feature: 'mesh', ok: refusals === 0, expected: before.triangles, found: after.triangles };
};

function* diffMeshes(before: MeshFacts, after: MeshFacts, expectation: Expectation): Generator<Difference> {
  yield* diffCounts(before, after, expectation);
  yield* diffMeasures(before, after);
  const keeps = (feature: Feature) => expectation.kept.includes(feature);
  if (keeps('look')) yield* diffColours(before, after);
  if (keeps('figures')) yield* diffTextures(before, after);
  const placed = placedIn(before, expectation);
  if (keeps('structure') && placed !== after.placed) yield wrong('object_count', placed, after.placed, 'structure');
  if (keeps('animation') && before.animations.length !== after.animations.length)
    yield wrong('animation_count', before.animations.length, after.animations.length, 'animation');
}

/** Objects that the target has a place for. */
function placedIn({ placed, objects }: MeshFacts, { to }: Expectation): number {
  return TRIANGLES_ALONE.has(to) ? placed - objects.filter(({ triangles }) => triangles === 0).length : placed;
}

function wrong(
  kind: DifferenceKind,
  expected: string | number,
  found: string | number,
  feature: Feature = 'mesh',
): Difference {
  return difference(kind, {}, { expected, found, feature });
}

function* diffCounts(before: MeshFacts, after: MeshFacts, { to }: Expectation): Generator<Difference> {
  if (before.triangles !== after.triangles) yield wrong('triangle_count', before.triangles, after.triangles);
  // Codecs tell that they leave lines and points out.
  const isTold = before.triangles > 0 && TRIANGLES_ALONE.has(to);
  if (before.lines !== after.lines && !isTold) yield wrong('line_count', before.lines, after.lines);
  if (before.points !== after.points && !isTold) yield wrong('point_count', before.points, after.points);
}

function* diffMeasures(before: MeshFacts, after: MeshFacts): Generator<Difference> {
  const reach = Math.max(...before.box.map(Math.abs), Number.MIN_VALUE);
  const isFar = (a: readonly number[], b: readonly number[]) =>
    a.some((value, at) => !(Math.abs(value - b[at]!) <= reach * LENGTH_SHARE));
  const isOnlySurface = before.lines === after.lines && before.points === after.points;
  if (isOnlySurface && isFar(before.box, after.box)) yield wrong('mesh_size', listed(before.box), listed(after.box));
  else if (isFar(before.middle, after.middle) || isFar(before.spread, after.spread))
    yield wrong('mesh_shape', listed([...before.middle, ...before.spread]), listed([...after.middle, ...after.spread]));
  const rounding = before.area * AREA_SHARE + reach * reach * LENGTH_SHARE * LENGTH_SHARE;
  if (Math.abs(before.area - after.area) > rounding) yield wrong('mesh_surface', before.area, after.area);
  const volumeRounding = reach * before.area * AREA_SHARE;
  if (Math.abs(before.volume - after.volume) > volumeRounding) yield wrong('mesh_volume', before.volume, after.volume);
  if (after.inverted > before.inverted + before.area * AREA_SHARE)
    yield wrong('mesh_inverted', before.inverted, after.inverted);
}

/** Every colour that covers something covers as much again. */
function* diffColours(before: MeshFacts, after: MeshFacts): Generator<Difference> {
  const left = after.colours.map(([colour, area]) => ({ channels: channelsOf(colour), area }));
  const allowed = before.area * COLOURED_SHARE;
  let missing = 0;
  let first: string | undefined;
  for (const [colour, area] of before.colours) {
    const channels = channelsOf(colour);
    let wanted = area;
    for (const other of left) {
      if (channels.some((value, at) => Math.abs(value - other.channels[at]!) > COLOUR_STEPS)) continue;
      const taken = Math.min(wanted, other.area);
      other.area -= taken;
      wanted -= taken;
    }
    if (wanted <= area * AREA_SHARE) continue;
    missing += wanted;
    first ??= colour;
  }
  if (missing <= allowed) return;
  const largest = left.toSorted((a, b) => b.area - a.area)[0];
  const found =
    largest && largest.area > 0
      ? `#${largest.channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
      : '';
  yield wrong('mesh_colour', first!, found, 'look');
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5, 7].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function* diffTextures(before: MeshFacts, after: MeshFacts): Generator<Difference> {
  const left = [...after.textures];
  for (const [index, { crc32, area }] of before.textures.entries()) {
    const place = left.findIndex(
      (other) => other.crc32 === crc32 && Math.abs(other.area - area) <= before.area * COLOURED_SHARE,
    );
    if (place >= 0) left.splice(place, 1);
    else yield wrong('texture_missing', `texture ${index + 1}`, left.length > 0 ? 'another texture' : '', 'figures');
  }
  if (
    before.textures.length > 0 &&
    Math.abs(before.textured - after.textured) > before.textured * AREA_SHARE + LENGTH_SHARE
  )
    yield wrong('texture_moved', before.textured, after.textured, 'figures');
}

/** Measures as another system of axes with another unit has them. */
function inSpaceOf(
  facts: MeshFacts,
  from: NonNullable<MeshFacts['space']>,
  to: NonNullable<MeshFacts['space']>,
): MeshFacts {
  const scale = from.metres / to.metres;
  const [x, y, z, right, top, front] = facts.box.map((value) => value * scale) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const turned = (sizes: readonly number[]): number[] => {
    const [a, b, c] = sizes.map((value) => value * scale) as [number, number, number];
    return from.up === to.up ? [a, b, c] : [a, c, b];
  };
  const [a, b, c] = turned(facts.middle) as [number, number, number];
  const place = from.up === to.up ? [a, b, c] : from.up === 'z' ? [a, b, -c] : [a, -b, c];
  const boxes = {
    same: [x, y, z, right, top, front],
    z: [x, z, -top, right, front, -y],
    y: [x, -front, y, right, -z, top],
  };
  return {
    ...facts,
    box: boxes[from.up === to.up ? 'same' : from.up],
    middle: place,
    spread: turned(facts.spread),
    area: facts.area * scale * scale,
    volume: facts.volume * scale ** 3,
    inverted: facts.inverted * scale * scale,
    colours: facts.colours.map(([colour, area]) => [colour, area * scale * scale] as const),
    textures: facts.textures.map(({ crc32, area }) => ({ crc32, area: area * scale * scale })),
  };
}

function listed(values: readonly number[]): string {
  return values.map((value) => Number(value.toPrecision(6))).join(' ');
}
