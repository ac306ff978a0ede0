import type { InputFile, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { guardedInput } from './containers.ts';
import { decodable } from './decodable.ts';
import { playsOf } from './loops.ts';
import type { Probe } from './probe.ts';
import type { Recipe } from './recipe.ts';
import { JOB } from './session.ts';

/** What an instance is fed with: one file as a rule, several that are joined at times. */
export interface Input {
  /** What an error is about. */
  readonly format: FormatId;
  /** Bytes of all files. */
  readonly size: number;
  /** By their names in the job's directory. */
  readonly files: Readonly<Record<string, InputFile>>;
  /** Texts that the arguments name, by their paths. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** How often an animated source plays, 0 for ever. */
  readonly plays?: number;
  /** The arguments of the inputs, those of a recipe among them. */
  readonly inputs: (recipe: readonly string[]) => readonly string[];
  /** What is known of it; a single file is asked. */
  readonly probe?: Probe;
  /** Arguments of a further input that has the video's frames, when they are encoded already. */
  readonly frames?: readonly string[];
  /** Makes the streams of the probe out of the inputs: their names are `[stream0]`, `[stream1]`. */
  readonly graph?: string;
}

/** A file as it is, under a name of its own where there are several. */
export function fileInput(
  { format }: Pick<Artifact, 'format'>,
  source: InputFile,
  { limits }: RunContext,
  name = 'input',
): Input {
  const file = decodable(format, source, limits);
  const guarded = guardedInput(format, file, limits);
  return {
    format,
    size: file.size,
    files: { [name]: file },
    plays: playsOf(file, format),
    inputs: (recipe) => [...guarded, ...recipe, '-i', `${JOB}/${name}`],
  };
}

/** The arguments of a recipe's output when a graph makes its streams: FFmpeg takes filters of such only in the graph. */
export function outputOf({ output }: Recipe, { graph, probe }: Input): readonly string[] {
  if (graph === undefined) return output;
  const chains = [graph];
  const args: string[] = [];
  for (let at = 0; at < output.length; at += 2) {
    const [name, value] = output.slice(at, at + 2) as [string, string];
    if (name.startsWith('-filter:')) continue;
    if (name !== '-map') {
      args.push(name, value);
      continue;
    }
    const taken = chains.length - 1;
    const stream = Number(value.split(':')[1]);
    const nothing = probe!.streams[stream]!.kind === 'audio' ? 'anull' : 'null';
    chains.push(`[stream${stream}]${filterOf(output, taken) ?? nothing}[out${taken}]`);
    args.push(name, `[out${taken}]`);
  }
  return ['-filter_complex', chains.join(';'), ...args];
}

/** Frames made of a video have one stream, whose filters go by its kind. */
function filterOf(output: readonly string[], stream: number): string | undefined {
  const at = output.findIndex((arg) => arg === `-filter:${stream}` || arg === '-filter:v');
  return at < 0 ? undefined : output[at + 1];
}
