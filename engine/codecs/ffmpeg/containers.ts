import type { InputFile } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import { AUDIO_CONTAINERS, AUDIO_DEMUXERS } from './audio-containers.ts';
import type { Container } from './container.ts';
import { VIDEO_CONTAINERS, VIDEO_DEMUXERS } from './video-containers.ts';

const CONTAINERS: Partial<Record<FormatId, Container>> = { ...AUDIO_CONTAINERS, ...VIDEO_CONTAINERS };

/** Formats that are only read here: old and rare ones, and images that are videos as well. */
const DEMUXERS: Partial<Record<FormatId, string>> = { ...AUDIO_DEMUXERS, ...VIDEO_DEMUXERS, apng: 'apng', gif: 'gif' };

/** Arguments for sources that leave out what a target needs: the times of frames, here. */
const SOURCE_ARGS: Partial<Record<FormatId, readonly string[]>> = { gxf: ['-fflags', '+genpts'] };

/** Formats whose first bytes ask for another demuxer than the usual one. */
const OTHER_DEMUXERS: Partial<Record<FormatId, { readonly head: string; readonly demuxer: string }>> = {
  // The eighth version of Musepack's stream has nothing in common with those before.
  mpc: { head: 'MPCK', demuxer: 'mpc8' },
  // Frames alone, without a stream around them: M1V and M2V.
  mpg: { head: '\x00\x00\x01\xb3', demuxer: 'mpegvideo' },
};

/**
 * Arguments that name the demuxer which must read a file of the format, whatever its content would like to be. `head`
 * are its first bytes.
 */
export function sourceArgs(format: FormatId, head: Uint8Array): string[] {
  const other = OTHER_DEMUXERS[format];
  const isOther = other && Buffer.from(head.subarray(0, other.head.length)).toString('latin1') === other.head;
  return [...(SOURCE_ARGS[format] ?? []), '-f', isOther ? other.demuxer : demuxerOf(format)];
}

/** First bytes of a source: they tell the versions of a format apart. */
const HEAD_BYTES = 16;

/**
 * Arguments for an input that may be hostile: the choice of demuxer and protocol is never left to the content, because
 * playlists would name other files and hosts.
 */
export function guardedInput(format: FormatId, file: InputFile, limits: Limits): string[] {
  const head = new Uint8Array(HEAD_BYTES);
  return [...guards(limits), ...sourceArgs(format, head.subarray(0, file.read(head, 0)))];
}

/** What every input gets, whatever demuxer reads it. */
export function guards({ pixels }: Limits): string[] {
  return ['-protocol_whitelist', 'file,crypto,data', '-max_pixels', String(pixels)];
}

/**
 * Arguments that keep FFmpeg from decoding the first frames of a source, only to know it better: what a plan needs of
 * them is in the container.
 */
export function undecoded(format: FormatId): readonly string[] {
  return CONTAINERS[format]?.demuxer === 'mov' ? ['-skip_frame:v', 'all'] : [];
}

/** The usual demuxer of a format. */
export function demuxerOf(format: FormatId): string {
  return DEMUXERS[format] ?? containerOf(format).demuxer;
}

export function containerOf(format: FormatId): Container {
  const container = CONTAINERS[format];
  if (!container) throw new Error(`The media codec has no row for ${format}.`);
  return container;
}
