import type { FFmpeg } from '@ffmpeg/ffmpeg';
import { BrowserWorker } from './browser-worker.ts';

/**
 * The official class of @ffmpeg/ffmpeg, at work in Node on the core that the engine drives itself: what the engine is
 * compared with, in results and in speed. Each object has a thread and a compiled core of its own; end it by
 * `terminate()`. Its stack is the core's own of 64 KiB, which VP8, VP9 and Opus overflow.
 */
export async function loadFFmpegClass(): Promise<FFmpeg> {
  const { FFmpeg } = await importClass();
  const ffmpeg = new FFmpeg();
  await withGlobalWorker(() => ffmpeg.load({ coreURL: import.meta.resolve('@ffmpeg/core') }));
  return ffmpeg;
}

/** Under Node the package gives an empty module that throws: the class is imported by its file, beside that one. */
function importClass(): Promise<typeof import('@ffmpeg/ffmpeg')> {
  return import(new URL('classes.js', import.meta.resolve('@ffmpeg/ffmpeg')).href);
}

/** The class starts its worker by the global of browsers, before its first await. */
function withGlobalWorker<T>(start: () => T): T {
  Object.defineProperty(globalThis, 'Worker', { value: BrowserWorker, configurable: true });
  try {
    return start();
  } finally {
    Reflect.deleteProperty(globalThis, 'Worker');
  }
}
