import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CORPUS } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/subtitles/codec.ts';
import { Notes } from '../../../engine/content/cues/notes.ts';
import { READERS, type ReadFormat } from '../../../engine/content/cues/read.ts';
import { WRITERS, type WrittenFormat } from '../../../engine/content/cues/write.ts';
import { ConversionError } from '../../../engine/contract/errors.ts';
import { textOfCue, type CueSheet } from '../../../engine/content/cues/model.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { assertProperty } from '../../support/property.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(() => {
  bench.warnings.length = 0;
});

function read(format: ReadFormat, source: string): CueSheet {
  return READERS[format](source, new Notes(), { fps: 25 });
}

function write(format: WrittenFormat, sheet: CueSheet): string {
  return WRITERS[format](sheet, new Notes(), {});
}

/** Times and texts, one line a cue. */
function linesOf({ cues }: CueSheet): string[] {
  return cues.map((cue) => `${cue.startMs}-${cue.endMs} ${textOfCue(cue).replaceAll('\n', '|')}`);
}

describe('SubRip', () => {
  it('forgives wrong numbers, old line ends, stray spaces, and empty lines in the text', () => {
    const source =
      '7\r\n 00:00:01,5 --> 00:00:02.25 X1:10\r\nOne\r\n\r\nmore\r\n\r\n99\r\n0:00:03,000 -> 0:00:04,000\r\nTwo';
    expect(linesOf(read('srt', source))).toEqual(['1500-2250 One||more', '3000-4000 Two']);
  });

  it('sorts, and leaves out what has no time or no text', () => {
    const source =
      '1\n00:00:05,000 --> 00:00:06,000\nLate\n\n2\n00:00:01,000 --> 00:00:02,000\nEarly\n\n3\n00:00:03,000 --> 00:00:03,000\nNever\n\n4\n00:00:03,000 --> 00:00:04,000\n \n';
    expect(linesOf(read('srt', source))).toEqual(['1000-2000 Early', '5000-6000 Late']);
  });
});

describe('WebVTT', () => {
  it('begins a cue at each line of times, also without an empty line before it', () => {
    const source =
      'WEBVTT\n00:01.000 --> 00:02.000\nOne\n00:03.000 --> 00:04.000\nTwo\n\n00:05.000 --> 00:06.000\n00:07.000 --> 00:08.000\nThree\n';
    expect(linesOf(read('vtt', source))).toEqual(['1000-2000 One', '3000-4000 Two', '7000-8000 Three']);
  });
});

describe('timed text', () => {
  it.each([
    ['1h', 3_600_000],
    ['90m', 5_400_000],
    ['250ms', 250],
    ['50f', 2000],
    ['20t', 2000],
    ['3:58.640', 238_640],
    ['00:00:02:12', 2480],
    ['00:00:01,5', 1500],
    ['7.25', 7250],
  ])('reads the time %s', (expression, ms) => {
    const source = `<tt xmlns:ttp="p" ttp:frameRate="25" ttp:tickRate="10"><body><p begin="${expression}" dur="1s">x</p></body></tt>`;
    expect(linesOf(read('ttml', source))).toEqual([`${ms}-${ms + 1000} x`]);
  });

  it('lets no time of a child go beyond its parent', () => {
    const source = '<tt><body end="4s"><div begin="1s"><p begin="1s" end="10s">x</p></div></body></tt>';
    expect(linesOf(read('ttml', source))).toEqual(['2000-4000 x']);
  });

  it('refuses declarations of entities', async () => {
    const source =
      '<!DOCTYPE tt [<!ENTITY a SYSTEM "file:///etc/passwd">]><tt><body><p begin="1s" end="2s">&a;</p></body></tt>';
    await expect(bench.convert(Buffer.from(source), 'ttml', 'srt', 'cues')).rejects.toMatchObject({
      code: 'input_corrupt',
    });
  });
});

describe('MicroDVD', () => {
  it('asks for the rate when the file does not say it', async () => {
    const source = Buffer.from('{25}{50}Frames');
    await expect(bench.convert(source, 'sub', 'srt', 'cues')).rejects.toMatchObject({
      code: 'invalid_options',
      details: { option: 'fps' },
    });
    const [output] = await bench.convert(source, 'sub', 'srt', 'cues', { fps: 12.5 });
    expect(Buffer.from(output!).toString()).toContain('00:00:02,000 --> 00:00:04,000\nFrames');
  });

  it('knows what is said without the rate', async () => {
    const facts = await bench.inspect(Buffer.from('{25}{50}Frames'), 'sub');
    expect(facts.cues).toMatchObject({ count: 1 });
    expect(facts.cues!.startsMs).toBeUndefined();
    expect(facts.document!.text).toBe('Frames');
  });
});

