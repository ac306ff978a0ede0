import { initWasm, Resvg, type ResvgRenderOptions } from '@resvg/resvg-wasm';
import type { RgbaImage } from '../raster/inspect/raster.ts';

let started: Promise<void> | undefined;

/** Starts resvg in this thread, once for all codecs that draw with it: the library refuses to be started again. */
export function startResvg(module: WebAssembly.Module): Promise<void> {
  started ??= initWasm(module);
  return started;
}

type Drawing = InstanceType<typeof Resvg>;
export type Rendering = ReturnType<Drawing['render']>;

/** Reads an SVG, hands it to `use` and frees it. */
export function withDrawing<T>(svg: string, options: ResvgRenderOptions, use: (drawing: Drawing) => T): T {
  return freed(new Resvg(svg, options), use);
}

/** Draws what was read, hands the pixels to `use` and frees them. */
export function withRendering<T>(drawing: Drawing, use: (rendering: Rendering) => T): T {
  return freed(drawing.render(), use);
}

/** After a trap nothing can be freed any more: the attempt would only hide what happened. */
function freed<Owned extends { free(): void }, T>(owned: Owned, use: (owned: Owned) => T): T {
  let result: T;
  try {
    result = use(owned);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) owned.free();
    throw error;
  }
  owned.free();
  return result;
}

/** What the library drew: its pixels are premultiplied, these are not. */
export function imageOf({ width, height, pixels }: Rendering): RgbaImage {
  const data = pixels; // a copy
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min(255, Math.round((data[channel]! * 255) / alpha));
    }
  }
  return { width, height, data };
}
