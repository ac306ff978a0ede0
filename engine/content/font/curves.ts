/** The cubic curve that is the same as a quadratic one from a point on, as the numbers that a pen takes. */
export function asCubic(
  fromX: number,
  fromY: number,
  controlX: number,
  controlY: number,
  x: number,
  y: number,
): [x1: number, y1: number, x2: number, y2: number, x: number, y: number] {
  const towards = (end: number, control: number): number => end + ((control - end) * 2) / 3;
  return [towards(fromX, controlX), towards(fromY, controlY), towards(x, controlX), towards(y, controlY), x, y];
}
