import type { Asset, Path, Prim, Value } from './layer.ts';

/** The value of a property, or that of its first time; undefined where it has none. */
export function valueOf({ properties }: Prim, name: string): Value {
  const value = properties.get(name)?.value;
  if (value !== undefined) return value;
  const samples = properties.get(`${name}.timeSamples`)?.value;
  return Array.isArray(samples) ? (samples as readonly Value[])[0] : undefined;
}

/** All numbers of a value; undefined where it has others than numbers. */
export function numbersIn(value: Value): Float64Array | undefined {
  return value instanceof Float64Array ? value : typeof value === 'number' ? Float64Array.of(value) : undefined;
}

/** The path that a relation or a connection leads to, the first of several. */
export function pathIn(value: Value): string | undefined {
  const one = Array.isArray(value) ? (value as readonly Value[])[0] : value;
  return typeof one === 'object' && 'path' in one ? (one as Path).path : undefined;
}

export function assetIn(value: Value): string | undefined {
  return typeof value === 'object' && 'asset' in value ? (value as Asset).asset : undefined;
}
