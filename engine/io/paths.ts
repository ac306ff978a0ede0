/** Paths with forward slashes, as archives and links have them on every system. */
export { posix } from 'node:path';
