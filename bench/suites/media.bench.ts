import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createEngine, formatOf } from '../../engine/index.ts';
import { loadFFmpegClass } from '../../test/support/ffmpeg-class/load.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench } from '../file-bench.ts';
import type { BenchInput } from '../inputs/index.ts';
import { MediaInputs } from '../inputs/media.ts';
import { runNative } from '../native-process.ts';
import { ffmpeg, ffmpegArgumentsFrom, ONE_THREAD } from '../peers/ffmpeg.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { Figure } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { MEDIA_CASES, type MediaCase } from './media-cases.ts';
import { measureMemory, measureParts, measureStop } from './media-figures.ts';

/** The official class has no version of its own: its core is ours. */
const CLASS_NAME = 'class FFmpeg of @ffmpeg/ffmpeg';

/**
 * Conversions of audio and video in turns with native FFmpeg on one thread, started again for every file, and with the
 * official class on the same core, which stays loaded.
 */
export async function runMediaSuite(context: SuiteContext): Promise<SuiteContent> {
  const native = await ffmpeg.find();
  if (!native) return { skipped: [{ work: 'media', reason: 'FFmpeg, which makes the inputs, is not installed' }] };
  const inputs = new MediaInputs(context.directory, native);
  const { comparisons, skipped } = await compareAll(context, inputs, native);
  const figures: Figure[] = [
    ...(await measureParts(context, inputs)),
    ...(await measureStop(context, inputs)),
    ...(await measureMemory(context, inputs)),
  ];
  return { comparisons, figures, skipped };
}

async function compareAll(
  context: SuiteContext,
  inputs: MediaInputs,
  native: InstalledPeer,
): Promise<Pick<FileBench, 'comparisons' | 'skipped'>> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using bench = await FileBench.open(engine, context);
  for (const mediaCase of MEDIA_CASES) {
    const { source, work, perTurn, rounds } = mediaCase;
    const input = await ('video' in source
      ? inputs.video(source.video, source.format)
      : inputs.audio(source.audio, source.format));
    const official = mediaCase.official && (await OfficialClass.start(mediaCase, input));
    try {
      const rivals = [throughNative(native, mediaCase, input), ...(official ? [official] : [])];
      await bench.compare({ work, input, conversion: mediaCase, rivals, perTurn, rounds });
    } finally {
      if (official) official.end();
    }
  }
  return bench;
}

function fileNameOf({ path }: BenchInput, { to }: MediaCase): string {
  return `${basename(path, extname(path))}.${formatOf(to).extensions[0]}`;
}

function throughNative({ name, version, program }: InstalledPeer, mediaCase: MediaCase, input: BenchInput): Contender {
  const { native, target } = mediaCase;
  return {
    name: `${name} (one thread)`,
    version,
    wanted: 1 / target,
    convert: async (outDir) => {
      const path = join(outDir, fileNameOf(input, mediaCase));
      const source = { path: input.path, settings: ONE_THREAD.ofInput };
      const args = ffmpegArgumentsFrom(source, path, [...ONE_THREAD.ofOutput, ...native]);
      return { sample: await runNative([program, ...args], { timeoutMs: TIMEOUT_MS }), path };
    },
  };
}

/** The official class, loaded once for all turns. Its thread is one of this process, measured as ours are. */
class OfficialClass implements Contender {
  readonly name = CLASS_NAME;
  readonly version = '0.12';
  readonly #ffmpeg: Awaited<ReturnType<typeof loadFFmpegClass>>;
  readonly #case: MediaCase;
  readonly #input: BenchInput;

  private constructor(loaded: Awaited<ReturnType<typeof loadFFmpegClass>>, mediaCase: MediaCase, input: BenchInput) {
    this.#ffmpeg = loaded;
    this.#case = mediaCase;
    this.#input = input;
  }

  static async start(mediaCase: MediaCase, input: BenchInput): Promise<OfficialClass> {
    return new OfficialClass(await loadFFmpegClass(), mediaCase, input);
  }

  readonly convert: Contender['convert'] = async () => {
    const [source, result] = [basename(this.#input.path), `result.${formatOf(this.#case.to).extensions[0]}`];
    await this.#ffmpeg.writeFile(source, new Uint8Array(await readFile(this.#input.path)));
    const exitCode = await this.#ffmpeg.exec(['-i', source, ...this.#case.native, result]);
    if (exitCode !== 0) throw new Error(`exit code ${exitCode}`);
    await this.#ffmpeg.readFile(result);
    await this.#ffmpeg.deleteFile(result);
    return {};
  };

  end(): void {
    this.#ffmpeg.terminate();
  }
}
