import type { Step, Warning } from '../../contract/codec.ts';
import type { Container } from './container.ts';
import type { StreamSettings } from './encoders.ts';
import type { FrameTiming } from './frame-timing.ts';
import { coloursOf } from './image-filters.ts';
import type { Stream } from './probe.ts';
import type { Rates } from './size-budget.ts';

/** What is to be made of the streams of one source. */
export interface Task {
  readonly step: Step;
  readonly container: Container;
  readonly trimmed: boolean;
  /** Seconds that the result will have. */
  readonly duration?: number;
  /** Seconds of the input that come before the part. */
  readonly lead: number;
  readonly builder: ArgBuilder;
  /** What each track may take, when the size of the file is bounded. */
  readonly rates?: Rates;
  /** The source is small enough to be copied. */
  readonly fits: boolean;
  /** The frames of the video are in the second input. */
  readonly frames?: readonly string[];
}

/** The output as it grows: FFmpeg counts its streams in the order of their maps. */
export class ArgBuilder {
  readonly args: string[] = [];
  readonly warnings: Warning[] = [];
  /** What becomes of the frames of the source. */
  frames: 'none' | 'copied' | 'encoded' = 'none';
  /** How the frames that are encoded are counted, where the container has no times for them. */
  counted: FrameTiming | undefined;
  /** The language of each stream that was taken. */
  readonly languages: (string | undefined)[] = [];

  /** Takes a stream of the source with the settings that it gets in the output. */
  map(stream: Stream, settings: StreamSettings): void {
    this.args.push('-map', `0:${stream.index}`, ...settingsOf(settings, this.#add(stream)));
    if (stream.kind !== 'video' && stream.kind !== 'cover') return;
    this.frames = settings['c'] === 'copy' && this.frames !== 'encoded' ? 'copied' : 'encoded';
  }

  /**
   * Takes the cues of a subtitle stream within a part from the input of this number. What FFmpeg would say of the
   * source's stream is not in that input.
   */
  mapCues(stream: Stream, input: number, codec: string): void {
    const { language, isDefault, marks, tags } = stream;
    const at = this.#add(stream);
    const disposition = [...(isDefault ? ['default'] : []), ...marks].join('+') || '0';
    this.args.push('-map', `${input}:0`, ...settingsOf({ c: codec, disposition }, at));
    const said = { ...(language && { language }), ...(tags.title && { title: tags.title }) };
    for (const [name, value] of Object.entries(said)) this.args.push(`-metadata:s:${at}`, `${name}=${value}`);
  }

  /** Takes the second input for the audio; it has no end of its own. */
  mapSilence(settings: StreamSettings): void {
    this.args.push('-map', '1:a', '-shortest', ...settingsOf(settings, this.#add({})));
  }

  /** Takes the frames of a stream from the second input, where they are encoded. */
  mapVideo(stream: Stream): void {
    const at = this.#add(stream);
    const settings = { c: 'copy', disposition: stream.isDefault ? 'default' : '0', ...coloursOf(stream) };
    this.args.push('-map', '1:0', ...settingsOf(settings, at));
  }

  /** Has players turn the stream that was taken last, clockwise by so many degrees. */
  noteRotation(degrees: number): void {
    // FFmpeg counts this tag counterclockwise when it writes it.
    this.args.push(`-metadata:s:${this.languages.length - 1}`, `rotate=${(360 - degrees) % 360}`);
  }

  /** Counts one more stream; returns its number. */
  #add({ language }: Pick<Stream, 'language'>): number {
    return this.languages.push(language) - 1;
  }
}

function settingsOf(settings: StreamSettings, stream: number): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`-${name}:${stream}`, String(value)]);
}
