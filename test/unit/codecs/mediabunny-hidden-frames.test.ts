import { expect, it } from 'vitest';
import { shownBy } from '../../../engine/codecs/mediabunny/hidden-frames.ts';

it.each([
  ['vp8', [0x10, 1], true],
  ['vp8', [0x01, 1], false],
  ['vp9', [0x82, 1], true],
  ['vp9', [0x84, 1], false],
  ['vp9', [0x88], true], // a frame from before is shown
  ['vp9', [0xb1, 1], true], // profile 3
  ['vp9', [0xb2, 1], false],
  ['vp9', [0x84, 1, 0xc1], true], // several frames in one packet
  ['vp9', [], true],
] as const)('a packet of %s that begins with %j: shown is %s', (codec, packet, shown) => {
  expect(shownBy(codec)!(new Uint8Array(packet))).toBe(shown);
});

it('reads nothing of codecs whose frames are all shown', () => {
  expect(shownBy('avc')).toBeUndefined();
  expect(shownBy('opus')).toBeUndefined();
});
