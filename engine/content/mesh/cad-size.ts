import { ConversionError } from '../../contract/errors.ts';
import { latin1Of } from '../../io/bytes.ts';
import { boxOf, placedMeshes, placedPart, type Scene } from './model.ts';

const NUMBER = String.raw`[-+]?\d+\.?\d*(?:E[-+]?\d+)?`;
const POINT = new RegExp(
  String.raw`\bCARTESIAN_POINT\s*\(\s*'[^']*'\s*,\s*\(\s*(${NUMBER})\s*,\s*(${NUMBER})\s*,\s*(${NUMBER})\s*\)`,
  'gi',
);
/** A circle, cylinder, cone, sphere or torus, with its radii. */
const RADIUS = new RegExp(
  String.raw`\b(?:CIRCLE|ELLIPSE|(?:CYLINDRICAL|CONICAL|SPHERICAL|TOROIDAL)_SURFACE)\s*\(\s*'[^']*'\s*,\s*#\d+\s*,\s*(${NUMBER})(?:\s*,\s*(${NUMBER}))?`,
  'gi',
);
const PLACED = /\b(NEXT_ASSEMBLY_USAGE_OCCURRENCE|MAPPED_ITEM)\b/;
const PREFIX_METRES: Readonly<Record<string, number>> = { MILLI: 1e-3, CENTI: 1e-2, DECI: 0.1, KILO: 1e3, MICRO: 1e-6 };
const NAMED_METRES: Readonly<Record<string, number>> = { INCH: 0.0254, FOOT: 0.3048, METRE: 1, MILLIMETRE: 1e-3 };

/**
 * Refuses a model that is larger than the points of its STEP file (ISO 10303-21) allow, with the largest radius around each:
 * its unit was taken for another one. Assemblies, whose parts are moved, are not looked at. Throws `output_not_verified`.
 */
export function requirePlausibleSize(scene: Scene, bytes: Uint8Array): void {
  const text = latin1Of(bytes);
  const metres = unitOf(text);
  if (metres === undefined || PLACED.test(text)) return;
  const own = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const [, ...point] of text.matchAll(POINT)) {
    for (let axis = 0; axis < 3; axis++) {
      own[axis] = Math.min(own[axis]!, Number(point[axis]));
      own[axis + 3] = Math.max(own[axis + 3]!, Number(point[axis]));
    }
  }
  let radius = 0;
  for (const [, first, second = '0'] of text.matchAll(RADIUS))
    radius = Math.max(radius, Number(first) + Number(second));
  const scale = metres / (scene.space?.metres ?? 1);
  const found = boxOf(
    [...placedMeshes(scene)].flatMap(({ mesh, transform }) => mesh.parts.map((part) => placedPart(part, transform))),
  );
  const reach = Math.max(...own.map(Math.abs)) + radius;
  const allowed = own.map(
    (value, at) => (at < 3 ? value - radius - reach * 0.01 : value + radius + reach * 0.01) * scale,
  );
  const isWithin = found.every((value, at) => (at < 3 ? value >= allowed[at]! : value <= allowed[at]!));
  if (isWithin) return;
  throw new ConversionError({
    code: 'output_not_verified',
    message:
      'Verification failed: the CAD model is larger than its points allow. The result was discarded. Export it again in millimetres.',
  });
}

/** Metres of its unit of length; undefined where it has several. */
function unitOf(text: string): number | undefined {
  const named = Array.from(
    text.matchAll(/\bCONVERSION_BASED_UNIT\s*\(\s*'(\w+)'/gi),
    ([, name]) => NAMED_METRES[name!.toUpperCase()],
  );
  const lengths = new Set(named.filter((metres) => metres !== undefined));
  if (lengths.size > 0) return lengths.size === 1 ? [...lengths][0] : undefined;
  const prefixed = Array.from(
    text.matchAll(/\bSI_UNIT\s*\(\s*(?:\.(\w+)\.|\$)\s*,\s*\.METRE\.\s*\)/gi),
    ([, prefix]) => (prefix === undefined ? 1 : PREFIX_METRES[prefix.toUpperCase()]),
  );
  return new Set(prefixed).size === 1 ? prefixed[0] : undefined;
}
