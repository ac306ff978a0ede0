import { describe, expect, it } from 'vitest';
import { ratesWithin } from '../../../engine/codecs/ffmpeg/size-budget.ts';

const MINUTE = { seconds: 60, hasVideo: true, share: 1 };

describe('the bits of a video of a bounded size', () => {
  it('keep the two channels of a track apart where there are enough', () => {
    // 192 kbit/s in all, of which a fifth is 38.
    const { audio, video } = ratesWithin({ ...MINUTE, targetSize: 1500, audioTracks: [2] });
    expect(audio(2)).toBe(48);
    expect(audio(1)).toBe(38);
    expect(video).toBe(144);
  });

  it('go to the frames where there are few', () => {
    const { audio, video } = ratesWithin({ ...MINUTE, targetSize: 600, audioTracks: [2] });
    expect(audio(2)).toBe(26);
    expect(video).toBe(50);
  });

  it('are those of audio alone without frames', () => {
    const { audio, video } = ratesWithin({ ...MINUTE, hasVideo: false, targetSize: 600, audioTracks: [2] });
    expect([audio(2), video]).toEqual([76, undefined]);
  });
});
