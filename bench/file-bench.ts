import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../engine/index.ts';
import { CodecBench } from '../test/support/codec-bench.ts';
import { compareContenders, throughCodec, throughEngine, type Conversion, type Round } from './contenders.ts';
import type { InstalledPeer, NativePeer } from './peers/peer.ts';
import type { Comparison, Quality, Skipped } from './results.ts';
import type { SuiteContext } from './suite.ts';

/** One conversion from file to file, and who else does it. */
export interface FileBenchmark extends Pick<Round, 'work' | 'input' | 'rivals' | 'perTurn'> {
  readonly conversion: Conversion;
  /** Turns at most, where one takes long. */
  readonly rounds?: number;
}

/** Benchmarks over files, whose results are worth their size: ours through the engine, the codec alone, and the rivals. */
export class FileBench implements AsyncDisposable {
  readonly comparisons: Comparison[] = [];
  readonly skipped: Skipped[] = [];
  readonly #engine: Engine;
  readonly #context: SuiteContext;
  readonly #outputs: string;
  readonly #codecs = new CodecBench();

  private constructor(engine: Engine, context: SuiteContext, outputs: string) {
    this.#engine = engine;
    this.#context = context;
    this.#outputs = outputs;
  }

  /** The engine stays the caller's. */
  static async open(engine: Engine, context: SuiteContext): Promise<FileBench> {
    const outputs = join(context.directory, 'outputs');
    await mkdir(outputs);
    return new FileBench(engine, context, outputs);
  }

  /** The program, or nothing and a word about it where it is not installed. */
  async find(peer: NativePeer, work: string): Promise<InstalledPeer | undefined> {
    const installed = await peer.find();
    if (!installed) this.skipped.push({ work, reason: `${peer.name} is not installed` });
    return installed;
  }

  async compare({ conversion, rounds = Infinity, ...benchmark }: FileBenchmark): Promise<Comparison> {
    const round: Round = {
      ...benchmark,
      ours: throughEngine(this.#engine, conversion, benchmark.input, this.#context),
      codec: await throughCodec(this.#engine, this.#codecs, conversion, benchmark.input),
      rounds: Math.min(rounds, this.#context.rounds),
      outputs: this.#outputs,
      judge: sizeOfFile,
    };
    const comparison = await compareContenders(round, this.#context, this.skipped);
    this.comparisons.push(comparison);
    return comparison;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#codecs[Symbol.asyncDispose]();
  }
}

async function sizeOfFile(path: string): Promise<Quality> {
  return { bytes: (await stat(path)).size };
}
