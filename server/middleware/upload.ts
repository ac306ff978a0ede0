import { unlinkSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import multer from '@koa/multer';
import { ClientClosedError, type ErrorCode, isDiskFull, ServiceError, storageFullError } from '../errors.ts';
import { safeFileName } from '../services/file-name.ts';
import { SMALL_FILE_BYTES } from '../small-files.ts';
import type { Upload } from '../services/upload.ts';
import { hashingStorage, type StoredFile } from './hashing-storage.ts';
import type { RequestContext, RequestMiddleware } from './state.ts';
import { bodyTooLarge, fileTooLarge, guardUpload, type UploadLimits } from './upload-guard.ts';

export interface FormLimits extends UploadLimits {
  readonly files: number;
  readonly fields: number;
  readonly fieldBytes: number;
  readonly fieldNameBytes: number;
}

/** Refuses by the headers alone, before the caller is even identified: the cheapest answers come first. */
export function requireForm(limits: FormLimits): RequestMiddleware {
  const { allFilesBytes, framingBytes } = limits;
  return async (context, next) => {
    const encoding = context.get('Content-Encoding');
    if (!context.is('multipart/form-data') || (encoding !== '' && encoding !== 'identity')) throw notAForm();
    // A body in chunks has no length; the guard counts it as it comes.
    if (context.request.length > allFilesBytes + framingBytes) throw bodyTooLarge(limits);
    await next();
  };
}

/**
 * Streams the form's files to the directory and reads its text fields. The files are there while the routes behind
 * this one run, and gone afterwards, unless a route has taken them.
 */
export function receiveUpload(directory: string, limits: FormLimits): RequestMiddleware {
  const parsers = new WeakMap<IncomingMessage, Writable>();
  const streamHandler = (request: IncomingMessage, parser: Writable): void => {
    parsers.set(request, parser);
    request.pipe(parser);
  };
  const options = { ...multerOptions(directory, limits), streamHandler };
  const parse = multer(options).array('file', limits.files);
  return async (context, next) => {
    if (context.get('Expect') !== '') context.res.writeContinue();
    using guard = guardUpload(context.req, limits);
    const parsed = parse(context, async () => {});
    try {
      await Promise.race([parsed, guard.violated]);
    } catch (error) {
      abandon(context.req, parsers.get(context.req));
      // The parser may have come to a good end just before it was told to stop: its files must go all the same.
      parsed.then(
        () => removeFiles(context),
        () => {},
      );
      throw explain(error, context, limits);
    }
    let taken = false;
    const take = (): AsyncDisposable => {
      taken = true;
      return { [Symbol.asyncDispose]: () => removeFiles(context) };
    };
    try {
      context.state.form = { uploads: uploadsOf(context), fields: fieldsOf(context.request), take };
      await next();
    } finally {
      if (!taken) await removeFiles(context);
    }
  };
}

/**
 * Ends the parsing, which removes what it has written, and lets the rest of the body run into nothing. Without it the
 * parser would wait for the end of a body that nobody may ever send.
 */
function abandon(request: IncomingMessage, parser: Writable | undefined): void {
  if (!parser || parser.destroyed) return;
  request.unpipe(parser);
  parser.destroy(new Error('the upload was abandoned'));
  request.resume();
}

/** Not in the type declarations, which are older than the package: the last four options. */
function multerOptions(directory: string, { files, fileBytes, fields, fieldBytes, fieldNameBytes }: FormLimits) {
  const limits = {
    fileSize: fileBytes,
    files,
    fields,
    fieldSize: fieldBytes,
    fieldNameSize: fieldNameBytes,
    parts: fields + files,
    headerPairs: 16,
    fieldNestingDepth: 0,
    fieldArrayIndexLimit: 0,
  };
  // Browsers and HTTP libraries send file names in UTF-8; the default, latin1, garbles them.
  return { storage: hashingStorage(directory), limits, defParamCharset: 'utf8' };
}

function uploadsOf(context: RequestContext): [Upload, ...Upload[]] {
  const [first, ...others] = storedFilesOf(context).map(({ path, size: sizeBytes, sha256, originalname }) => {
    if (sizeBytes === 0) throw emptyFile();
    return { path, sizeBytes, sha256, fileName: safeFileName(originalname) };
  });
  if (!first) throw missingFile();
  return [first, ...others];
}

function storedFilesOf({ files }: RequestContext): (StoredFile & multer.File)[] {
  return (files ?? []) as (StoredFile & multer.File)[];
}

function fieldsOf(request: RequestContext['request']): ReadonlyMap<string, readonly string[]> {
  const body = (request as { readonly body?: Readonly<Record<string, string | readonly string[]>> }).body ?? {};
  return new Map(Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]));
}

