import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Codec, Step, RunContext, Runner, Warning } from '../../engine/contract/codec.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import { formatOf } from '../../engine/formats/index.ts';
import type { OptionValues } from '../../engine/formats/options.ts';
import type { Artifact } from '../../engine/contract/artifact.ts';
import { DEFAULT_LIMITS, type Limits } from '../../engine/contract/limits.ts';
import { ModuleCache } from '../../engine/pool/modules.ts';
import type { ArchiveFacts, Facts, Thumbnail } from '../../engine/contract/facts.ts';
import type { Moment, Sample } from '../../engine/contract/samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface RunnerBench extends AsyncDisposable {
  readonly runner: Runner;
  readonly warnings: Warning[];
  /** What `convert` showed of its sources. */
  readonly shown: Thumbnail[];
  /** What `convert` found in archives. */
  readonly listed: ArchiveFacts[];
  convert(
    input: Uint8Array | string,
    from: FormatId,
    to: FormatId,
    edge: string,
    options?: OptionValues,
  ): Promise<Uint8Array[]>;
  inspect(
    input: Uint8Array | string,
    format: FormatId,
    effort?: 'probe' | 'quick' | 'full',
    password?: string,
    beside?: ReadonlyMap<string, Uint8Array>,
  ): Promise<Facts>;
  sample(
    input: Uint8Array | string,
    format: FormatId,
    moments: readonly Moment[],
    audioTracks?: number,
  ): Promise<readonly Sample[]>;
  warm(): Promise<void>;
}

/** What is compiled is shared by the test files that a process runs, with the machine code that V8 made of it. */
const compiled = new ModuleCache();

/** Runs a codec's runner in the test's own thread, without pool and seal: for unit tests of one codec. */
export async function startRunner(codec: Codec, limits: Partial<Limits> = {}): Promise<RunnerBench> {
  const scratch = await temporaryDirectory();
  const { [codec.id]: modules = {} } = await compiled.modulesOf([codec]);
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  const { default: create } = await codec.load();
  const runner = await create({ modules, limits: allLimits });
  const warnings: Warning[] = [];
  const shown: Thumbnail[] = [];
  const listed: ArchiveFacts[] = [];
  const context: RunContext = {
    ...createContext(scratch.path, allLimits, warnings, shown),
    list: (archive) => void listed.push(archive),
  };
  const artifactOf = (input: Uint8Array | string, format: FormatId): Artifact => {
    const name = `input.${formatOf(format).extensions[0]}`;
    return typeof input === 'string'
      ? { name, format, path: input, size: readFileSync(input).byteLength }
      : { name, format, bytes: input };
  };
  return {
    runner,
    warnings,
    shown,
    listed,
    async convert(input, from, to, edge, options = {}) {
      const step: Step = { codec: codec.id, edge, from, to, options };
      const outputs = await runner.convert!([artifactOf(input, from)], step, context);
      return outputs.map((output) => context.bytes(output));
    },
    async inspect(input, format, effort = 'quick', password, beside) {
      return runner.inspect!(
        { ...artifactOf(input, format), ...(beside && { beside }) },
        { effort, password },
        context,
      );
    },
    async sample(input, format, moments, audioTracks = 1) {
      return runner.sample!(artifactOf(input, format), { moments, audioTracks }, context);
    },
    async warm() {
      await runner.warm?.(context);
    },
    async [Symbol.asyncDispose]() {
      await runner.dispose?.();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

function createContext(directory: string, limits: Limits, warnings: Warning[], shown: Thumbnail[]): RunContext {
  let created = 0;
  return {
    limits,
    signal: new AbortController().signal,
    bytes(artifact) {
      if ('bytes' in artifact) return artifact.bytes;
      if ('path' in artifact) return readFileSync(artifact.path);
      throw new Error('a model has no bytes');
    },
    open(artifact) {
      const bytes = this.bytes(artifact);
      return {
        size: bytes.byteLength,
        read(target, position) {
          const part = bytes.subarray(position, position + target.byteLength);
          target.set(part);
          return part.byteLength;
        },
      };
    },
    create(name, format) {
      const path = join(directory, `${created++}-${name}`);
      const descriptor = openSync(path, 'wx+', 0o600);
      return {
        get size() {
          return fstatSync(descriptor).size;
        },
        write: (bytes, position) => void writeSync(descriptor, bytes, 0, bytes.byteLength, position),
        read: (target, position) => readSync(descriptor, target, 0, target.byteLength, position),
        truncate: (size) => ftruncateSync(descriptor, size),
        finish() {
          const { size } = fstatSync(descriptor);
          closeSync(descriptor);
          return { name, format, path, size };
        },
      };
    },
    progress() {},
    warn: (warning) => void warnings.push(warning),
    preview: (thumbnails) => void shown.push(...thumbnails),
  };
}

/** The first edge of a codec that goes from one format to the other. */
export function edgeBetween({ edges }: Codec, from: FormatId, to: FormatId): string {
  return edges.find((edge) => edge.from.includes(from) && edge.to.includes(to))!.name;
}
