import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this package. */
export function readVersion(): string {
  return versionIn(findPackageJSON(import.meta.url));
}

/** The version of an installed package, or undefined when it is not there. */
export function installedVersion(name: string): string | undefined {
  try {
    return versionIn(findPackageJSON(name, import.meta.url));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function versionIn(path: string | undefined): string {
  const description: unknown = path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8'));
  const hasVersion = typeof description === 'object' && description !== null && 'version' in description;
  return hasVersion ? String(description.version) : 'unknown';
}
