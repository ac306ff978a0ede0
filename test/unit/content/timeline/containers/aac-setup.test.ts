import { expect, it } from 'vitest';
import { listedChannels } from '../../../../../engine/content/timeline/containers/aac-setup.ts';

it('counts the channels that an AudioSpecificConfig lists, and none where it has a number for them', () => {
  const surround = Buffer.from('118004c848002000c6400d4c61766335392e33372e31303056e500', 'hex');
  expect(listedChannels(surround), '7.1 as FFmpeg lists it').toBe(8);
  expect(listedChannels(Buffer.from('1210', 'hex')), 'two, by their number').toBeUndefined();
});
