import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** One import as it stands in a file. */
export interface ImportEdge {
  /** Importing file, relative to the root, with forward slashes. */
  readonly from: string;
  /** Imported file relative to the root, or the package's specifier. */
  readonly to: string;
  readonly isPackage: boolean;
  /** `type`: erased when the file runs. `dynamic`: loaded when the code gets there. `started`: in a thread of its own. */
  readonly kind: 'static' | 'type' | 'dynamic' | 'started';
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportEdge[];
}

/** MPEG transport streams have the same extension as TypeScript. */
const FILMS = /^corpus\/(?:sources|golden|hostile)\//;

/** Every TypeScript source below the folders, with its imports. */
export function readSourceTree(folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: (name) => name === 'node_modules' }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !FILMS.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, imports: importsOf(path, withoutComments(text)) };
    });
}

const STATIC = /^\s*(?:import|export)\s+(type\s+)?(?:[\w$*{}\s,]+?\s+from\s+)?(['"])([^'"\n]+)\2/gm;
const DYNAMIC = /\bimport\(\s*(['"])([^'"\n]+)\1/g;
/** A module that a thread or process is started with; its extension may be put together. */
const STARTED = /new URL\(\s*(['"`])(\.[^'"`\n$]+?)(?:\.(?:ts|js|mjs)|\$\{[^}]*\})\1\s*,\s*import\.meta\.url/g;

export function importsOf(path: string, text: string): ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (const match of text.matchAll(STATIC)) edges.push(edge(path, match[3]!, match[1] ? 'type' : 'static'));
  for (const match of text.matchAll(DYNAMIC)) edges.push(edge(path, match[2]!, 'dynamic'));
  for (const match of text.matchAll(STARTED)) edges.push(edge(path, `${match[2]!}.ts`, 'started'));
  return edges;
}

function edge(from: string, specifier: string, kind: ImportEdge['kind']): ImportEdge {
  if (!specifier.startsWith('.')) return { from, to: specifier, isPackage: true, kind };
  const to = relative(ROOT, resolve(ROOT, dirname(from), specifier)).replaceAll('\\', '/');
  return { from, to, isPackage: false, kind };
}

/** Comments blanked out, strings kept: an import that is talked about is none. Lines stay where they are. */
export function withoutComments(text: string): string {
  return text.replaceAll(
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (piece) => (piece.startsWith('/') ? piece.replaceAll(/[^\n]/g, ' ') : piece),
  );
}
