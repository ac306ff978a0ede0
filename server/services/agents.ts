import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import {
  type AgentBackend,
  type AgentConversion,
  type AgentFile,
  type AgentMerge,
  type AgentReading,
  type AgentResult,
  type AgentText,
  asTextItself,
  INLINE_OUTPUT_BYTES,
  READING,
  TEXT_BYTES,
  textTooLong,
} from '../../engine/mcp/index.ts';
import { formatOf, resolveFormat } from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ConversionView } from '../openapi/conversion-schemas.ts';
import type { ConversionAnswers } from './conversion-answers.ts';
import type { ConversionRequest } from './conversions.ts';
import type { Downloads } from './downloads.ts';
import { safeFileName } from './file-name.ts';
import type { History } from './history.ts';
import type { Imports } from './imports.ts';
import type { Planning } from './planning.ts';
import type { Upload } from './upload.ts';

/** The account behind the key of an agent. */
export type AgentCaller = Pick<ConversionRequest, 'accountId' | 'tier' | 'keyId' | 'hasKeyQuota'>;

export interface AgentsDependencies {
  readonly engine: Pick<ConversionEngine, 'formats' | 'targets' | 'optionsFor' | 'plan'>;
  readonly planning: Planning;
  readonly answers: ConversionAnswers;
  readonly downloads: Downloads;
  readonly history: History;
  readonly imports: Imports;
  readonly uploadDir: string;
  readonly limits: { readonly fileBytes: number; readonly allFilesBytes: number };
}

/**
 * The tools of agents, as one account may use them: each conversion counts against its quota. `signal` is aborted when the
 * agent has gone.
 */
