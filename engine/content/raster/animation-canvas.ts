import type { RasterFrame } from './model.ts';

/** 4 samples a pixel, straight (not premultiplied) alpha last: of 8 or of 16 bits. */
export type Samples = Uint8Array | Uint16Array;

/** Draws the frames of an animation one after the other, as a viewer does: `image` is what is to be seen. */
export class AnimationCanvas<S extends Samples = Uint8Array> {
  readonly image: { readonly width: number; readonly height: number; readonly data: S };
  readonly #opaque: number;
  /** Undoes the frame before, as it asked for. */
  #finishFrame: (() => void) | undefined;

  /** `data` holds width × height × 4 zeros. */
  constructor(width: number, height: number, data: S) {
    this.image = { width, height, data };
    this.#opaque = 2 ** (8 * data.BYTES_PER_ELEMENT) - 1;
  }

  /** `pixels` holds the frame alone. */
  draw(frame: RasterFrame, pixels: S): void {
    this.#finishFrame?.();
    this.#finishFrame = this.#undoing(frame);
    const { data } = this.image;
    for (let y = 0; y < frame.height; y++) {
      const row = pixels.subarray(y * frame.width * 4, (y + 1) * frame.width * 4) as S;
      const to = this.#rowAt(frame, y);
      if (frame.isBlended) blendRow(data, to, row, this.#opaque);
      else data.set(row, to);
    }
  }

  #undoing(frame: RasterFrame): (() => void) | undefined {
    const { data } = this.image;
    if (frame.afterwards === 'keep') return undefined;
    const rows = Array.from({ length: frame.height }, (_, y) => this.#rowAt(frame, y));
    const length = frame.width * 4;
    if (frame.afterwards === 'clear') return () => rows.forEach((at) => data.fill(0, at, at + length));
    const before = rows.map((at) => data.slice(at, at + length));
    return () => rows.forEach((at, index) => data.set(before[index]!, at));
  }

  #rowAt(frame: RasterFrame, y: number): number {
    return ((frame.y + y) * this.image.width + frame.x) * 4;
  }
}

/** Porter and Duff's "over" with straight alpha. */
function blendRow(target: Samples, start: number, row: Samples, opaque: number): void {
  for (let at = 0; at < row.length; at += 4) {
    const to = start + at;
    const alpha = row[at + 3]!;
    if (alpha === 0) continue;
    const below = alpha === opaque ? 0 : (target[to + 3]! * (opaque - alpha)) / opaque;
    const total = alpha + below;
    for (let channel = 0; channel < 3; channel++) {
      target[to + channel] = (row[at + channel]! * alpha + target[to + channel]! * below) / total;
    }
    target[to + 3] = total;
  }
}