describe('closed captions', () => {
  it('counts drop-frame time in frames of 1001/30 ms', () => {
    const cueAt = (time: string): CueSheet => read('scc', `Scenarist_SCC V1.0\n\n${time}\t942f 942f\n`);
    const shown = (time: string): CueSheet =>
      read('scc', `${time}\t9420 9420 9470 9470 c1c1 942f\n\n00:20:00;00\t942c\n`);
    expect(cueAt('00:00:01:00').cues).toEqual([]);
    // Ten minutes of drop-frame time are 17,982 frames.
    expect(shown('00:10:00;00').cues[0]!.startMs).toBe(Math.round(((17_982 + 5) * 1001) / 30));
    expect(shown('00:10:00:00').cues[0]!.startMs).toBe(Math.round(((18_000 + 5) * 1001) / 30));
  });
});

describe('the codec', () => {
  it('reads old code pages, says so, and obeys whoever knows better', async () => {
    const source = Buffer.concat([
      Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'),
      Buffer.from('cfe5f7fc20e2f1e5e3e4e020f2b8efebe0ff2e20cef220eae0ea20fdf2ee20e1fbebee2e', 'hex'),
    ]);
    const [assumed] = await bench.convert(source, 'srt', 'vtt', 'cues');
    expect(Buffer.from(assumed!).toString()).toContain('Печь всегда тёплая.');
    expect(bench.warnings).toMatchObject([{ code: 'encoding_assumed', details: { encoding: 'windows-1251' } }]);
    const [told] = await bench.convert(source, 'srt', 'vtt', 'cues', { encoding: 'windows-1252' });
    expect(Buffer.from(told!).toString()).toContain('Ïå÷ü');
  });

  it.each(['srt', 'vtt', 'ass', 'sbv', 'lrc', 'sub', 'scc', 'smi'] as const)(
    'names what is no %s at all',
    async (format) => {
      const nothing = Buffer.from('Nothing of the kind stands here.\n');
      await expect(bench.convert(nothing, format, format === 'srt' ? 'vtt' : 'srt', 'cues')).rejects.toMatchObject({
        code: 'input_corrupt',
      });
    },
  );

  it('refuses an empty file', async () => {
    await expect(bench.convert(new Uint8Array(0), 'srt', 'vtt', 'cues')).rejects.toMatchObject({ code: 'empty_file' });
  });

  it('tells what was dropped', async () => {
    const source = readFileSync(join(CORPUS, 'sources/ass/styles-overrides-drawing.ass'));
    await bench.convert(source, 'ass', 'sbv', 'cues');
    expect(bench.warnings.map(({ code }) => code).sort()).toEqual([
      'feature_dropped',
      'feature_dropped',
      'feature_dropped',
      'feature_dropped',
      'feature_dropped',
      'picture_dropped',
    ]);
  });
});

const text = fc
  .stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} ,.!?'"&;()-]{0,30}[\p{L}\p{N}]$/u)
  .map((each) => each.replaceAll(/\s+/g, ' '))
  .filter((each) => each.trim() === each);
