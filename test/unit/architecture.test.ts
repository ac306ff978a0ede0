import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  importsOf,
  readSourceTree,
  withoutComments,
  type ImportEdge,
  type SourceFile,
} from '../support/source-tree.ts';

/** Who may import whom: the rules of the house, read from the imports themselves. */

const tree = readSourceTree(['engine', 'server', 'bench', 'test', 'corpus']);
const engine = tree.filter(({ path }) => path.startsWith('engine/'));
const server = tree.filter(({ path }) => path.startsWith('server/'));
const declarations = tree.filter(({ path }) => /^engine\/codecs\/[^/]+\/codec\.ts$/.test(path));

/** `from → to` of every import that breaks a rule. */
function violations(files: readonly SourceFile[], isForbidden: (edge: ImportEdge) => boolean): string[] {
  return files.flatMap(({ imports }) => imports.filter(isForbidden).map(({ from, to }) => `${from} → ${to}`));
}

const codecOf = (path: string): string | undefined => /^engine\/codecs\/([^/]+)\//.exec(path)?.[1];
const isIn = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

it('there is a tree to look at', () => {
  expect(engine.length).toBeGreaterThan(50);
  expect(declarations.length).toBeGreaterThan(0);
});

describe('engine', () => {
  it('imports nothing from the server, the benches or the tests', () => {
    const outside = ['server', 'bench', 'test', 'corpus'];
    expect(violations(engine, ({ to, isPackage }) => !isPackage && outside.some((folder) => isIn(to, folder)))).toEqual(
      [],
    );
  });

  it('stays inside itself', () => {
    expect(violations(engine, ({ to, isPackage }) => !isPackage && !isIn(to, 'engine'))).toEqual([]);
  });

  it('knows no web framework and no database', () => {
    const foreign = /^(koa|@koa\/|kysely|node:sqlite|node:http|node:https|pino)/;
    // Databases in memory are one of the formats of data.
    const allowed = [
      'engine/io/sqlite.ts',
      'engine/content/records/sqlite/reader.ts',
      'engine/content/records/sqlite/writer.ts',
    ];
    const others = engine.filter(({ path }) => !allowed.includes(path));
    expect(violations(others, ({ to, isPackage }) => isPackage && foreign.test(to))).toEqual([]);
  });

  it('reads no environment outside the command line', () => {
    // Sealing a thread means taking the environment away from it.
    const allowed = ['engine/pool/seal-thread.ts'];
    expect(readingEnvironment(engine).filter((path) => !isIn(path, 'engine/cli') && !allowed.includes(path))).toEqual(
      [],
    );
  });

  it("is used by its command line through what is public, and by nobody's internals", () => {
    // Doctor lists the declarations of the codecs, which are data.
    const allowed = ['engine/index.ts', 'engine/io/runtime.ts', 'engine/codecs/index.ts', 'engine/mcp/index.ts'];
    const cli = engine.filter(({ path }) => isIn(path, 'engine/cli'));
    expect(
      violations(cli, ({ to, isPackage }) => !isPackage && !isIn(to, 'engine/cli') && !allowed.includes(to)),
    ).toEqual([]);
    const others = engine.filter(({ path }) => !isIn(path, 'engine/cli'));
    expect(violations(others, ({ to }) => isIn(to, 'engine/cli'))).toEqual([]);
  });
});

describe('rooms of the engine', () => {
  /** Where the files of a room may import from, besides itself. */
  const ROOMS: Readonly<Record<string, readonly string[]>> = {
    contract: [],
    formats: ['contract', 'io'],
    content: ['contract', 'formats', 'io'],
    verify: ['contract', 'formats', 'content', 'io'],
    planner: ['contract', 'formats'],
    io: ['contract', 'formats'],
  };

  it.each(Object.entries(ROOMS))('%s imports nothing above it', (room, below) => {
    const isBelow = (to: string): boolean => [room, ...below].some((other) => isIn(to, `engine/${other}`));
    // The contract names formats and features; nothing of them is in it when it runs.
    const isName = ({ to, kind }: ImportEdge): boolean =>
      room === 'contract' && kind === 'type' && isIn(to, 'engine/formats');
    const files = engine.filter(({ path }) => isIn(path, `engine/${room}`));
    expect(files.length).toBeGreaterThan(0);
    expect(
      violations(files, (edge) => !edge.isPackage && edge.kind !== 'started' && !isBelow(edge.to) && !isName(edge)),
    ).toEqual([]);
  });

  it('use nothing that only Node has but through io', () => {
    const free = ['contract', 'formats', 'planner', 'content', 'verify'].map((room) => `engine/${room}`);
    const users = engine
      .filter(({ path }) => free.some((room) => isIn(path, room)))
      .filter(
        ({ text, imports }) =>
          imports.some(({ to }) => to.startsWith('node:')) || /\bBuffer\b/.test(withoutComments(text)),
      )
      .map(({ path }) => path);
    expect(users).toEqual([]);
  });
});

