import { unlinkSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import multer from '@koa/multer';
import { ClientClosedError, type ErrorCode, isDiskFull, ServiceError, storageFullError } from '../errors.ts';
import { safeFileName } from '../services/file-name.ts';
import { SMALL_FILE_BYTES } from '../small-files.ts';
import { type Imports, isOfAddress } from '../services/imports.ts';
import { FailedImport, type Upload } from '../services/upload.ts';
import { signalOf } from './abort-signal.ts';
import { requireAccount } from './authenticate.ts';
import { hashingStorage, type StoredFile } from './hashing-storage.ts';
import type { ResumableUploads } from '../services/resumable-uploads.ts';
import { callerOf, type RequestContext, type RequestMiddleware } from './state.ts';
import { bodyTooLarge, fileTooLarge, guardUpload, type UploadLimits } from './upload-guard.ts';

/** How a form names files that are to be fetched, and who fetches them. */
export interface FormImports {
  /** Name of the text part: one address, or several parts of the same name where several files are taken. */
  readonly field: 'url' | 'urls';
  /** Whether the route answers for each file by itself, so that one that cannot be fetched does not stop the others. */
  readonly separately?: boolean;
  readonly imports: Imports;
  /** Takes the parts `upload`, where there are some. */
  readonly resumable?: ResumableUploads;
}

export interface FormLimits extends UploadLimits {
  readonly files: number;
  readonly fields: number;
  readonly fieldBytes: number;
  readonly fieldNameBytes: number;
}

type Received = Upload | FailedImport;

/** Refuses by headers alone, before the caller is identified: the cheapest checks come first. */
export function requireForm(limits: FormLimits): RequestMiddleware {
  const { allFilesBytes, framingBytes } = limits;
  return async (context, next) => {
    const encoding = context.get('Content-Encoding');
    if (!context.is('multipart/form-data') || (encoding !== '' && encoding !== 'identity')) throw notAForm();
    // A chunked body has no length; the guard counts it while it arrives.
    if (context.request.length > allFilesBytes + framingBytes) throw bodyTooLarge(limits);
    await next();
  };
}

/**
 * Streams the form's files to the directory and reads its text fields. The files exist while the following routes run
 * and are removed afterwards, unless a route has taken them.
 */
export function receiveUpload(directory: string, limits: FormLimits, importing: FormImports): RequestMiddleware {
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
      // The parser may have finished just before it was told to stop: its files must be removed as well.
      parsed.then(
        () => removeFiles(context, storedFilesOf(context)),
        () => {},
      );
      throw explain(error, context, limits);
    }
    let taken = false;
    const files: Pick<StoredFile, 'path' | 'size'>[] = [...storedFilesOf(context)];
    const take = (): AsyncDisposable => {
      taken = true;
      return { [Symbol.asyncDispose]: () => removeFiles(context, files) };
    };
    try {
      const fields = fieldsOf(context.request);
      const addresses = addressesOf(fields, importing, files.length, limits);
      if (addresses.length > 0) requireAccount(context.state.caller, importing.field);
      const ids = uploadIdsOf(fields, importing, { others: files.length + addresses.length, limits });
      const uploads =
        ids.length > 0
          ? await takeUploads(context, importing.resumable!, ids)
          : addresses.length > 0
            ? await importAll(context, addresses)
            : uploadsOf(context);
      context.state.form = { uploads: uploads as [Received, ...Received[]], fields, take };
      await next();
    } finally {
      if (!taken) await removeFiles(context, files);
    }

    async function takeUploads(
      from: RequestContext,
      resumable: ResumableUploads,
      ids: readonly string[],
    ): Promise<readonly Upload[]> {
      const { accountId, tier } = callerOf(from);
      const uploads: Upload[] = [];
      let left = Math.max(limits.allFilesBytes, tier.maxFileBytes ?? 0);
      for (const id of ids) {
        const upload = await resumable.take(accountId, id, signalOf(from));
        files.push({ path: upload.path, size: upload.sizeBytes });
        uploads.push(upload);
        left -= upload.sizeBytes;
        if (left < 0) throw bodyTooLarge(limits);
      }
      return uploads;
    }

    async function importAll(to: RequestContext, addresses: readonly string[]): Promise<readonly Received[]> {
      const received: Received[] = [];
      let left = limits.allFilesBytes;
      for (const address of addresses) {
        try {
          if (left === 0) throw bodyTooLarge(limits);
          const fileBytes = Math.min(limits.fileBytes, left);
          const upload = await importing.imports.fetch(address, { directory, fileBytes, signal: signalOf(to) });
          files.push({ path: upload.path, size: upload.sizeBytes });
          received.push(upload);
          left -= upload.sizeBytes;
        } catch (error) {
          if (!importing.separately || !isOfAddress(error)) throw error;
          received.push(new FailedImport(address, error));
        }
      }
      return received;
    }
  };
}

