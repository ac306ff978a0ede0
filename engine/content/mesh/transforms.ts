import type { Matrix } from './model.ts';

/** Moves by a distance along each axis. */
export function translated(x: number, y: number, z: number): Matrix {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
}

export function scaled(x: number, y: number, z: number): Matrix {
  return Float64Array.of(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1);
}

/** Turns around an axis by an angle in degrees, to the left for who sees the axis point at him. */
export function rotated(x: number, y: number, z: number, degrees: number): Matrix {
  const length = Math.hypot(x, y, z) || 1;
  const [a, b, c] = [x / length, y / length, z / length];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const rest = 1 - cos;
  return Float64Array.of(
    ...[cos + a * a * rest, b * a * rest + c * sin, c * a * rest - b * sin, 0],
    ...[a * b * rest - c * sin, cos + b * b * rest, c * b * rest + a * sin, 0],
    ...[a * c * rest + b * sin, b * c * rest - a * sin, cos + c * c * rest, 0],
    ...[0, 0, 0, 1],
  );
}
