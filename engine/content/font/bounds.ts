/** The smallest box around what was added to it. */
export class Bounds {
  xMin = Infinity;
  yMin = Infinity;
  xMax = -Infinity;
  yMax = -Infinity;

  add(x: number, y: number): void {
    if (x < this.xMin) this.xMin = x;
    if (x > this.xMax) this.xMax = x;
    if (y < this.yMin) this.yMin = y;
    if (y > this.yMax) this.yMax = y;
  }

  addBox({ xMin, yMin, xMax, yMax }: Bounds): void {
    if (xMin > xMax) return;
    this.add(xMin, yMin);
    this.add(xMax, yMax);
  }

  get isEmpty(): boolean {
    return this.xMin > this.xMax;
  }
}
