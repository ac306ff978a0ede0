import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, 'src/office/node');

/** What stands in browsers for parts of Node that the engine's readers use. */
const FOR_BROWSERS: Readonly<Record<string, string>> = {
  'node:zlib': 'zlib.ts',
  'node:string_decoder': 'string-decoder.ts',
  'node:crypto': 'crypto.ts',
};

/** Builds the engine's readers of documents and workbooks for browsers: one file, which loads nothing else. */
export function officeReaders(): Plugin {
  return {
    name: 'office-readers',
    enforce: 'pre',
    resolveId(source, importer) {
      if (/\/io\/bytes\.ts$|^\.\/bytes\.ts$/.test(source) && importer?.includes('/engine/'))
        return join(FOLDER, 'bytes.ts');
      const name = FOR_BROWSERS[source];
      return name && join(FOLDER, name);
    },
  };
}
