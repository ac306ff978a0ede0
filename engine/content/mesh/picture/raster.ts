import type { Colour } from '../model.ts';
import type { RgbaImage } from '../../raster/inspect/raster.ts';

/** What the corners of a triangle have, three of each. */
export interface Triangle {
  /** Pixels from the lower left corner, and the distance towards the viewer. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Three numbers a corner, towards the viewer where the last is positive. */
  readonly normals: Float64Array;
  /** Four numbers a corner. */
  readonly colours: Float64Array;
  /** Two numbers a corner; absent without a texture. */
  readonly coordinates?: Float64Array;
  readonly texture?: RgbaImage;
}

/** Where light comes from: over the left shoulder of the viewer, and from the sky. */
const LIGHT = [-0.38, 0.55, 0.742] as const;
const AMBIENT = 0.36;
const SKY = 0.12;
const DIFFUSE = 0.62;
const SHINE = 0.12;
const SHINE_POWER = 24;

/** Pixels from one side to the other. */
const LEAST_SLIVER = 3;

/** How much of each corner is in a place of a triangle; 1 together. */
type Shares = readonly [a: number, b: number, c: number];

/** An image that triangles, lines and points are drawn in, what is nearer before what is farther. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity, premultiplied, from 0 to 1. */
  readonly #pixels: Float32Array;
  readonly #depths: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Float32Array(width * height * 4);
    this.#depths = new Float32Array(width * height).fill(-Infinity);
  }

  /** What is transparent is drawn last, from far to near, and hides nothing. False for a long triangle that lies between all samples. */
  draw(triangle: Triangle, isOpaque: boolean): boolean {
    const { x, y } = triangle;
    const area = (x[1]! - x[0]!) * (y[2]! - y[0]!) - (x[2]! - x[0]!) * (y[1]! - y[0]!);
    if (!Number.isFinite(area)) return true;
    const left = Math.max(0, Math.floor(Math.min(x[0]!, x[1]!, x[2]!)));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(x[0]!, x[1]!, x[2]!)));
    const low = Math.max(0, Math.floor(Math.min(y[0]!, y[1]!, y[2]!)));
    const high = Math.min(this.height - 1, Math.ceil(Math.max(y[0]!, y[1]!, y[2]!)));
    let isSampled = false;
    for (let row = area === 0 ? high + 1 : low; row <= high; row++) {
      const py = row + 0.5;
      for (let column = left; column <= right; column++) {
        const px = column + 0.5;
        const a = ((x[1]! - px) * (y[2]! - py) - (x[2]! - px) * (y[1]! - py)) / area;
        const b = ((x[2]! - px) * (y[0]! - py) - (x[0]! - px) * (y[2]! - py)) / area;
        const c = 1 - a - b;
        if (a < 0 || b < 0 || c < 0) continue;
        isSampled = true;
        this.#sample((this.height - 1 - row) * this.width + column, triangle, [a, b, c], isOpaque);
      }
    }
    return isSampled || Math.max(right - left, high - low) < LEAST_SLIVER;
  }

  /** Draws triangles between all samples, as those of a plane seen edge-on, by their longest sides, where nothing is beside them. */
  drawSlivers(slivers: readonly Triangle[]): void {
    const samples = slivers.flatMap((triangle) =>
      [...this.#alongSide(triangle)]
        .filter(({ pixel }) => this.#isAlone(pixel))
        .map((sample) => ({ triangle, ...sample })),
    );
    for (const { triangle, pixel, shares } of samples) this.#sample(pixel, triangle, shares, true);
  }

  *#alongSide({ x, y }: Triangle): Generator<{ readonly pixel: number; readonly shares: Shares }> {
    const lengths = [0, 1, 2].map((side) => {
      const next = (side + 1) % 3;
      return Math.max(Math.abs(x[side]! - x[next]!), Math.abs(y[side]! - y[next]!));
    });
    const side = lengths.indexOf(Math.max(...lengths));
    const next = (side + 1) % 3;
    const steps = Math.min(Math.round(lengths[side]!), this.width + this.height);
    for (let step = 0; step < steps; step++) {
      const share = (step + 0.5) / steps;
      const column = Math.floor(x[side]! + (x[next]! - x[side]!) * share);
      const row = Math.floor(y[side]! + (y[next]! - y[side]!) * share);
      if (column < 0 || column >= this.width || row < 0 || row >= this.height) continue;
      const shares: [number, number, number] = [0, 0, 0];
      shares[side] = 1 - share;
      shares[next] = share;
      yield { pixel: (this.height - 1 - row) * this.width + column, shares };
    }
  }

  #isAlone(pixel: number): boolean {
    for (const row of [-this.width, 0, this.width])
      for (const column of [-1, 0, 1]) if (this.#pixels[(pixel + row + column) * 4 + 3]) return false;
    return true;
  }

  /** Draws a place in a triangle, by its shares of the corners, where nothing is nearer. */
  #sample(pixel: number, triangle: Triangle, [a, b, c]: Shares, isOpaque: boolean): void {
    const { z } = triangle;
    const depth = a * z[0]! + b * z[1]! + c * z[2]!;
    if (depth <= this.#depths[pixel]!) return;
    const colour = shaded(triangle, a, b, c);
    if (colour[3] < 1 / 255) return; // cut out by its texture
    if (isOpaque) this.#depths[pixel] = depth;
    this.#put(pixel, colour, isOpaque);
  }

  /** A square dot, drawn where nothing is much nearer. */
  dot(x: number, y: number, z: number, size: number, [red, green, blue]: Colour): void {
    const [left, low] = [Math.round(x - size / 2), Math.round(y - size / 2)];
    for (let row = Math.max(0, low); row < Math.min(this.height, low + size); row++) {
      for (let column = Math.max(0, left); column < Math.min(this.width, left + size); column++) {
        const pixel = (this.height - 1 - row) * this.width + column;
        if (z + size < this.#depths[pixel]!) continue;
        this.#depths[pixel] = Math.max(z, this.#depths[pixel]!);
        this.#put(pixel, [red, green, blue, 1], true);
      }
    }
  }

  /** How near what is drawn at a pixel is, counted from the lower left corner; −∞ where there is nothing. */
  depthAt(column: number, row: number): number {
    return this.#depths[(this.height - 1 - row) * this.width + column] ?? -Infinity;
  }

  /** Half as wide and high, on a background: each pixel is the mean of four. */
  halved(background: Colour): RgbaImage {
    const width = this.width >> 1;
    const height = this.height >> 1;
    const data = new Uint8Array(width * height * 4);
    const mean = [0, 0, 0, 0];
    for (let pixel = 0; pixel < width * height; pixel++) {
      const from = (Math.floor(pixel / width) * 2 * this.width + (pixel % width) * 2) * 4;
      for (let channel = 0; channel < 4; channel++) {
        const row = this.width * 4;
        const at = from + channel;
        mean[channel] =
          (this.#pixels[at]! + this.#pixels[at + 4]! + this.#pixels[at + row]! + this.#pixels[at + row + 4]!) / 4;
      }
      const behind = background[3] * (1 - mean[3]!);
      const opacity = mean[3]! + behind;
      for (let channel = 0; channel < 3; channel++)
        data[pixel * 4 + channel] =
          opacity === 0 ? 0 : Math.round((255 * (mean[channel]! + background[channel]! * behind)) / opacity);
      data[pixel * 4 + 3] = Math.round(255 * opacity);
    }
    return { width, height, data };
  }

  #put(pixel: number, [red, green, blue, opacity]: Colour, isOpaque: boolean): void {
    const at = pixel * 4;
    const own = isOpaque ? 1 : opacity;
    const kept = 1 - own;
    this.#pixels[at] = red * own + this.#pixels[at]! * kept;
    this.#pixels[at + 1] = green * own + this.#pixels[at + 1]! * kept;
    this.#pixels[at + 2] = blue * own + this.#pixels[at + 2]! * kept;
    this.#pixels[at + 3] = own + this.#pixels[at + 3]! * kept;
  }
}

/** The colour of a place in a triangle, by its shares of the corners, in the light; both sides are lit alike. */
function shaded({ normals: n, colours, coordinates, texture }: Triangle, a: number, b: number, c: number): Colour {
  let [x, y, z] = [0, 1, 2].map((axis) => a * n[axis]! + b * n[3 + axis]! + c * n[6 + axis]!) as [
    number,
    number,
    number,
  ];
  const length = Math.hypot(x, y, z) || 1;
  const side = z < 0 ? -1 / length : 1 / length;
  [x, y, z] = [x * side, y * side, z * side];
  const facing = Math.max(0, x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]);
  const light = AMBIENT + SKY * (y + 1) * 0.5 + DIFFUSE * facing;
  // Towards the middle between the light and the viewer (Blinn, 1977).
  const half = Math.hypot(LIGHT[0], LIGHT[1], LIGHT[2] + 1);
  const shine = SHINE * Math.max(0, (x * LIGHT[0] + y * LIGHT[1] + z * (LIGHT[2] + 1)) / half) ** SHINE_POWER;
  const texel =
    texture && coordinates
      ? texelAt(
          texture,
          a * coordinates[0]! + b * coordinates[2]! + c * coordinates[4]!,
          a * coordinates[1]! + b * coordinates[3]! + c * coordinates[5]!,
        )
      : undefined;
  const channel = (at: number) =>
    (a * colours[at]! + b * colours[4 + at]! + c * colours[8 + at]!) * (texel ? texel[at]! / 255 : 1);
  return [lit(channel(0), light, shine), lit(channel(1), light, shine), lit(channel(2), light, shine), channel(3)];
}

function lit(share: number, light: number, shine: number): number {
  return Math.min(1, Math.max(0, share * light + shine));
}

/** The nearest pixel of a texture that repeats in both directions. */
function texelAt({ width, height, data }: RgbaImage, u: number, v: number): Uint8Array {
  const column = Math.min(width - 1, Math.floor((u - Math.floor(u)) * width)) || 0;
  const row = Math.min(height - 1, Math.floor((v - Math.floor(v)) * height)) || 0;
  const at = (row * width + column) * 4;
  return data.subarray(at, at + 4);
}
