import { initWasm, type Resvg } from '@resvg/resvg-wasm';
import type { RgbaPicture } from '../verify/observe/raster.ts';

let started: Promise<void> | undefined;

/** Starts resvg in this thread, once for all codecs that draw with it: the library refuses to be started again. */
export function startResvg(module: WebAssembly.Module): Promise<void> {
  started ??= initWasm(module);
  return started;
}

/** What the library drew: its pixels are premultiplied, these are not. */
export function pictureOf({ width, height, pixels }: Rendering): RgbaPicture {
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

type Rendering = ReturnType<InstanceType<typeof Resvg>['render']>;
