import { basename, dirname, extname, join, parse } from 'node:path';
import { formatOf, nearestFormats, resolveFormat, type FormatId } from '../index.ts';
import { STANDARD_STREAM } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** One input and where its result goes. */
export interface Target {
  readonly input: string;
  /** A path, or `-` for standard output. */
  readonly output: string;
  readonly to: FormatId;
}

interface TargetRequest {
  /** As on the command line, patterns expanded. */
  readonly files: readonly string[];
  readonly to?: string;
  readonly outDir?: string;
  /** Subfolders that files have in the results as in the folder where they were found. */
  readonly subfolders?: ReadonlyMap<string, string>;
}

/**
 * Which inputs become which outputs. Two files without `--out-dir` are an input and its output unless the second one
 * exists and `--to` makes it look like another input. `exists` tells files that are there. Throws a UsageError.
 */
export function planTargets(
  { files, to, outDir, subfolders }: TargetRequest,
  exists: (path: string) => boolean,
): Target[] {
  const [input, second] = files;
  if (input === undefined) throw new UsageError('Expected an input file.');
  const isBatch = subfolders !== undefined && subfolders.size > 0;
  if (files.length === 2 && second !== undefined && outDir === undefined && !isBatch && isOutput(second, to, exists))
    return [{ input, output: second, to: targetFormat(to, second) }];
  if (to === undefined) throw new UsageError('Expected --to FORMAT with several inputs.');
  const format = requireTarget(to);
  const targets = files.map((file) => ({ input: file, output: outputFor(file, format, folderFor(file)), to: format }));
  refuseCollisions(targets);
  return targets;

  function folderFor(file: string): string | undefined {
    return outDir === undefined ? undefined : join(outDir, subfolders?.get(file) ?? '');
  }
}

function isOutput(second: string, to: string | undefined, exists: (path: string) => boolean): boolean {
  if (to === undefined || second === STANDARD_STREAM || !exists(second)) return true;
  if (resolveFormat(extname(second)) !== resolveFormat(to)) return false;
  throw new UsageError(`${second} exists and could be the output or another input. Leave out --to, or add --out-dir.`);
}

/** The format that `--to` names, or the output's own extension. */
export function targetFormat(to: string | undefined, output: string): FormatId {
  if (to !== undefined) return requireTarget(to);
  if (output === STANDARD_STREAM) throw new UsageError('Expected --to FORMAT with standard output.');
  const extension = extensionOf(output);
  if (extension === '') throw new UsageError(`Expected --to FORMAT, as ${output} has no extension.`);
  return requireTarget(extension);
}

/** `tar.gz` where that is a format of its own, else the last part. */
function extensionOf(path: string): string {
  const parts = basename(path).split('.').slice(1);
  const double = parts.slice(-2).join('.');
  return parts.length >= 2 && resolveFormat(double) !== undefined ? double : (parts.at(-1) ?? '');
}

/** The format of a name. Throws a UsageError that names similar ones. */
export function requireTarget(name: string): FormatId {
  const format = resolveFormat(name);
  if (format !== undefined) return format;
  const nearest = nearestFormats(name);
  const advice = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'See athanor formats.';
  throw new UsageError(`There is no format ${name}. ${advice}`, 'unknown_target_format');
}

/** Beside the input, or in `outDir`. A file that keeps its format keeps its extension (`x.jpeg`). */
export function outputFor(input: string, to: FormatId, outDir: string | undefined): string {
  if (input === STANDARD_STREAM && outDir === undefined) return STANDARD_STREAM;
  const extension = extensionOf(input);
  const stem = extension.includes('.') ? basename(input, `.${extension}`) : parse(input).name;
  const kept = resolveFormat(extension) === to ? extension : formatOf(to).extensions[0];
  const name = `${input === STANDARD_STREAM ? 'output' : stem}.${kept}`;
  return join(outDir ?? dirname(input), name);
}

function refuseCollisions(targets: readonly Target[]): void {
  const byOutput = new Map<string, string>();
  for (const { input, output } of targets) {
    const other = byOutput.get(output);
    if (other !== undefined)
      throw new UsageError(`${other} and ${input} would both become ${output}. Convert them one by one.`);
    byOutput.set(output, input);
  }
}

/** Where each of several results goes: `out.png` becomes `out-1.png`, `out-2.png` and so on. */
export function numberedOutputs(output: string, count: number): string[] {
  if (count === 1) return [output];
  const extension = extensionOf(output);
  const stem = extension === '' ? output : output.slice(0, -extension.length - 1);
  const suffix = extension === '' ? '' : `.${extension}`;
  return Array.from({ length: count }, (_, index) => `${stem}-${index + 1}${suffix}`);
}
