import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import { cueArgs, cuesWithin } from '../../../engine/codecs/ffmpeg/trimmed-cues.ts';
import subtitles from '../../../engine/codecs/subtitles/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const TWO_LANGUAGES = 'mov/two-subtitle-languages.mov';

let ffmpeg: RunnerBench;
let reader: RunnerBench;
const engine = sharedEngine();
beforeAll(async () => {
  ffmpeg = await startRunner(codec);
  reader = await startRunner(subtitles);
});
afterAll(async () => {
  await ffmpeg[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  ffmpeg.warnings.length = 0;
});

async function extract(source: string, to: FormatId, options: OptionValues = {}): Promise<Buffer> {
  const from = source.slice(0, source.indexOf('/')) as FormatId;
  const [output] = await ffmpeg.convert(join(SOURCES, source), from, to, 'subtitle-track', options);
  return Buffer.from(output!);
}

describe('the subtitles of a film', () => {
  const sources = ['mkv/h264-aac-subtitles.mkv', 'mp4/h264-aac-subtitles.mp4', TWO_LANGUAGES, 'webm/vp8-webvtt.webm'];

  it.each(sources.flatMap((source) => (['srt', 'vtt', 'ass'] as const).map((to) => [source, to] as const)))(
    '%s to %s keeps every cue and its times',
    async (source, to) => {
      const facts = await reader.inspect(await extract(source, to), to);
      expect(facts.document!.text).toBe('First cue\nSecond cue');
      // The MKV begins with the priming of its sound, and its images and cues come 23 ms later.
      for (const [at, startMs] of [100, 600].entries()) {
        expect(facts.cues!.startsMs![at]).toBeGreaterThanOrEqual(startMs);
        expect(facts.cues!.startsMs![at]).toBeLessThan(startMs + 25);
        expect(facts.cues!.endsMs![at]! - facts.cues!.startsMs![at]!).toBe([400, 300][at]);
      }
    },
  );

  it('are as many as the track has packets', async () => {
    const source = join(SOURCES, 'mkv/h264-aac-subtitles.mkv');
    const { media } = await ffmpeg.inspect(source, 'mkv', 'full');
    const track = media!.tracks.find(({ kind }) => kind === 'subtitle')!;
    expect((await reader.inspect(await extract('mkv/h264-aac-subtitles.mkv', 'srt'), 'srt')).cues!.count).toBe(
      track.packets,
    );
  });

  it('keep their styles in ASS, and what SubRip can say of them', async () => {
    const ass = (await extract('mkv/h264-ass-styles.mkv', 'ass')).toString();
    expect(ass).toContain('Style: Loud,Arial,20,&H000000FF');
    expect(ass).toContain('Red {\\i1}and{\\i0} bold');
    const srt = (await extract('mkv/h264-ass-styles.mkv', 'srt')).toString();
    expect(srt).toContain('<i>and</i>');
    expect(srt).toContain('#ff0000');
  });

  it('are taken in the language asked for, whatever code names it', async () => {
    for (const language of ['deu', 'ger', 'de', 'de-AT'])
      expect((await extract(TWO_LANGUAGES, 'srt', { language })).toString(), language).toContain('Erster Untertitel');
    expect(ffmpeg.warnings[0]).toMatchObject({ code: 'track_dropped', details: { found: 2 } });
    const refusal = { code: 'invalid_options', details: { option: 'language', known: ['eng', 'ger'] } };
    await expect(extract(TWO_LANGUAGES, 'srt', { language: 'fr' })).rejects.toMatchObject(refusal);
  });

  it.each(['mkv', 'webm', 'mp4'] as const)('of a part are cut to it, and delay nothing else, in %s', async (to) => {
    const part = { start: 0.3, duration: 0.4 };
    const [video] = await ffmpeg.convert(join(SOURCES, 'mp4/h264-aac-subtitles.mp4'), 'mp4', to, 'video', part);
    const [subRip] = await ffmpeg.convert(video!, to, 'srt', 'subtitle-track');
    const { cues, document } = await reader.inspect(Buffer.from(subRip!), 'srt');
    expect(document!.text).toBe('First cue\nSecond cue');
    // Of 0.1 to 0.5 s and 0.6 to 0.9 s; priming of the audio comes before.
    for (const [at, [startMs, endMs]] of [[0, 200] as const, [300, 400] as const].entries()) {
      expect(cues!.startsMs![at]! - startMs).toBeGreaterThanOrEqual(0);
      expect(cues!.startsMs![at]! - startMs).toBeLessThan(31);
      expect(Math.abs(cues!.endsMs![at]! - endMs)).toBeLessThan(31);
    }
    const { media } = await ffmpeg.inspect(video!, to, 'full');
    expect(media!.durationMs).toBeLessThan(480);
    expect(media!.tracks.find(({ kind }) => kind === 'subtitle')).toMatchObject({ language: 'eng' });
  });

  it('of a part are those that are shown in it', () => {
    const track = { stream: 2, start: 40, duration: 10 };
    expect(cueArgs(track)).toMatchObject({ input: ['-ss', '10'] });
    const subRip = [
      ...['1', '01:00:20,000 --> 01:00:29,000', 'Before', ''],
      ...['2', '01:00:28,000 --> 01:00:32,500', 'Shown', '', 'after a gap', ''],
      ...['3', '01:00:39,000 --> 01:00:45,000', '7', ''],
      ...['4', '01:00:41,000 --> 01:00:45,000', 'Behind', ''],
    ].join('\n');
    expect(cuesWithin(subRip, track)).toBe(
      '1\n00:00:00,000 --> 00:00:02,500\nShown\n\nafter a gap\n\n2\n00:00:09,000 --> 00:00:10,000\n7\n\n',
    );
  });

  it('become every format of subtitles, through the engine', async () => {
    const { artifacts, report } = await engine.convert(join(SOURCES, 'mkv/h264-ass-styles.mkv'), { to: 'ttml' });
    expect(Buffer.from('bytes' in artifacts[0]! ? artifacts[0].bytes : []).toString()).toContain('At the top');
    expect(report.lost).toEqual([]);
    expect(report.gone).toContain('video');
  });

  it.each([
    ['mp4/h264-aac-tags.mp4', 'no subtitles'],
    ['mkv/h264-picture-subtitles.mkv', 'are images'],
  ])('of %s are refused before anything runs', async (source, reason) => {
    const plan = engine.planFile(join(SOURCES, source), { to: 'srt' });
    await expect(plan).rejects.toMatchObject({
      code: 'unsupported_conversion',
      message: expect.stringContaining(reason),
    });
  });
});
