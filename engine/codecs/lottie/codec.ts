import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const FORMATS = ['lottie', 'dotlottie'] as const;

const shared = {
  from: FORMATS,
  operation: 'render',
  gives: 'one',
} as const satisfies Partial<EdgeSpec>;

/** Draws Lottie animations: ThorVG, as the player dotLottie brings it. */
export default defineCodec({
  id: 'lottie',
  lane: 'image',
  packages: ['@lottiefiles/dotlottie-web'],
  licence: 'MIT',
  // 512 MiB: images in an animation are decoded in it.
  wasm: { player: { file: '@lottiefiles/dotlottie-web/dotlottie-player.wasm', maxPages: 8192 } },
  inspects: FORMATS,
  edges: [
    {
      ...shared,
      name: 'animation',
      to: ['apng'],
      keeps: ['look', 'alpha', 'animation'],
      takes: 'all',
      options: ['width', 'height', 'fps'],
      // Ten kilobytes are three seconds of usual drawings.
      cost: { ms: { base: 300, perMB: 60_000 }, memoryMB: { base: 200, perMB: 100 }, cpuSlots: 1, growth: 100 },
    },
    {
      ...shared,
      name: 'frame',
      to: ['png'],
      keeps: ['look', 'alpha'],
      takes: 'first',
      options: ['width', 'height'],
      cost: { ms: { base: 50, perMB: 500 }, memoryMB: { base: 100, perMB: 50 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
