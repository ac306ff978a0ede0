import type { InputFile, OutputFile } from '../../contract/codec.ts';
import type { GrowingFile } from '../../io/memory-file.ts';
import type { EmscriptenFs, FsNode } from './core.ts';

/** WASI numbers, as Emscripten uses them. */
const ERRNO = { acces: 2, inval: 28, noent: 44, perm: 63 } as const;

const DIRECTORY_MODE = 0o40777;
const FILE_MODE = 0o100666;

type HostFile = InputFile | OutputFile | GrowingFile;

interface HostNode extends FsNode {
  /** Absent on the directory itself. */
  file?: HostFile;
  children?: Map<string, HostNode>;
  isOfSeries?: true;
}

interface HostStream {
  readonly node: HostNode;
  readonly position: number;
}

/** Files that the instance may make itself, one after another; each is complete when it is closed. */
export interface Series {
  open(): OutputFile;
  close(file: OutputFile): void;
}

/**
 * Mounts files of the job as a flat directory of an instance: reads and writes go straight between the file and the
 * WebAssembly heap, without a copy of the whole, and nothing else of the host can be named.
 */
export function mountHostFiles(
  FS: EmscriptenFs,
  path: string,
  files: Readonly<Record<string, HostFile>>,
  series?: Series,
): void {
  FS.mkdir(path);
  FS.mount({ mount: () => createDirectory(FS, files, series) }, {}, path);
}

function createDirectory(
  FS: EmscriptenFs,
  files: Readonly<Record<string, HostFile>>,
  series: Series | undefined,
): HostNode {
  const operations = operationsOf(FS, series);
  const create = (parent: HostNode | null, name: string, mode: number): HostNode =>
    Object.assign(FS.createNode(parent, name, mode, 0) as HostNode, { ...operations, timestamp: Date.now() });
  const root = create(null, '/', DIRECTORY_MODE);
  root.children = new Map();
  for (const [name, file] of Object.entries(files)) {
    const node = create(root, name, FILE_MODE);
    node.file = file;
    root.children.set(name, node);
  }
  return root;
}

function operationsOf(FS: EmscriptenFs, series: Series | undefined): { node_ops: object; stream_ops: object } {
  const fail = (errno: number): never => {
    throw new FS.ErrnoError(errno);
  };
  const deny = (): never => fail(ERRNO.perm);
  const node_ops = {
    getattr: (node: HostNode) => attributesOf(node),
    setattr(node: HostNode, { size }: { size?: number }) {
      if (size !== undefined && node.file && 'truncate' in node.file) node.file.truncate(size);
    },
    // Known names are found in Emscripten's own table; whatever comes here does not exist.
    lookup: () => fail(ERRNO.noent),
    readdir: (node: HostNode) => ['.', '..', ...(node.children?.keys() ?? [])],
    mknod(parent: HostNode, name: string, mode: number): HostNode {
      if (!series) return deny();
      const node = Object.assign(FS.createNode(parent, name, mode, 0) as HostNode, { node_ops, stream_ops });
      node.file = series.open();
      node.timestamp = Date.now();
      node.isOfSeries = true;
      return node;
    },
    rename: deny,
    unlink: deny,
    rmdir: deny,
    symlink: deny,
  };
  const stream_ops = {
    read({ node }: HostStream, heap: Int8Array, offset: number, length: number, position: number) {
      return node.file!.read(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position);
    },
    write({ node }: HostStream, heap: Int8Array, offset: number, length: number, position: number) {
      const { file } = node;
      if (!file || !('write' in file)) return fail(ERRNO.acces);
      // A job that has used up its budget is ended by this call's own error, through the library's frames.
      file.write(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position);
      return length;
    },
    close({ node }: HostStream) {
      if (series && node.file && 'finish' in node.file && node.isOfSeries) series.close(node.file);
    },
    llseek(stream: HostStream, offset: number, whence: number) {
      const base = whence === 1 ? stream.position : whence === 2 ? stream.node.file!.size : 0;
      return base + offset < 0 ? fail(ERRNO.inval) : base + offset;
    },
  };
  return { node_ops, stream_ops };
}

function attributesOf({ id, mode, timestamp, file }: HostNode): object {
  const size = file?.size ?? 4096;
  const time = new Date(timestamp);
  const times = { atime: time, mtime: time, ctime: time };
  return { dev: 1, ino: id, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, ...times, blksize: 65_536, blocks: 1 };
}
