import type { Warning } from '../../contract/codec.ts';
import { formatOf } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { audioChoice } from './codec-choice.ts';
import type { AudioSlot } from './container.ts';
import { requireDecoder } from './decoders.ts';
import type { Task } from './arg-builder.ts';
import { AUDIO_ENCODERS } from './encoders.ts';
import { LOUDNESS } from './loudness.ts';
import type { Probe, Stream } from './probe.ts';
import { oneOf, preferred } from './tracks.ts';
import { trimFilters } from './trim.ts';

/** Returns the input that brings silence where there is no audio and must be some. */
export function addAudio(probe: Probe, task: Task): readonly string[] | undefined {
  const { container } = task;
  if (!container.audio) return undefined;
  const { mute, language } = task.step.options;
  const found = probe.streams.filter(({ kind }) => kind === 'audio');
  const streams = mute ? [] : found;
  if (mute && found.length > 0) task.builder.warnings.push(MUTED);
  if (streams.length === 0 && container.audio.required) return addSilence(container.audio, task);
  const holdsAll = container.video && container.audio.tracks === undefined;
  const one = holdsAll ? undefined : preferred(streams, language);
  for (const stream of one ? [one] : streams) addAudioStream(stream, container.audio, task);
  if (one && streams.length > 1) task.builder.warnings.push(oneOf(streams, one, 'audio'));
  return undefined;
}

/** What an encoder must know of the audio of nothing. */
const SILENCE: Stream = {
  index: 0,
  kind: 'audio',
  codec: 'pcm_u8',
  isDefault: true,
  marks: [],
  tags: {},
  rotation: 0,
  pixelAspect: 1,
  channels: 1,
  isFloat: false,
};

const MUTED: Warning = { code: 'track_dropped', message: 'The audio was left out, as was asked.', lost: ['audio'] };

function addSilence({ encodes }: AudioSlot, { builder, step }: Task): readonly string[] {
  const encoder = AUDIO_ENCODERS[encodes];
  const [rate = 48_000] = encoder.rates ?? [];
  builder.mapSilence(encoder.settings(SILENCE, step.options));
  return ['-f', 'lavfi', '-i', `anullsrc=r=${rate}:cl=mono`];
}

function addAudioStream(stream: Stream, slot: AudioSlot, task: Task): void {
  const { step, container, trimmed, builder, rates, fits } = task;
  const { copies, encodes } = audioChoice(slot, step.options, formatOf(step.to).name);
  const { audioBitrate, sampleRate, channels, quality, normalise, volume } = step.options;
  const asked =
    !fits ||
    normalise === true ||
    volume !== undefined ||
    audioBitrate !== undefined ||
    (sampleRate !== undefined && sampleRate !== stream.sampleRate) ||
    (channels !== undefined && channels !== stream.channels) ||
    // The quality of a video is that of its frames.
    (quality !== undefined && !container.video && formatOf(step.to).lossy === true);
  if (copies.includes(stream.codec) && !asked && !trimmed) {
    builder.map(stream, { c: 'copy' });
    return;
  }
  requireDecoder(stream);
  const encoder = AUDIO_ENCODERS[encodes];
  const most = Math.min(channels ?? stream.channels ?? 2, encoder.maxChannels);
  const wantedChannels = atLeast(most, slot.channels ?? encoder.channels)!;
  const askedRate = sampleRate ?? stream.sampleRate;
  const possibleRate = askedRate && Math.min(askedRate, encoder.maxRate ?? Infinity);
  const wantedRate = atLeast(possibleRate, slot.rates ?? encoder.rates);
  const audioOptions = {
    ...step.options,
    ...(rates && { audioBitrate: Math.min(rates.audio(wantedChannels), audioBitrate ?? Infinity) }),
    ...(container.video && { quality: undefined }),
  };
  const { duration } = task;
  const silence =
    formatOf(step.to).timeline?.fillsAudio && duration !== undefined
      ? [`apad=whole_dur=${duration}`, ...inSteps(wantedRate)]
      : duration !== undefined && duration < (slot.leastSeconds ?? 0)
        ? [`apad=whole_dur=${slot.leastSeconds}`]
        : [];
  const placed = {
    layout: encoder.layouts?.[wantedChannels],
    channels: wantedChannels,
    unnamed: stream.layout === undefined && !stream.codec.startsWith('pcm_'),
  };
  const lead = wantedRate === undefined ? [] : leadOf(encoder.lost?.(wantedRate), wantedRate);
  const filters = [...trimFilters(task, 'audio'), ...audioFilters(placed, step.options), ...lead, ...silence];
  // The loudness filter gives 192 kHz, whatever it gets.
  const resampled = normalise === true || wantedRate !== stream.sampleRate;
  builder.map(stream, {
    ...encoder.settings({ ...stream, channels: wantedChannels }, audioOptions),
    ...(filters.length > 0 && { filter: filters.join(',') }),
    ...(wantedChannels !== stream.channels && { ac: wantedChannels }),
    ...(wantedRate !== undefined && resampled && { ar: wantedRate }),
  });
  warnOfMixing(stream, { mixed: wantedChannels, asked: channels, leavesOutBass: encoder.leavesOutBass }, task);
}

