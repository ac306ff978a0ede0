import type { RawEntry } from './model.ts';
import { corruptArchive, truncatedArchive } from './errors.ts';

/** What the header says of a file or a folder of an Electron archive. */
interface Node {
  readonly files?: Readonly<Record<string, Node>>;
  readonly size?: number;
  readonly offset?: string;
  readonly executable?: boolean;
  readonly link?: string;
  readonly unpacked?: boolean;
}

/** An Electron archive: a header in JSON with offsets behind itself. */
export function readAsar(bytes: Uint8Array): RawEntry[] {
  if (bytes.byteLength < 16) throw truncatedArchive();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + view.getUint32(4, true);
  const headerEnd = 16 + view.getUint32(12, true);
  if (headerEnd > bytes.byteLength || start > bytes.byteLength) throw truncatedArchive();
  return [...entriesOf(parse(bytes.subarray(16, headerEnd)), '', bytes.subarray(start))];
}

function parse(header: Uint8Array): Node {
  try {
    return JSON.parse(new TextDecoder().decode(header)) as Node;
  } catch (cause) {
    throw corruptArchive('its header is damaged', { cause });
  }
}

function* entriesOf({ files }: Node, folder: string, data: Uint8Array): Generator<RawEntry> {
  for (const [name, node] of Object.entries(files ?? {})) {
    const path = `${folder}${name}`;
    if (node.files) {
      yield { path, kind: 'directory', sizeBytes: 0 };
      yield* entriesOf(node, `${path}/`, data);
    } else if (node.link !== undefined) yield { path, kind: 'link', sizeBytes: 0, target: fromFolder(path, node.link) };
    else if (!node.unpacked) yield fileOf(path, node, data);
  }
}

/** Links count from the root of the archive. */
function fromFolder(path: string, link: string): string {
  return '../'.repeat(path.split('/').length - 1) + link;
}

function fileOf(path: string, { size = 0, offset = '0', executable }: Node, data: Uint8Array): RawEntry {
  const start = Number(offset);
  if (!(start >= 0 && size >= 0 && start + size <= data.byteLength)) throw truncatedArchive();
  const content = data.subarray(start, start + size);
  return { path, kind: 'file', sizeBytes: size, mode: executable ? 0o755 : 0o644, content: () => content };
}
