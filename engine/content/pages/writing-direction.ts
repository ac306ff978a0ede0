import type { Matrix } from './matrix.ts';

/** Degrees clockwise in which text is shown, from 0 to 359; within two degrees of a quarter turn it is that one. */
export function writingRotation([a, b, c, d]: Matrix, isVertical: boolean): number {
  const degrees = ((isVertical ? Math.atan2(-d, -c) : Math.atan2(b, a)) * 180) / Math.PI;
  const nearest = Math.round(degrees / 90) * 90;
  const exact = Math.abs(degrees - nearest) < 2 ? nearest : Math.round(degrees);
  return ((exact % 360) + 360) % 360;
}

/** Whether text can be written in this direction: LibreOffice turns the text of boxes upwards and downwards only. */
export function isWritable(rotation: number): boolean {
  return rotation === 0 || rotation === 90 || rotation === 270;
}