/** The answer does not depend on it: what cannot be removed is removed at the next start. */
async function removeFiles(context: RequestContext): Promise<void> {
  for (const { path, size } of storedFilesOf(context)) {
    try {
      // Not rm: it would look at the file first, and there is nothing to find out.
      if (size <= SMALL_FILE_BYTES) unlinkSync(path);
      else await unlink(path);
    } catch (error) {
      context.state.log.error({ err: error }, 'an upload could not be removed');
    }
  }
}

const MULTER_CODES: Readonly<Record<string, ErrorCode>> = {
  LIMIT_FILE_COUNT: 'too_many_files',
  LIMIT_PART_COUNT: 'too_many_parts',
  LIMIT_FIELD_COUNT: 'too_many_parts',
  LIMIT_FIELD_VALUE: 'field_too_long',
  LIMIT_FIELD_KEY: 'field_too_long',
  LIMIT_UNEXPECTED_FILE: 'unexpected_file_part',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  too_many_files: 'The request has more than one file. Send one file in the part "file".',
  too_many_parts: 'The request has more parts than are accepted. Send the file and the documented fields only.',
  field_too_long: 'A text field or its name is longer than is accepted. Shorten it.',
  unexpected_file_part: 'The file came in a part of another name. Send it in the part "file".',
  invalid_multipart: 'The body is not valid multipart/form-data. Check the boundary, the part headers and the end.',
};

function explain(error: unknown, { req }: RequestContext, limits: FormLimits): Error {
  if (error instanceof ServiceError) return error;
  if (isDiskFull(error)) return storageFullError(error);
  if (!(error instanceof Error) || isSystemError(error))
    return new Error('the upload could not be stored', { cause: error });
  if (isMulterError(error)) return explainMulterError(error, limits);
  // Only plain errors are left: the sender has gone, or the body is not what its header says.
  if (req.destroyed && !req.complete) return new ClientClosedError('the upload was not finished', { cause: error });
  return formError('invalid_multipart', undefined, error);
}

interface MulterError extends Error {
  readonly code: string;
  readonly field?: string;
}

function isMulterError(error: Error): error is MulterError {
  return error.name === 'MulterError' && 'code' in error;
}

function explainMulterError(error: MulterError, limits: FormLimits): ServiceError {
  if (error.code === 'LIMIT_FILE_SIZE') return fileTooLarge(limits.fileBytes);
  if (error.code === 'LIMIT_FILE_COUNT' && limits.files > 1) return tooManyFiles(limits.files);
  return formError(MULTER_CODES[error.code] ?? 'invalid_multipart', error.field, error);
}

function formError(code: ErrorCode, field: string | undefined, cause: Error): ServiceError {
  return new ServiceError({ code, message: MESSAGES[code]!, field: field?.slice(0, 64) }, { cause });
}

function tooManyFiles(limit: number): ServiceError {
  const message = `The request has more than ${limit} files. Send fewer at a time.`;
  return new ServiceError({ code: 'too_many_files', message, field: 'file', details: { limit } });
}

function isSystemError(error: Error): boolean {
  return 'syscall' in error;
}

function notAForm(): ServiceError {
  const message = 'Send the request as multipart/form-data, not compressed, with the file in the part "file".';
  return new ServiceError({ code: 'unsupported_media_type', message });
}

function missingFile(): ServiceError {
  const message = 'The request has no file. Send it in the part "file", with a file name.';
  return new ServiceError({ code: 'missing_file', message, field: 'file' });
}

function emptyFile(): ServiceError {
  const message = 'The file is empty: it has 0 bytes. Send the complete file.';
  return new ServiceError({ code: 'empty_file', message, field: 'file' });
}