describe('codecs', () => {
  it('are declared without anything heavy: only the contract, the formats and tables of their own', () => {
    const allowed = (to: string): boolean => to === 'engine/contract/codec.ts' || isIn(to, 'engine/formats');
    const isLoader = ({ from, to, kind }: ImportEdge): boolean =>
      kind === 'dynamic' && to === from.replace(/codec\.ts$/, 'run.ts');
    const declared = [...declarations];
    const isDeclared = (to: string): boolean => declared.some(({ path }) => path === to);
    for (const { path, imports } of declared) {
      const own = imports.filter(({ to, kind }) => kind === 'static' && codecOf(to) === codecOf(path));
      declared.push(...tree.filter((file) => own.some(({ to }) => to === file.path) && !isDeclared(file.path)));
    }
    const isForbidden = (edge: ImportEdge): boolean =>
      edge.kind !== 'type' && (edge.isPackage || !allowed(edge.to)) && !isLoader(edge) && !isDeclared(edge.to);
    expect(violations(declared, isForbidden)).toEqual([]);
  });

  it('load their runner and nothing else', () => {
    const loaded = declarations.map(({ path, imports }) => [
      path,
      imports.filter(({ kind }) => kind === 'dynamic').length,
    ]);
    expect(loaded.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it('know nothing of each other', () => {
    const parts = tree.filter(({ path }) => codecOf(path) !== undefined);
    expect(violations(parts, ({ from, to }) => codecOf(to) !== undefined && codecOf(to) !== codecOf(from))).toEqual([]);
  });

  it('import only their own folder and what is made for them', () => {
    const shared = ['engine/contract', 'engine/formats', 'engine/io', 'engine/content', 'engine/verify'];
    const parts = tree.filter(({ path }) => codecOf(path) !== undefined && basename(path) !== 'codec.ts');
    const isForbidden = ({ from, to, isPackage }: ImportEdge): boolean =>
      !isPackage && codecOf(to) !== codecOf(from) && !shared.some((folder) => isIn(to, folder));
    expect(violations(parts, isForbidden)).toEqual([]);
  });

  it('run only behind load(): nobody imports a runner, its parts included, while starting', () => {
    const isRunner = (to: string): boolean => codecOf(to) !== undefined && basename(to) !== 'codec.ts';
    const outside = tree.filter(
      ({ path }) => codecOf(path) === undefined && (isIn(path, 'engine') || isIn(path, 'server')),
    );
    expect(violations(outside, ({ to, kind }) => isRunner(to) && kind === 'static')).toEqual([]);
    expect(
      violations(tree, ({ to, kind }) => /^engine\/codecs\/[^/]+\/run\.ts$/.test(to) && kind === 'static'),
    ).toEqual([]);
  });

  it('touch no files, network, processes or threads', () => {
    const effects =
      /^(node:)?(fs|fs\/promises|net|http|https|http2|tls|dgram|dns|child_process|cluster|worker_threads)$/;
    const parts = tree.filter(({ path }) => codecOf(path) !== undefined);
    // Loading a library's own code and data, and what the threads of its own import when they are sealed.
    const allowed: readonly string[] = [
      'engine/codecs/ffmpeg/core.ts → node:fs',
      'engine/codecs/libreoffice/package-files.ts → node:fs',
      'engine/codecs/vips/start.ts → node:fs',
      'engine/codecs/libreoffice/start.ts → node:worker_threads',
      'engine/codecs/ocr/recognition-data.ts → node:fs',
      'engine/codecs/vips/pthread.ts → node:worker_threads',
    ];
    expect(
      violations(parts, ({ to, isPackage, kind }) => isPackage && kind !== 'type' && effects.test(to)).filter(
        (line) => !allowed.includes(line),
      ),
    ).toEqual([]);
  });
});

/** The engine's readers, which pages have for what they show of office files. */
const READERS = 'engine/preview/index.ts';
const isOfReaders = (line: string): boolean => line.startsWith('server/web/src/office/') && line.endsWith(READERS);

describe('server', () => {
  it('uses nothing of the engine but its public face', () => {
    // The guard against an old Node runs before anything else is loaded.
    const allowed = ['engine/index.ts', 'engine/io/runtime.ts', 'engine/mcp/index.ts'];
    expect(
      violations(server, ({ to }) => isIn(to, 'engine') && !allowed.includes(to)).filter((line) => !isOfReaders(line)),
    ).toEqual([]);
  });

  it('has a website that knows it through its client and its documented answers only', () => {
    const web = server.filter(({ path }) => isIn(path, 'server/web/src'));
    const allowed = ({ to, kind }: ImportEdge): boolean =>
      isIn(to, 'server/web/src') ||
      to === 'server/client/index.ts' ||
      to === READERS ||
      (isIn(to, 'server/openapi') && kind === 'type');
    expect(web.length).toBeGreaterThan(20);
    expect(violations(web, (edge) => !edge.isPackage && !allowed(edge))).toEqual([]);
    const packages = web.flatMap(({ imports }) => imports.filter(({ isPackage }) => isPackage).map(({ to }) => to));
    expect([...new Set(packages)].sort()).toEqual([
      '@preact/signals',
      'fflate',
      'pdfjs-dist',
      'pdfjs-dist/build/pdf.worker.min.mjs',
      'preact',
      'preact/hooks',
    ]);
  });

  it('keeps its routes away from the stores', () => {
    const routes = server.filter(({ path }) => isIn(path, 'server/routes'));
    expect(violations(routes, ({ to }) => isIn(to, 'server/stores'))).toEqual([]);
  });

  it('reads its environment in one place', () => {
    // The entry points hand the environment to the one place that reads it.
    const handsOver = /^\s*(const \w+ = |const service = await startService\()?load\w*Config\(process\.env\)\)?;?$/;
    const elsewhere = server
      .filter(({ path }) => path !== 'server/config.ts')
      .flatMap(({ path, text }) =>
        environmentLines(text)
          .filter((line) => !handsOver.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(elsewhere).toEqual([]);
  });
});

describe('the SDK for agents', () => {
  it('is loaded only by what serves agents, and for it', () => {
    const parts = ['engine/mcp/', 'engine/cli/mcp/', 'engine/cli/commands/mcp.ts', 'server/services/agents.ts'];
    const serves = (path: string): boolean => parts.some((part) => path.startsWith(part));
    const others = [...engine, ...server].filter(({ path }) => !serves(path));
    const loads = ({ to, kind }: ImportEdge): boolean =>
      kind === 'static' && (to.startsWith('@modelcontextprotocol/') || serves(to));
    expect(violations(others, loads)).toEqual([]);
  });
});

describe('conventions', () => {
  const own = tree.filter(({ path }) => !isIn(path, 'corpus'));

  it('there are no default exports but those of codecs', () => {
    // Piscina and vitest take what a module exports by default.
    const allowed = [
      'engine/pool/detection-worker.ts',
      'engine/pool/start-detection.ts',
      'engine/pool/start-worker.ts',
      'engine/pool/worker.ts',
      'test/mutation/vitest-config.ts',
      'test/support/global-setup.ts',
      'test/support/unruly-worker.ts',
    ];
    const withDefault = own.filter(({ text }) => /^export\s+default\b|\bas default\b/m.test(withoutComments(text)));
    const isCodec = (path: string): boolean => /^engine\/codecs\/[^/]+\/(codec|run)\.ts$/.test(path);
    expect(withDefault.map(({ path }) => path).filter((path) => !isCodec(path) && !allowed.includes(path))).toEqual([]);
  });

  it('files are named after their subject, in kebab-case', () => {
    const vague = /(^|[-.])(utils?|helpers?|misc|manager|common)([-.]|$)/;
    const kebab = /^[a-z\d]+(-[a-z\d]+)*(\.(test|bench|property|d))*\.tsx?$/;
    const names = tree.map(({ path }) => path);
    expect(names.filter((path) => vague.test(basename(path)) || !kebab.test(basename(path)))).toEqual([]);
  });

  it('imports name their files with the extension', () => {
    expect(
      violations(tree, ({ to, isPackage }) => !isPackage && !/\.(tsx?|js|json|css|wasm)(\?worker&url)?$/.test(to)),
    ).toEqual([]);
  });

  it("Node's own modules are named as such", () => {
    const builtin =
      /^(assert|buffer|child_process|crypto|events|fs|http|https|net|os|path|process|stream|url|util|worker_threads|zlib)(\/|$)/;
    expect(violations(tree, ({ to, isPackage }) => isPackage && builtin.test(to))).toEqual([]);
  });
});

describe('the reader of imports', () => {
  it('finds every kind, and none in comments or strings', () => {
    const text = withoutComments(`
import a, { b } from '../a.ts';
import type { C } from "../c.ts";
import '../d.ts';
export {
  e,
  type F,
} from '../e.ts';
export * from 'package/f';
// import g from '../g.ts';
/* import h from '../h.ts'; */
const text = "import i from '../i.ts'";
const load = () => import('./j.ts');
new URL(\`./k\${x}\`, import.meta.url);
`);
    const found = importsOf('engine/x/y.ts', text).map(({ to, kind }) => `${kind} ${to}`);
    expect(found).toEqual([
      ...['static engine/a.ts', 'type engine/c.ts', 'static engine/d.ts', 'static engine/e.ts', 'static package/f'],
      ...['dynamic engine/x/j.ts', 'started engine/x/k.ts'],
    ]);
  });
});

function readingEnvironment(files: readonly SourceFile[]): string[] {
  return files.filter(({ text }) => environmentLines(text).length > 0).map(({ path }) => path);
}

function environmentLines(text: string): string[] {
  return withoutComments(text)
    .split('\n')
    .filter((line) => /\bprocess\.env\b|\bfrom 'node:process'/.test(line));
}
