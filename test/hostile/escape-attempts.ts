import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Linting allows `any` and `eval` here: the attempts poke at whatever is there.
 *
 * A worker that tries to leave its thread: files, sockets, processes, threads, native code, the environment.
 * It answers with the names of the attempts that succeeded.
 */
interface Target {
  /** The module that seals the thread first: by its `sealThread`, or as it is imported, since it is the engine's worker. */
  readonly sealedBy?: string;
  /** A file outside every readable folder, and a port on which somebody counts connections. */
  readonly canary: string;
  readonly port: number;
  /** The canary opened by the main thread: descriptors belong to the whole process. */
  readonly descriptor: number;
  readonly readable: readonly string[];
}

const ATTEMPT_MS = 2000;

const target = workerData as Target;
const { canary, port } = target;
const require = createRequire(import.meta.url);

if (target.sealedBy !== undefined) (await import(target.sealedBy)).sealThread?.({ readable: target.readable });

const load = (id: string): Promise<Record<string, any>> => import(id);
const connected = (
  socket: { once(event: string, listener: (value?: unknown) => void): void },
  event: string,
): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
  });

const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  'fs.readFileSync': async () => (await load('node:fs')).readFileSync(canary),
  'fs.readFileSync by require': () => require('node:fs').readFileSync(canary),
  'fs.readFileSync by getBuiltinModule': () => process.getBuiltinModule('node:fs').readFileSync(canary),
  'fs.readFileSync of a URL': async () => (await load('node:fs')).readFileSync(new URL(`file://${canary}`)),
  'fs.readFileSync of a descriptor': async () => (await load('node:fs')).readFileSync(target.descriptor),
  'fs.readFileSync with a getter': async () => {
    const fs = await load('node:fs');
    let descriptor = -1;
    const options = {
      get encoding() {
        descriptor = fs.openSync(canary, 'r');
        return 'utf8';
      },
    };
    fs.readFileSync(new URL(import.meta.url), options);
    if (descriptor < 0) throw new Error('the getter did not run');
  },
  'fs.openSync': async () => (await load('node:fs')).openSync(canary, 'r'),
  'fs.writeFileSync': async () => (await load('node:fs')).writeFileSync(`${canary}.written`, 'x'),
  'fs.appendFileSync': async () => (await load('node:fs')).appendFileSync(canary, ''),
  'fs.createReadStream': async () => connected((await load('node:fs')).createReadStream(canary), 'open'),
  'fs.createWriteStream': async () => connected((await load('node:fs')).createWriteStream(`${canary}.stream`), 'open'),
  'fs.copyFileSync': async () => (await load('node:fs')).copyFileSync(canary, `${canary}.copy`),
  'fs.cpSync': async () => (await load('node:fs')).cpSync(canary, `${canary}.cp`),
  'fs.linkSync': async () => (await load('node:fs')).linkSync(canary, `${canary}.link`),
  'fs.symlinkSync': async () => (await load('node:fs')).symlinkSync(canary, `${canary}.symlink`),
  'fs.mkdirSync': async () => (await load('node:fs')).mkdirSync(`${canary}.directory`),
  'fs.mkdtempSync': async () => (await load('node:fs')).mkdtempSync(`${canary}.temporary`),
  'fs.readdirSync of the root': async () => (await load('node:fs')).readdirSync('/'),
  'fs.statSync': async () => (await load('node:fs')).statSync(canary),
  'fs.existsSync': async () => {
    if (!(await load('node:fs')).existsSync(canary)) throw new Error('not seen');
  },
  'fs.accessSync': async () => (await load('node:fs')).accessSync(canary),
  'fs.realpathSync.native': async () => (await load('node:fs')).realpathSync.native(canary),
  'fs.watch': async () => (await load('node:fs')).watch(canary).close(),
  'fs.openAsBlob': async () => (await load('node:fs')).openAsBlob(canary),
  'fs.globSync': async () => {
    if ((await load('node:fs')).globSync(`${canary}*`).length === 0) throw new Error('nothing seen');
  },
  'fs/promises.readFile': async () => (await load('node:fs/promises')).readFile(canary),
  'fs/promises.open': async () => (await (await load('node:fs/promises')).open(canary)).close(),
  'fs/promises.writeFile': async () => (await load('node:fs/promises')).writeFile(`${canary}.promised`, 'x'),
  'fs.promises of fs': async () => (await load('node:fs')).promises.readFile(canary),
  'net.connect': async () => connected((await load('node:net')).connect(port, '127.0.0.1'), 'connect'),
  'net.connect by require': () => connected(require('node:net').connect(port, '127.0.0.1'), 'connect'),
  'net.createServer': async () => {
    const server = (await load('node:net')).createServer();
    await connected(server.listen(0, '127.0.0.1'), 'listening');
    server.close();
  },
  'http.get': async () => connected((await load('node:http')).get(`http://127.0.0.1:${port}/`), 'socket'),
  'https.get': async () => connected((await load('node:https')).get(`https://127.0.0.1:${port}/`), 'socket'),
  'http2.connect': async () => {
    const session = (await load('node:http2')).connect(`http://127.0.0.1:${port}`);
    session.on('error', () => {});
    await connected(session, 'connect');
    session.destroy();
  },
  'tls.connect': async () => (await load('node:tls')).connect(port).on('error', () => {}),
  'dgram.createSocket': async () => (await load('node:dgram')).createSocket('udp4').close(),
  'dns.lookup': async () => (await load('node:dns')).promises.lookup('localhost'),
  fetch: () => fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(300) }).catch(refusalOnly),
  WebSocket: () => new WebSocket(`ws://127.0.0.1:${port}/`),
  EventSource: () => new (globalThis as any).EventSource(`http://127.0.0.1:${port}/`),
  'child_process.spawnSync': async () => (await load('node:child_process')).spawnSync('true'),
  'child_process.execSync': async () => (await load('node:child_process')).execSync('true'),
  'child_process by require': () => require('node:child_process').spawnSync('true'),
  'cluster.fork': async () => (await load('node:cluster')).setupPrimary(),
  'worker_threads.Worker': async () => new (await load('node:worker_threads')).Worker('0', { eval: true }).terminate(),
  'worker_threads.Worker by require': () =>
    new (require('node:worker_threads').Worker)('0', { eval: true }).terminate(),
  'inspector.Session': async () => new (await load('node:inspector')).Session().connect(),
  'sqlite.DatabaseSync': async () => new (await load('node:sqlite')).DatabaseSync(`${canary}.db`).close(),
  'wasi.WASI': async () => new (await load('node:wasi')).WASI({ version: 'preview1', preopens: { '/': '/' } }),
  'vm.runInThisContext': async () => (await load('node:vm')).runInThisContext('1'),
  'repl.start': async () => (await load('node:repl')).builtinModules.length,
  'v8.writeHeapSnapshot': async () => (await load('node:v8')).writeHeapSnapshot(`${canary}.heap`),
  'v8.setFlagsFromString': async () => (await load('node:v8')).setFlagsFromString('--no-opt'),
  'module.registerHooks': async () => (await load('node:module')).registerHooks({}),
  'process.binding': () => (process as any).binding('fs').open(canary, 0, 0),
  'process.dlopen': () => process.dlopen({ exports: {} }, canary),
  'process.kill': () => process.kill(process.pid, 0),
  'process.env': () => {
    if (Object.keys(process.env).length === 0) throw new Error('empty');
  },
  'process.report': () => process.report.getReport(),
  'crypto.setEngine': async () => (await load('node:crypto')).setEngine('dynamic'),
  'eval of import': () => (0, eval)(`import('node:fs').then((fs) => fs.readFileSync(${JSON.stringify(canary)}))`),
  'Function constructor': () => new Function('return process')().getBuiltinModule('fs').readFileSync(canary),
  'import of a file outside': () => import(`${canary}.mjs`),
};

/** A connection that was tried counts as an escape, even when nobody answered in HTTP. */
function refusalOnly(error: unknown): void {
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return;
  throw error;
}

const succeeded: string[] = [];
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    await Promise.race([
      attempt(),
      sleep(ATTEMPT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer'))),
    ]);
    succeeded.push(name);
  } catch {
    // refused, as it should be
  }
}
parentPort!.postMessage({ tried: Object.keys(ATTEMPTS).length, succeeded });