export function agentBackend(
  dependencies: AgentsDependencies,
  caller: AgentCaller,
  { log, signal: connected }: { readonly log: Log; readonly signal: AbortSignal },
): AgentBackend {
  const { engine, planning, answers, downloads, history, imports, uploadDir, limits } = dependencies;

  /** The files exist until the returned object is disposed. */
  async function receive(files: readonly AgentFile[], signal: AbortSignal): Promise<Received> {
    const uploads: Upload[] = [];
    const remove = async (): Promise<void> => {
      for (const { path } of uploads) await rm(path, { force: true });
    };
    let left = limits.allFilesBytes;
    try {
      for (const file of files) {
        const fileBytes = Math.min(limits.fileBytes, left);
        const upload = await receiveOne(file, fileBytes, signal);
        uploads.push(upload);
        left -= upload.sizeBytes;
      }
      return { uploads, [Symbol.asyncDispose]: remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  async function receiveOne(file: AgentFile, fileBytes: number, signal: AbortSignal): Promise<Upload> {
    if ('path' in file) throw new Error('the tools of the service take no paths');
    if ('url' in file) return imports.fetch(file.url, { directory: uploadDir, fileBytes, signal });
    const { name, bytes } = file;
    if (bytes.byteLength === 0)
      throw new ServiceError({ code: 'empty_file', message: 'The file is empty. Send its content.' });
    const path = join(uploadDir, randomUUID());
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { path, sizeBytes: bytes.byteLength, sha256, fileName: safeFileName(name) };
  }

  type Order = Pick<
    ConversionRequest,
    'kind' | 'to' | 'from' | 'options' | 'allowLoss' | 'verify' | 'onDifference' | 'uploads' | 'signal' | 'onProgress'
  >;

  async function run(order: Order): Promise<ConversionView> {
    // Without sessions, agents that speak the revisions of 2025 cancel by closing the connection only.
    const signal = AbortSignal.any([order.signal!, connected]);
    const { answer } = await answers.finished({ ...order, ...caller, signal, origin: 'api' }, log);
    return answer.body.data;
  }

  async function contentOf(fileName: string, maxBytes: number): Promise<Uint8Array | undefined> {
    const { blob } = await downloads.openResult(fileName);
    await using _ = { [Symbol.asyncDispose]: () => blob.close() };
    if (blob.sizeBytes > maxBytes) return undefined;
    return blob.sizeBytes === 0 ? new Uint8Array() : await buffer(blob.stream({ start: 0, end: blob.sizeBytes - 1 }));
  }

  async function resultOf(
    view: ConversionView,
    { inline = false }: AgentConversion | AgentMerge,
  ): Promise<AgentResult> {
    const { fileName, downloadName, fileSize: sizeBytes, downloadUrl, expiresAt, durationMs, route, report } = view;
    const extension = fileName.slice(fileName.lastIndexOf('.') + 1);
    const mimeType = formatOf(resolveFormat(extension)!).mime[0];
    const bytes = inline ? await contentOf(fileName, INLINE_OUTPUT_BYTES) : undefined;
    const tooLarge = inline && !bytes ? [{ message: 'The result is too large to be returned. Download it.' }] : [];
    return {
      ...{ durationMs, route, report, expiresAt },
      sourceFormat: view.sourceFormat.toLowerCase(),
      targetFormat: view.targetFormat.toLowerCase(),
      warnings: [...tooLarge, ...view.warnings],
      outputs: [{ name: downloadName, mimeType, sizeBytes, url: downloadUrl, bytes }],
    };
  }

  async function textOf(fileName: string): Promise<string> {
    const bytes = await contentOf(fileName, TEXT_BYTES);
    if (!bytes) throw textTooLong();
    const decoder = new TextDecoder();
    if (!fileName.endsWith('.zip')) return decoder.decode(bytes);
    // A text with its images, or several texts: their sizes are known from the ZIP before they are unpacked.
    let left = TEXT_BYTES;
    const texts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(md|txt)$/.test(name)) return false;
        left -= originalSize;
        if (left < 0) throw textTooLong();
        return true;
      },
    });
    return Object.values(texts)
      .map((text) => decoder.decode(text))
      .join('\n\n');
  }

  async function readOn(conversionId: string): Promise<AgentText> {
    const { record } = await history.find(caller.accountId, conversionId);
    const { status, resultName, sourceFormat, targetFormat, detail } = record;
    const isText = targetFormat === 'md' || targetFormat === 'txt';
    if (status !== 'succeeded' || resultName === undefined || !isText)
      throw new ServiceError({ code: 'not_found', message: 'There is no such text any more. Read the file again.' });
    const warnings = (detail?.warnings ?? []).map(({ message }) => message);
    return { text: await textOf(resultName), format: sourceFormat, document: conversionId, warnings };
  }

  async function readFirst({ file, from }: AgentReading, control: Pick<Order, 'signal' | 'onProgress'>) {
    await using received = await receive([file!], control.signal!);
    const { uploads } = received;
    const named = from && (resolveFormat(from) ?? from);
    const format = named ?? (await planning.detect(uploads[0]!, control.signal!)).format;
    const { path, sizeBytes } = uploads[0]!;
    const text = await asTextItself(format, async () => {
      if (sizeBytes > TEXT_BYTES) throw textTooLong();
      return readFile(path);
    });
    if (text !== undefined) return { text, format, warnings: [] };
    const convert = (to: string): Promise<ConversionView> =>
      run({ ...READING, ...control, kind: 'convert', to, from, uploads });
    const view = await convert('md').catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'unsupported_conversion') return convert('txt');
      throw error;
    });
    const warnings = view.warnings.map(({ message }) => message);
    return { text: await textOf(view.fileName), format, document: view.conversionId, warnings };
  }

  return {
    catalogue: engine,
    takes: 'url',
    about:
      'Files are named by a public address where the service imports files, or sent as base64. Results are downloaded ' +
      'from the address in the answer, for one hour. Each conversion counts against the quota of the account.',

    async detect(file, signal) {
      await using received = await receive([file], signal);
      return await planning.detect(received.uploads[0]!, signal);
    },

    async plan(file, { from, to, options, allowLoss }, signal) {
      await using received = await receive([file], signal);
      const [upload] = received.uploads as readonly [Upload];
      const source = from ?? (await planning.detect(upload, signal)).format;
      return planning.plan(source, to, { bytes: upload.sizeBytes, options, allowLoss });
    },

    async convert(request, control) {
      const { file, to, from, options, allowLoss, verify, onDifference } = request;
      await using received = await receive([file], control.signal);
      const { uploads } = received;
      const order = { kind: 'convert', to, from, options, allowLoss, verify, onDifference, uploads } as const;
      return await resultOf(await run({ ...order, ...control }), request);
    },

    async merge(request, control) {
      const { files, to, options, verify, onDifference } = request;
      await using received = await receive(files, control.signal);
      const order = { kind: 'merge', to, options, verify, onDifference, uploads: received.uploads } as const;
      return await resultOf(await run({ ...order, ...control }), request);
    },

    read: (request, control) =>
      request.document === undefined ? readFirst(request, control) : readOn(request.document),
  };
}

interface Received extends AsyncDisposable {
  readonly uploads: readonly Upload[];
}
