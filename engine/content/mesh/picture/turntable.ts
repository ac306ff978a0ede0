import { checkRaster } from '../../../contract/check-limits.ts';
import type { RunContext, Step } from '../../../contract/codec.ts';
import { writeApng } from '../../raster/png/apng.ts';
import { encodePng } from '../../raster/png/encoder.ts';
import type { Scene } from '../model.ts';
import { turningRoom } from './camera.ts';
import { decodedTextures, drawScene } from './draw.ts';
import { lookOf } from './png.ts';

/** Pixels of the longer side where the caller says nothing. */
const DEFAULT_SIDE = 400;
/** Milliseconds of a frame: GIF counts in hundredths of a second. */
export const FRAME_MS = 80;

/** Frames of a turn of so many seconds. */
export function framesOfTurn(seconds: number): number {
  return Math.max(2, Math.round((seconds * 1000) / FRAME_MS));
}

/** A model that turns around once while the light stays, as an animated PNG that plays for ever. */
export function drawTurntable(scene: Scene, step: Step, context: RunContext): Uint8Array {
  const { options } = step;
  const width = options.width ?? options.height ?? DEFAULT_SIDE;
  const height = options.height ?? options.width ?? DEFAULT_SIDE;
  const count = framesOfTurn(options.turntable!);
  checkRaster({ width, height, frames: count }, context.limits);
  const look = lookOf(scene, step);
  const room = turningRoom(scene, look.up);
  const textures = decodedTextures(scene, context.signal);
  const frames = Array.from({ length: count }, (_, index) => {
    context.signal.throwIfAborted();
    context.progress(index / count);
    const shot = { width, height, ...look, turned: { degrees: (index * 360) / count, room } };
    const image = drawScene(scene, shot, textures, context.signal);
    return { png: encodePng({ ...image, channels: 4, keepsChannels: true }), x: 0, y: 0, delayMs: FRAME_MS };
  });
  return writeApng(frames, 0);
}
