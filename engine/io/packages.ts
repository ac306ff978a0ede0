import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** A CommonJS package, or one that is loaded only when it is needed. */
export function requirePackage(name: string): unknown {
  return require(name);
}

/** The folder of an installed package, with a slash at its end. */
export function packageFolder(name: string): string {
  return `${dirname(require.resolve(`${name}/package.json`))}/`;
}

/** A file of an installed package by its import specifier. */
export function readPackageFile(specifier: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(specifier))));
}
