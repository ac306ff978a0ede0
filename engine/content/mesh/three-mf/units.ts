/** Metres of the units that 3MF and AMF know. */
const METRES: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  feet: 0.3048,
  meter: 1,
};

export function metresOf(unit: string): number {
  return METRES[unit] ?? METRES['millimeter']!;
}
