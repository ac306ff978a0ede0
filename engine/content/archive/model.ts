/** One member of an archive, under a path that is safe: relative, with forward slashes, inside the archive. */
export interface ArchiveEntry {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link';
  /** Bytes of the content; 0 for what is no file. */
  readonly sizeBytes: number;
  /** The content, expanded when it is asked for; empty for what is no file. */
  content(): Uint8Array;
  /** Where a link leads, relative to its own folder. */
  readonly target?: string;
  /** Milliseconds since 1970. */
  readonly modifiedMs?: number;
  /** POSIX permission bits. */
  readonly mode?: number;
  /** Of the content, as the archive states it. */
  readonly crc32?: number;
}

/** What lies in an archive as its reader found it: a path may lead anywhere, and a path may be there twice. */
export interface RawEntry extends Omit<ArchiveEntry, 'kind' | 'content'> {
  readonly kind: ArchiveEntry['kind'] | 'hardlink' | 'special';
  readonly content?: () => Uint8Array;
}

/** Types and permissions in POSIX `st_mode`. */
export const FILE_TYPES = { mask: 0o170000, file: 0o100000, directory: 0o040000, link: 0o120000 } as const;
export const PERMISSIONS = 0o7777;

export const USUAL_MODES = { file: 0o644, directory: 0o755, link: 0o777 } as const;

/** The permissions that an entry is written with. */
export function modeOf({ kind, mode }: Pick<ArchiveEntry, 'kind' | 'mode'>): number {
  return mode ?? USUAL_MODES[kind];
}

/** What POSIX says of a member by its `st_mode`. */
export function kindOfMode(mode: number): RawEntry['kind'] {
  switch (mode & FILE_TYPES.mask) {
    case FILE_TYPES.file:
    case 0:
      return 'file';
    case FILE_TYPES.directory:
      return 'directory';
    case FILE_TYPES.link:
      return 'link';
    default:
      return 'special';
  }
}

export const NOTHING = new Uint8Array(0);