/**
 * Left to itself, the loudness filter leads to the first layout that an encoder knows, which is mono; and encoders refuse
 * channels of which the decoder does not say what they are.
 */
const PLAIN_LAYOUTS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' };

function audioFilters(
  { layout, channels, unnamed }: { layout: string | undefined; channels: number; unnamed: boolean },
  { normalise = false, volume }: OptionValues,
): string[] {
  const wanted = layout ?? (normalise || unnamed ? PLAIN_LAYOUTS[channels] : undefined);
  return [
    ...(normalise ? [LOUDNESS] : []),
    ...(volume === undefined ? [] : [`volume=${volume}dB`]),
    // A filter that asks for places takes no channels without: the first one gives them.
    ...(wanted && unnamed ? ['aresample'] : []),
    ...(wanted ? [`aformat=channel_layouts=${wanted}`] : []),
  ];
}

/** Silence that is lost in place of what follows it. */
function leadOf(samples: number | undefined, rate: number): string[] {
  return samples === undefined ? [] : [`aresample=${rate}`, `adelay=${samples}S:all=1`];
}

/** The lowest of the numbers that holds what was asked, else the highest. */
function atLeast(wanted: number | undefined, allowed: readonly number[] | undefined): number | undefined {
  if (wanted === undefined || allowed === undefined) return wanted;
  return allowed.find((number) => number >= wanted) ?? allowed.at(-1);
}

interface Mixing {
  readonly mixed: number;
  readonly asked: number | undefined;
  readonly leavesOutBass: true | undefined;
}

function warnOfMixing(stream: Stream, { mixed, asked, leavesOutBass }: Mixing, { step, builder }: Task): void {
  const found = stream.channels ?? mixed;
  if (mixed >= found || (asked !== undefined && asked <= mixed)) return;
  const { name } = formatOf(step.to);
  const reason = leavesOutBass
    ? `the channel of low frequencies is left out, which the encoder of ${name} here would damage.`
    : `${name} holds no more.`;
  builder.warnings.push({
    code: 'feature_dropped',
    message: `The ${found} audio channels were mixed down to ${mixed}: ${reason}`,
    details: { found, limit: mixed },
  });
}

/** Small packets: a muxer that puts the audio of each frame beside it must have it when the next frame comes. */
function inSteps(rate: number | undefined): string[] {
  const resampled = rate === undefined ? 'aresample' : `aresample=${rate}`;
  const options = 'async=1:first_pts=0';
  return [`${resampled}${rate === undefined ? '=' : ':'}${options}`, 'asetnsamples=n=480:p=0'];
}