/**
 * Stops parsing, which removes the files that were written, and discards the rest of the body. Otherwise the parser
 * would wait for the end of a body that may never come.
 */
function abandon(request: IncomingMessage, parser: Writable | undefined): void {
  if (!parser || parser.destroyed) return;
  request.unpipe(parser);
  parser.destroy(new Error('the upload was abandoned'));
  request.resume();
}

/** The last four options are missing in the type declarations, which are older than the package. */
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
  // Browsers and HTTP libraries send file names in UTF-8; the default, latin1, would garble them.
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

/** Addresses of files that are to be imported: none where the form has files of its own. */
function addressesOf(
  fields: ReadonlyMap<string, readonly string[]>,
  { field }: FormImports,
  files: number,
  limits: FormLimits,
): readonly string[] {
  const addresses = (fields.get(field) ?? []).map((text) => text.trim()).filter((text) => text !== '');
  if (addresses.length === 0) return [];
  if (files > 0) {
    const message = `The request contains files and addresses of files. Send either "file" or "${field}".`;
    throw new ServiceError({ code: 'malformed_request', message, field });
  }
  if (addresses.length <= limits.files) return addresses;
  if (limits.files > 1) throw tooManyFiles(limits.files, field);
  throw new ServiceError({ code: 'too_many_files', message: 'The request contains more than one address.', field });
}

interface OtherFiles {
  /** Files and addresses in the same form. */
  readonly others: number;
  readonly limits: Pick<FormLimits, 'files'>;
}

/** Ids of uploads that were sent before, which the form names instead of files. */
function uploadIdsOf(
  fields: ReadonlyMap<string, readonly string[]>,
  { resumable }: FormImports,
  { others, limits }: OtherFiles,
): readonly string[] {
  const ids = (fields.get('upload') ?? []).map((text) => text.trim()).filter((text) => text !== '');
  if (ids.length === 0) return [];
  const field = 'upload';
  if (!resumable) {
    const message = 'This service takes no uploads of several requests. Send the file itself.';
    throw new ServiceError({ code: 'malformed_request', message, field });
  }
  if (others > 0 || (limits.files === 1 && ids.length > 1)) {
    const message =
      limits.files === 1
        ? 'The request contains several files. Send one file, one address or one upload.'
        : 'The request contains uploads and other files. Send files, addresses or uploads.';
    throw new ServiceError({ code: 'malformed_request', message, field });
  }
  if (ids.length > limits.files) throw tooManyFiles(limits.files, field);
  return ids;
}

/** The answer does not depend on it: what cannot be removed now is removed at the next start. */
async function removeFiles(
  context: RequestContext,
  files: readonly Pick<StoredFile, 'path' | 'size'>[],
): Promise<void> {
  for (const { path, size } of files) {
    try {
      // Not rm, which would call stat first.
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
  too_many_files: 'The request contains more than one file. Send one file in the part "file".',
  too_many_parts: 'The request contains too many parts. Send only the file and the documented fields.',
  field_too_long: 'A text field or its name is too long. Shorten it.',
  unexpected_file_part: 'The file was sent in a part with another name. Send it in the part "file".',
  invalid_multipart:
    'The body is not valid multipart/form-data. Check the boundary, the part headers and the closing boundary.',
};

function explain(error: unknown, { req }: RequestContext, limits: FormLimits): Error {
  if (error instanceof ServiceError) return error;
  if (isDiskFull(error)) return storageFullError(error);
  if (!(error instanceof Error) || isSystemError(error))
    return new Error('the upload could not be stored', { cause: error });
  if (isMulterError(error)) return explainMulterError(error, limits);
  // Only plain errors are left: the client has disconnected, or the body does not match its header.
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

function tooManyFiles(limit: number, field = 'file'): ServiceError {
  const message = `The request contains more than ${limit} files. Send fewer at a time.`;
  return new ServiceError({ code: 'too_many_files', message, field, details: { limit } });
}

function isSystemError(error: Error): boolean {
  return 'syscall' in error;
}

function notAForm(): ServiceError {
  const message =
    'The request is not uncompressed multipart/form-data. Send it in this form, with the file in the part "file".';
  return new ServiceError({ code: 'unsupported_media_type', message });
}

function missingFile(): ServiceError {
  const message = 'The request contains no file. Send one in the part "file", with a file name, or its address.';
  return new ServiceError({ code: 'missing_file', message, field: 'file' });
}

function emptyFile(): ServiceError {
  const message = 'The file is empty: it has 0 bytes. Send the complete file.';
  return new ServiceError({ code: 'empty_file', message, field: 'file' });
}
