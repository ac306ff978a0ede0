import { posix } from 'node:path';
import type { Step } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { MiB } from '../../contract/limits.ts';
import { namesBeside } from '../../content/document/markup/beside.ts';

/** Types of the images that writers take. */
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.emf': 'image/emf',
  '.wmf': 'image/wmf',
};
/** What pandoc itself writes into its folder. */
const RESERVED: ReadonlySet<string> = new Set(['stdin', 'stdout', 'stderr', 'warnings']);
/** Bytes of a part that a text takes in; larger files are data. */
const MAX_PART_BYTES = 16 * MiB;

/** What lies beside a text, as pandoc finds it. */
interface Beside {
  /** Images by the names that the text has for them, each in a file. */
  readonly media: readonly { readonly name: string; readonly type: string; readonly file: string }[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Images go by their names, wherever they lie; parts that a text takes in, by their paths below its folder. */
export function besideOf(input: Artifact, { from, to }: Step, id: string): Beside {
  const beside = ('bytes' in input && input.beside) || new Map<string, Uint8Array>();
  const media: { name: string; type: string; file: string }[] = [];
  const files = new Map<string, Uint8Array>();
  for (const [path, bytes] of beside) {
    const type = typeOf(path, to);
    if (type === undefined) {
      if (isPart(path, bytes)) files.set(path, bytes);
      continue;
    }
    const file = `${id}.${media.length}`;
    files.set(file, bytes);
    for (const name of namesBeside(path, from)) {
      if (name === path || !beside.has(name)) media.push({ name, type, file });
    }
  }
  return { media, files };
}

/** Of pages in PDF only the typesetter makes images. */
function typeOf(path: string, to: Step['to']): string | undefined {
  const extension = posix.extname(path).toLowerCase();
  return extension === '.pdf' && to === 'typst' ? 'application/pdf' : TYPES[extension];
}

function isPart(path: string, { byteLength }: Uint8Array): boolean {
  return byteLength <= MAX_PART_BYTES && !path.startsWith('../') && !RESERVED.has(path);
}
