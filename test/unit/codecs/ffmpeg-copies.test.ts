import { expect, it } from 'vitest';
import { parseProbe } from '../../../engine/codecs/ffmpeg/probe.ts';
import { recipeFor } from '../../../engine/codecs/ffmpeg/recipe.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import type { FormatId } from '../../../engine/formats/index.ts';

function isCopied(from: FormatId, reordered: number): boolean {
  const stream = { index: 0, codec_type: 'video', codec_name: 'h264', width: 64, height: 48, avg_frame_rate: '25/1' };
  const probe = parseProbe(JSON.stringify({ streams: [{ ...stream, has_b_frames: reordered }] }));
  const step = { codec: 'ffmpeg', edge: 'video', from, to: 'mkv', options: {} } as const;
  return recipeFor(probe, step, { limits: DEFAULT_LIMITS, size: 1e6 }).output.includes('copy');
}

it('copies H.264 of AVI only where its frames are shown in the order in which they are decoded', () => {
  expect(isCopied('mp4', 2)).toBe(true);
  expect(isCopied('avi', 0)).toBe(true);
  expect(isCopied('avi', 2)).toBe(false);
});
