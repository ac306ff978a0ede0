import { ConversionError } from '../../contract/errors.ts';
import type { OptionId, OptionValues } from '../../formats/options.ts';
import type { AudioSlot, VideoSlot } from './container.ts';
import { AUDIO_ENCODERS, VIDEO_CODEC_NAMES, type AudioCodec, type VideoCodec } from './encoders.ts';

/** What a container takes unchanged, and what everything else is encoded to, by the options `videoCodec` and `audioCodec`. */
interface Choice<Codec> {
  readonly copies: readonly string[];
  readonly encodes: Codec;
}

/** Throws `invalid_options` with what there is when the container does not hold the codec asked for. */
export function videoChoice(slot: VideoSlot, { videoCodec }: OptionValues, container: string): Choice<VideoCodec> {
  if (videoCodec === undefined) return slot;
  const names = VIDEO_CODEC_NAMES;
  const held = (codec: VideoCodec): boolean => codec === slot.encodes || slot.copies.includes(names[codec]);
  if (!held(videoCodec)) throw notHeld('videoCodec', videoCodec, VIDEO_CHOICES.filter(held), container);
  return { copies: slot.copies.filter((name) => name === names[videoCodec]), encodes: videoCodec };
}

const VIDEO_CHOICES = ['h264', 'vp9', 'vp8', 'mpeg4', 'mpeg2', 'theora', 'mjpeg', 'prores', 'ffv1'] as const;

/** The same for audio. */
export function audioChoice(slot: AudioSlot, { audioCodec }: OptionValues, container: string): Choice<AudioCodec> {
  if (audioCodec === undefined) return slot;
  const known = Object.keys(AUDIO_CHOICES) as (keyof typeof AUDIO_CHOICES)[];
  const encoderOf = (choice: (typeof known)[number]): AudioCodec | undefined =>
    // What the container encodes to anyway is made for it: audio of a constant rate, samples in its own order.
    [slot.encodes, ...AUDIO_CHOICES[choice]].find(
      (codec) =>
        AUDIO_CHOICES[choice].includes(codec) &&
        (codec === slot.encodes || AUDIO_ENCODERS[codec].names.every((name) => slot.copies.includes(name))),
    );
  const encodes = encoderOf(audioCodec);
  if (!encodes) throw notHeld('audioCodec', audioCodec, known.filter(encoderOf), container);
  return { copies: slot.copies.filter((name) => AUDIO_ENCODERS[encodes].names.includes(name)), encodes };
}

/** Our encoders of each choice. */
const AUDIO_CHOICES: Readonly<Record<NonNullable<OptionValues['audioCodec']>, readonly AudioCodec[]>> = {
  aac: ['aac'],
  mp3: ['mp3', 'mp3Constant'],
  opus: ['opus'],
  vorbis: ['vorbis'],
  flac: ['flac'],
  alac: ['alac'],
  ac3: ['ac3'],
  eac3: ['eac3'],
  mp2: ['mp2'],
  pcm: ['pcm', 'pcmBig', 'pcm16', 'pcm32'],
};

function notHeld(option: OptionId, found: string, held: readonly string[], container: string): ConversionError {
  const advice = held.length > 0 ? `Choose ${held.join(' or ')}.` : 'Leave the option out.';
  return new ConversionError({
    code: 'invalid_options',
    message: `${container} does not hold ${found} here. ${advice}`,
    details: { option, found, allowed: held },
  });
}
