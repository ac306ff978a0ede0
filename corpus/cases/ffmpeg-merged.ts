import type { Case } from '../case.ts';

type Joined = Required<Pick<Case, 'from' | 'to' | 'source' | 'besides' | 'comparator'>> & Pick<Case, 'options'>;

const merged = (edge: string, { options = {}, ...rest }: Joined): Case => ({ codec: 'ffmpeg', edge, options, ...rest });

/** One of full size, one of another shape, and one that is transparent. */
const PICTURES = {
  from: 'png',
  source: 'flat-shapes-and-letters.png',
  besides: ['palette-interlaced.png', 'card-fading-to-transparent.png'],
  options: { fps: 2, width: 96, height: 64 },
} as const;

export const cases: readonly Case[] = [
  merged('merge-images', { ...PICTURES, to: 'mp4', comparator: 'video' }),
  merged('merge-images', { ...PICTURES, to: 'mpg', comparator: 'video' }),
  merged('merge-images', { ...PICTURES, to: 'gif', comparator: 'image' }),
  merged('merge-images', { ...PICTURES, to: 'webp', comparator: 'image' }),
  // Packets that follow each other.
  merged('merge-audio', {
    from: 'mp3',
    to: 'mp3',
    source: 'sweep-tags-cover.mp3',
    besides: ['sweep-tags-cover.mp3'],
    comparator: 'audio',
  }),
  // Other channels and rates: all become six at 48 kHz.
  merged('merge-audio', {
    from: 'flac',
    to: 'ogg',
    source: 'sweep-mono-24bit-tags.flac',
    besides: ['surround-5.1.flac', 'sweep-stereo-tags-cover.flac'],
    comparator: 'audio',
  }),
  merged('merge-video', {
    from: 'mp4',
    to: 'mp4',
    source: 'h264-aac-tags.mp4',
    besides: ['h264-aac-tags.mp4'],
    comparator: 'video',
  }),
  // Silent, upright and of high dynamic range.
  merged('merge-video', {
    from: 'mp4',
    to: 'mkv',
    source: 'h264-aac-tags.mp4',
    besides: ['h264-without-audio.mp4', 'h264-rotated-90.mp4', 'hevc-hdr10.mp4'],
    options: { width: 80 },
    comparator: 'video',
  }),
];
