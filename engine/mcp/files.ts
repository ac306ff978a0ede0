import * as z from 'zod';
import { AgentError, type AgentBackend, type AgentFile } from './backend.ts';
import { INLINE_INPUT_BYTES } from './limits.ts';

const INLINE = {
  name: z.string().min(1).max(255).optional().describe('File name with its extension; with `base64` only.'),
  base64: z
    .string()
    .optional()
    .describe(`Content of a small file, at most ${INLINE_INPUT_BYTES / 1024 ** 2} MiB.`),
};

const BY_PLACE = {
  path: { path: z.string().min(1).max(4096).optional().describe('Path of the file in a granted folder.') },
  url: { url: z.string().min(1).max(2048).optional().describe('Public http or https address of the file.') },
  content: {},
} as const;

/** The schema of a file in the arguments of a tool. */
export function fileSchema(takes: AgentBackend['takes']) {
  const place: z.ZodRawShape = BY_PLACE[takes];
  const how = takes === 'content' ? '`name` and `base64`' : `either \`${takes}\`, or \`name\` and \`base64\``;
  return z.strictObject({ ...place, ...INLINE }).describe(`A file: ${how}.`);
}

export interface FileArgument {
  readonly path?: string;
  readonly url?: string;
  readonly name?: string;
  readonly base64?: string;
}

/** Throws an AgentError for none, several or unreadable ways to name a file. */
export function filesOf(files: readonly FileArgument[]): AgentFile[] {
  let left = INLINE_INPUT_BYTES;
  return files.map((file) => {
    const { path, url, base64, name = 'file' } = file;
    const given = [path, url, base64].filter((value) => value !== undefined);
    if (given.length !== 1)
      throw new AgentError('invalid_file', `Expected one way to name a file, but received ${given.length}.`);
    if (path !== undefined) return { path };
    if (url !== undefined) return { url };
    const bytes = decode(base64!, left);
    left -= bytes.byteLength;
    return { name, bytes };
  });
}

export function fileOf(file: FileArgument): AgentFile {
  return filesOf([file])[0]!;
}

function decode(base64: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  if ((base64.length * 3) / 4 > maxBytes + 2) {
    const message = `The files of one call may hold ${INLINE_INPUT_BYTES} bytes as base64. Name larger ones by where they lie.`;
    throw new AgentError('file_too_large', message);
  }
  const compact = base64.replaceAll(/\s/g, '');
  if (!BASE64.test(compact) || compact.length % 4 === 1)
    throw new AgentError('invalid_file', 'The content of the file is not valid base64. Encode it again.');
  return new Uint8Array(Buffer.from(compact, 'base64'));
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
