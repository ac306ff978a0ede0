import type * as z from 'zod';
import type { ChainStep as ChainStepSchema } from '../openapi/conversion-schemas.ts';

/** A file with its name: a `File`, or bytes and a name. */
export type NamedFile = File | { readonly name: string; readonly content: Blob | Uint8Array<ArrayBuffer> };

/** A file that was uploaded before, by its id. */
export interface UploadedFile {
  readonly upload: string;
}

/** A file, an address from which the service fetches it, or what `upload` has returned. */
export type FileInput = NamedFile | URL | UploadedFile;

/** One step of a chain: its format (`to`) where it changes one, and its options. */
export type ChainStep = z.infer<typeof ChainStepSchema>;

/** What is to be done: `to`, `steps` or `preset`. */
export interface ConvertOptions {
  /** Target format: an id or an alias. */
  readonly to?: string;
  /** Steps of a chain, each on the files of the one before. Options and losses belong to each. */
  readonly steps?: readonly ChainStep[];
  /** Name of a preset of the account; `options` replace its own. */
  readonly preset?: string;
  /** Source format, for files whose content does not identify it. */
  readonly from?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Features that may be lost, or `any`. */
  readonly allowLoss?: readonly string[] | 'any';
  /** How much of the result is compared with the file. Default: `quick`. */
  readonly verify?: 'quick' | 'full';
  /** Whether a result that verification refuses is discarded (the default) or returned with its differences. */
  readonly onDifference?: 'refuse' | 'tell';
  /** URL that receives a signed notification when the conversion has ended. */
  readonly callbackUrl?: string;
  /** Address of a presigned PUT that receives the result besides the download: `export` of the answer says the outcome. */
  readonly exportUrl?: string;
  /** A repeated request with the same key is converted, and counted, once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Receives 0 to 1 while the file is sent. Only browsers report intermediate values. */
  readonly onUpload?: (fraction: number) => void;
}

/** Builds the multipart form of a call that takes one file, or several. */
export function formOf(input: FileInput | readonly FileInput[], options: Partial<ConvertOptions>): FormData {
  const form = new FormData();
  const texts = {
    targetFormat: options.to,
    steps: options.steps && JSON.stringify(options.steps),
    preset: options.preset,
    sourceFormat: options.from,
    options: options.options && JSON.stringify(options.options),
    allowLoss: lossText(options.allowLoss),
    verify: options.verify,
    onDifference: options.onDifference,
    callbackUrl: options.callbackUrl,
    exportUrl: options.exportUrl,
  };
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) form.append(name, value);
  const files = Array.isArray(input) ? (input as readonly FileInput[]) : [input as FileInput];
  for (const file of files)
    if (file instanceof URL) form.append(Array.isArray(input) ? 'urls' : 'url', file.href);
    else if ('upload' in file) form.append('upload', file.upload);
    else form.append('file', blobOf(file), file.name);
  return form;
}

export function lossText(allowLoss: ConvertOptions['allowLoss']): string | undefined {
  return typeof allowLoss === 'string' ? allowLoss : allowLoss?.join(',');
}

export function blobOf(file: NamedFile): Blob {
  if (!('content' in file)) return file;
  return file.content instanceof Blob ? file.content : new Blob([file.content]);
}