const look = fc.record(
  { bold: fc.constant(true), italic: fc.constant(true), underline: fc.constant(true), colour: fc.constant('#12ab9f') },
  { requiredKeys: [] },
);
const sheets = fc
  .array(
    fc.record({
      lines: fc.array(fc.record({ text, look }), { minLength: 1, maxLength: 3 }),
      length: fc.integer({ min: 20, max: 400 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((cues): CueSheet => {
    let start = 0;
    const timed = cues.map(({ lines, length }) => {
      const startMs = (start += 40);
      const endMs = (start += length * 40);
      return { startMs, endMs, lines: lines.map((line) => [{ ...line.look, text: line.text }]) };
    });
    return { cues: timed, styles: [], metadata: {} };
  });

describe('what is written and read again', () => {
  it.each(['srt', 'vtt', 'ass', 'ssa', 'ttml', 'sub'] as const)('is the same in %s, looks included', (format) => {
    assertProperty(
      fc.property(sheets, (sheet) => {
        const again = read(format, write(format, sheet));
        expect(linesOf(again)).toEqual(linesOf(sheet));
        expect(again.cues.map(({ lines }) => lines)).toEqual(sheet.cues.map(({ lines }) => lines));
      }),
      { numRuns: 60 },
    );
  });

  it.each(['sbv', 'lrc'] as const)('has the same text and times in %s', (format) => {
    assertProperty(
      fc.property(sheets, (sheet) => {
        const joined = (lines: string[]): string[] => lines.map((line) => line.replaceAll('|', ' '));
        expect(joined(linesOf(read(format, write(format, sheet))))).toEqual(joined(linesOf(sheet)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('hostile text', () => {
  const samples = Object.keys(READERS).map((format) => {
    const folder = join(CORPUS, 'sources', format);
    return [format as ReadFormat, readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8')] as const;
  });

  it.each(samples)('is read or refused by name: %s', (format, sample) => {
    const mutation = fc.record({
      at: fc.nat(sample.length),
      cut: fc.nat(40),
      insert: fc.string({ unit: 'binary', maxLength: 12 }),
    });
    assertProperty(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 8 }), (mutations) => {
        const mutated = mutations.reduce(
          (source, { at, cut, insert }) => source.slice(0, at) + insert + source.slice(at + cut),
          sample,
        );
        try {
          for (const cue of read(format, mutated).cues) expect(cue.endMs).toBeGreaterThan(cue.startMs);
        } catch (error) {
          if (!(error instanceof ConversionError)) throw error;
        }
      }),
      { numRuns: 150 },
    );
  });

  it('takes time in proportion to its length', { timeout: 20_000 }, () => {
    const patterns = [
      '{',
      '<',
      '<b>',
      '&',
      '{\\',
      '\\N',
      '[00:01',
      '{1}{',
      '<sync start=1',
      '00:00:01,000 --> ',
      '<p ',
      '::cue(',
    ];
    for (const format of Object.keys(READERS) as ReadFormat[]) {
      for (const pattern of patterns) {
        try {
          read(format, pattern.repeat(20_000));
        } catch (error) {
          if (!(error instanceof ConversionError)) throw error;
        }
      }
    }
  });
});

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

describe.runIf(hasFfmpeg)('FFmpeg', () => {
  it.each(['srt', 'vtt', 'ass', 'lrc', 'sub'] as const)('reads what was made of %s as it was meant', (format) => {
    const folder = join(CORPUS, 'sources', format);
    const path = join(folder, readdirSync(folder)[0]!);
    const sheet = read(format, readFileSync(path, 'utf8'));
    const written = write('srt', sheet);
    const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-f', 'srt', '-i', '-', '-f', 'srt', '-'], {
      input: written,
      encoding: 'utf8',
    });
    expect(linesOf(read('srt', stdout))).toEqual(linesOf(read('srt', written)));
  });
});

describe.runIf(hasCorpora)('real files', () => {
  const files = readdirSync(join(CORPORA, 'subtitle'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:srt|vtt|ass|ttml)$/.test(path),
  );

  it.each(files)('%s is read or refused by name', async (path) => {
    const format = /\w+$/.exec(path)![0] as ReadFormat;
    const source = readFileSync(join(CORPORA, 'subtitle', path));
    const outcome = await bench.convert(source, format, format === 'srt' ? 'vtt' : 'srt', 'cues').then(
      ([output]) => output!.byteLength,
      (error: unknown) => (error instanceof ConversionError ? error.code : String(error)),
    );
    expect(outcome === 'input_corrupt' || Number(outcome) > 0).toBe(true);
  });

  it('agrees with the reference beside the sample', () => {
    const folder = join(CORPORA, 'subtitle/pysubs2');
    for (const name of ['ttml_example', 'ttml_example_apple']) {
      const [ours, theirs] = (['ttml', 'ass'] as const).map((format) =>
        read(format, readFileSync(join(folder, `${name}.${format}`), 'utf8')),
      );
      const words = (sheet: CueSheet): string[] => sheet.cues.map((cue) => textOfCue(cue).replaceAll(/\s/g, ''));
      expect(words(ours!)).toEqual(words(theirs!));
      for (const [index, cue] of ours!.cues.entries())
        expect(Math.abs(cue.startMs - theirs!.cues[index]!.startMs)).toBeLessThan(11);
    }
  });
});
