import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  ConversionError,
  formatOf,
  type Artifact,
  type ConversionResult,
  type Engine,
  type Input,
} from '../../index.ts';
import {
  AgentError,
  asTextItself,
  INLINE_OUTPUT_BYTES,
  READING,
  TEXT_BYTES,
  textTooLong,
  type AgentBackend,
  type AgentControl,
  type AgentConversion,
  type AgentFile,
  type AgentMerge,
  type AgentOutput,
  type AgentResult,
} from '../../mcp/index.ts';
import { outputNames, pathOf } from '../commands/convert.ts';
import { publish, stageBeside, type Staging } from '../staging.ts';
import { Documents } from './documents.ts';
import type { GrantedFolders } from './granted-folders.ts';

interface TakenFile {
  readonly input: Input;
  readonly fileName: string;
}

/** The tools on the engine of this process: files by path in granted folders, or by content. */
export function localBackend(engine: Engine, granted: GrantedFolders): AgentBackend {
  const documents = new Documents();
  const hasFolders = granted.folders.length > 0;

  async function take(file: AgentFile): Promise<TakenFile> {
    if ('bytes' in file) return { input: file.bytes, fileName: basename(file.name) };
    if ('url' in file) throw new AgentError('invalid_file', 'Download the file first, and name it by its path.');
    const path = await granted.input(file.path);
    return { input: path, fileName: basename(path) };
  }

  type Run = (outDir: string) => Promise<ConversionResult>;

  async function run({ output, overwrite = false, inline = false }: AgentMerge | AgentConversion, convert: Run) {
    const target = output === undefined ? undefined : await granted.output(output, { overwrite });
    await using staging = await stageBeside(target ?? join(tmpdir(), 'output'));
    const result = await convert(staging.directory);
    const { artifacts } = result;
    const contents = inline || target === undefined ? await contentsOf(artifacts) : undefined;
    const names = target === undefined ? undefined : await place(artifacts, target, staging);
    const outputs = artifacts.map((artifact, index) => outputOf(artifact, contents?.[index], names?.[index]));
    return resultOf(result, outputs);

    async function place(from: readonly Artifact[], to: string, { fileMode }: Staging): Promise<readonly string[]> {
      const named = outputNames(from, to);
      // Of several results only the name of the first was asked for.
      for (const one of named) await granted.output(one, { overwrite });
      const moves = from.map((artifact, index) => [pathOf(artifact), named[index]!] as const);
      await publish(moves, fileMode);
      return named;
    }
  }

  /** Throws when the results are too large to be returned. */
  async function contentsOf(artifacts: readonly Artifact[]): Promise<readonly Uint8Array[]> {
    let sizeBytes = 0;
    for (const artifact of artifacts) sizeBytes += (await stat(pathOf(artifact))).size;
    if (sizeBytes > INLINE_OUTPUT_BYTES) {
      const how = hasFolders ? 'Repeat the call with `output`.' : 'Ask the user to grant a folder to this server.';
      const message = `The result has ${sizeBytes} bytes, and ${INLINE_OUTPUT_BYTES} can be returned. ${how}`;
      throw new AgentError('result_too_large', message);
    }
    return Promise.all(artifacts.map((artifact) => readFile(pathOf(artifact))));
  }

  return {
    catalogue: engine,
    takes: hasFolders ? 'path' : 'content',
    about: hasFolders
      ? `Files are named by path, in these folders: ${granted.folders.join(', ')}. Name an \`output\` there for large results.`
      : 'Files are sent as base64, and results returned in the same way.',

    async detect(file, signal) {
      const { input, fileName } = await take(file);
      return engine.detect(input, { fileName, signal });
    },

    async plan(file, request, signal) {
      const { input, fileName } = await take(file);
      return engine.planFile(input, { ...request, fileName, signal });
    },

    async convert(request, { signal, onProgress }) {
      const { to, from, options, allowLoss, verify, onDifference } = request;
      const { input, fileName } = await take(request.file);
      const asked = { to, from, options, allowLoss, verify, onDifference, fileName, signal, onProgress };
      return run(request, (outDir) => engine.convert(input, { ...asked, outDir }));
    },

    async merge(request, { signal, onProgress }) {
      const { to, options, verify, onDifference } = request;
      const taken: TakenFile[] = [];
      for (const file of request.files) taken.push(await take(file));
      const fileNames = taken.map(({ fileName }) => fileName);
      const asked = { to, options, verify, onDifference, fileNames, signal, onProgress };
      const inputs = taken.map(({ input }) => input);
      return run(request, (outDir) => engine.merge(inputs, { ...asked, outDir }));
    },

    async read({ file, from, document }, control) {
      if (document !== undefined) {
        const found = documents.find(document);
        if (found) return { ...found, document };
        throw new AgentError('not_found', 'This document is not kept any more. Read the file again.');
      }
      const taken = await take(file!);
      const { input, fileName } = taken;
      const { format } = await engine.detect(input, { fileName, signal: control.signal });
      const text = typeof input === 'string' ? await asTextItself(format, () => readBounded(input)) : undefined;
      if (text !== undefined) return { text, format, warnings: [] };
      const read = await readConverted(engine, taken, { ...control, from });
      return { ...read, document: documents.add(read) };
    },
  };
}

async function readBounded(path: string): Promise<Uint8Array> {
  if ((await stat(path)).size > TEXT_BYTES) throw textTooLong();
  return readFile(path);
}

/** The text of what has to be converted: as Markdown, or as plain text where there is no Markdown of it. */
async function readConverted(
  engine: Engine,
  { input, fileName }: TakenFile,
  { from, signal, onProgress }: AgentControl & { readonly from?: string },
) {
  const convert = (to: string): Promise<ConversionResult> =>
    engine.convert(input, { ...READING, to, from, fileName, signal, onProgress });
  const result = await convert('md').catch((error: unknown) => {
    if (error instanceof ConversionError && error.code === 'unsupported_conversion') return convert('txt');
    throw error;
  });
  const { artifacts, sourceFormat, targetFormat, warnings } = result;
  const bytes = artifacts.flatMap((one) => (one.format === targetFormat && 'bytes' in one ? [one.bytes] : []));
  if (bytes.reduce((sum, one) => sum + one.byteLength, 0) > TEXT_BYTES) throw textTooLong();
  const decoder = new TextDecoder();
  return {
    text: bytes.map((one) => decoder.decode(one)).join('\n\n'),
    format: sourceFormat,
    warnings: warnings.map(({ message }) => message),
  };
}

function outputOf(artifact: Artifact, bytes: Uint8Array | undefined, path: string | undefined): AgentOutput {
  const { name, format } = artifact;
  const sizeBytes = 'size' in artifact ? artifact.size : artifact.bytes.byteLength;
  return {
    name: path === undefined ? name : basename(path),
    mimeType: formatOf(format).mime[0],
    sizeBytes,
    bytes,
    path,
  };
}

function resultOf(result: ConversionResult, outputs: readonly AgentOutput[]): AgentResult {
  const { sourceFormat, targetFormat, plan, report, warnings, timings } = result;
  return {
    ...{ sourceFormat, targetFormat, report, warnings, outputs },
    durationMs: Math.round(timings.total),
    route: plan.steps.map(({ codec, from, to }) => ({ codec, from, to })),
  };
}
