import { AnimationCanvas, type Samples } from '../../content/raster/animation-canvas.ts';
import { writeApng, type Apng, type WrittenFrame } from '../../content/raster/png/apng.ts';
import { hasField, intField } from './fields.ts';
import { NativeScope } from './native-scope.ts';
import type { VipsImage, VipsLibrary } from './start.ts';

/** Draws the frames of an animated PNG as a viewer does; vips decodes each of them. Going forwards costs each frame once. */
export class ApngDrawing {
  readonly apng: Apng;
  readonly #vips: VipsLibrary;
  readonly #isDeep: boolean;
  #canvas: AnimationCanvas<Samples> | undefined;
  #drawn = 0;

  constructor(vips: VipsLibrary, apng: Apng) {
    this.#vips = vips;
    this.apng = apng;
    this.#isDeep = apng.bitsPerChannel > 8;
  }

  /** What is seen at the time of a frame, counted from 0. */
  read(scope: NativeScope, frame: number): VipsImage {
    const { width, height, frames, hasAlpha } = this.apng;
    if (!this.#canvas || frame < this.#drawn - 1) {
      const length = width * height * 4;
      this.#canvas = new AnimationCanvas(
        width,
        height,
        this.#isDeep ? new Uint16Array(length) : new Uint8Array(length),
      );
      this.#drawn = 0;
    }
    for (; this.#drawn <= frame; this.#drawn++) this.#canvas.draw(frames[this.#drawn]!, this.#decode(this.#drawn));
    const { data } = this.#canvas.image;
    const { uchar, ushort } = this.#vips.BandFormat;
    const image = scope.keep(this.#vips.Image.newFromMemory(data, width, height, 4, this.#isDeep ? ushort : uchar));
    const named = scope.keep(image.copy({ interpretation: this.#isDeep ? 'rgb16' : 'srgb' }));
    return hasAlpha ? named : scope.keep(named.extractBand(0, { n: 3 }));
  }

  /** Red, green, blue and opacity of the frame alone. */
  #decode(index: number): Samples {
    using scope = new NativeScope();
    const options = { access: 'sequential', fail_on: 'truncated' } as const;
    const still = scope.keep(this.#vips.Image.pngloadBuffer(this.apng.frames[index]!.toPng(), options));
    const coloured = scope.keep(still.colourspace(this.#isDeep ? 'rgb16' : 'srgb'));
    return (coloured.hasAlpha() ? coloured : scope.keep(coloured.addalpha())).writeToMemory() as Samples;
  }
}

type Settings = Readonly<Record<string, unknown>>;

/** Writes frames that are one below the other: of each only the part that differs from the one before. */
export function encodeApng(image: VipsImage, settings: Settings): Uint8Array {
  using scope = new NativeScope();
  const strip = withoutOpaqueAlpha(scope, scope.keep(image.copyMemory()));
  const height = intField(strip, 'page-height', strip.height);
  const delaysMs = hasField(strip, 'delay') ? strip.getArrayInt('delay') : [];
  const count = Math.floor(strip.height / height);
  const kind = { palette: false, interlace: false, bitdepth: strip.format === 'ushort' ? 16 : 8 };
  const frameAt = (index: number): VipsImage => scope.keep(strip.crop(0, index * height, strip.width, height));
  let before: VipsImage | undefined;
  const frames = Array.from({ length: count }, (_, index): WrittenFrame => {
    const frame = frameAt(index);
    const changed = before ? changedPart(before, frame) : { x: 0, y: 0, width: frame.width, height };
    const part = scope.keep(frame.crop(changed.x, changed.y, changed.width, changed.height));
    const png = part.writeToBuffer('.png', { ...settings, ...(before && { keep: 'none' }), ...kind });
    before = frame;
    return { png, x: changed.x, y: changed.y, delayMs: delaysMs[index] ?? 0 };
  });
  return writeApng(frames, intField(strip, 'loop', 1));
}

function withoutOpaqueAlpha(scope: NativeScope, image: VipsImage): VipsImage {
  if (!image.hasAlpha()) return image;
  const opaque = image.format === 'ushort' ? 65_535 : 255;
  const alpha = scope.keep(image.extractBand(image.bands - 1));
  return alpha.min() < opaque ? image : scope.keep(image.extractBand(0, { n: image.bands - 1 }));
}

interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle outside of which two frames are the same; one pixel when they are. */
function changedPart(before: VipsImage, after: VipsImage): Part {
  using scope = new NativeScope();
  const differs = scope.keep(scope.keep(after.notEq(before)).bandor());
  const { columns, rows } = differs.project() as { columns: VipsImage; rows: VipsImage };
  const [x, width] = extentOf(scope.keep(columns).writeToMemory());
  const [y, height] = extentOf(scope.keep(rows).writeToMemory());
  return { x, y, width, height };
}

/** Where sums begin that are not zero, and how far they reach. */
function extentOf(sums: { readonly [index: number]: number; readonly length: number }): readonly [number, number] {
  const isSet = (sum: number): boolean => sum !== 0;
  const values = Array.from(sums as ArrayLike<number>);
  const first = Math.max(0, values.findIndex(isSet));
  return [first, Math.max(1, values.findLastIndex(isSet) - first + 1)];
}
