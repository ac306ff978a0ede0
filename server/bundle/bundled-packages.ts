import { readdir, readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { findPackageJSON, isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { ROOT } from './sources.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const MODULES = join(ROOT, 'node_modules');
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
/** What is installed with the package, or as a pack. */
const INSTALLED = new Set(Object.keys({ ...dependencies, ...peerDependencies }));

/** A folder may lie in that of another package: the last one counts. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Whether an import stays one in the bundle: of Node itself, and of what is installed with the package. Other packages are
 * bundled, with what they import in turn where that is another version than the one that is installed.
 */
export function isOutside(id: string, importer = join(ROOT, 'package.json')): boolean {
  if (isBuiltin(id)) return true;
  const name = /^(?:@[^/.]+\/)?[^/.@][^/]*/.exec(id)?.[0];
  if (name === undefined || !INSTALLED.has(name)) return false;
  return findPackageJSON(id, importer) === join(MODULES, name, 'package.json');
}

/**
 * Writes the versions of the packages that are in the bundle alone into `packages.json` beside the code, which
 * `installedVersion` reads, and the licences of all that are in it into `LICENCES.txt`.
 */
export function bundledPackages(): Plugin {
  return {
    name: 'bundled-packages',
    async generateBundle() {
      const folders = new Set([...this.getModuleIds()].map((id) => PACKAGE_FOLDER.exec(id)?.[0] ?? ''));
      folders.delete('');
      if (folders.size === 0) return;
      const packages = await Promise.all([...folders].toSorted().map(readPackage));
      const alone = packages.filter(({ name }) => !INSTALLED.has(name));
      const versions = Object.fromEntries(alone.map(({ name, version }) => [name, version]));
      this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify(versions) });
      const licences = packages.map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`);
      this.emitFile({ type: 'asset', fileName: 'LICENCES.txt', source: licences.join(`\n${'-'.repeat(80)}\n\n`) });
    },
  };
}

async function readPackage(folder: string): Promise<Pick<Manifest, 'name' | 'version'> & { readonly text: string }> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? license : await readFile(join(folder, file), 'utf8');
  if (text === undefined) throw new Error(`${name} is bundled, and does not say its licence.`);
  return { name, version, text };
}
