import { ConfigError, loadConfig } from './config.ts';
import { type Service, startService } from './service.ts';
import { DirectoryInUseError } from './stores/disk/directory-lock.ts';

/** Starts the service from the environment and stops it on SIGTERM or SIGINT. */
export async function runService(): Promise<void> {
  const service = await start();
  if (service) stopOnSignal(service);
}

async function start(): Promise<Service | undefined> {
  try {
    const service = await startService(loadConfig(process.env));
    if (service.firstKey !== undefined) process.stdout.write(welcome(service, service.firstKey));
    return service;
  } catch (error) {
    const explained = explain(error);
    if (explained === undefined) throw error;
    process.stderr.write(`${explained}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

function stopOnSignal(service: Service): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    // Whoever asks twice does not want to wait for the running conversions.
    if (stopping) process.exit(1);
    stopping = true;
    await service.close();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Mistakes of whoever starts the service, in words; anything else is our own. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError) return `The configuration is not right.\n${error.message}`;
  if (error instanceof DirectoryInUseError) return `${error.message} Stop it, or set another DATA_DIR.`;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'EADDRINUSE') return 'The port is in use. Stop the other program, or set another PORT.';
  if (error.code === 'EACCES') return `No permission: ${error.message}. Set another PORT or DATA_DIR.`;
  return undefined;
}

/** Files that lie where `npm start` runs, with what becomes of them; the last is for whoever has another one. */
const SAMPLES = [
  { file: 'package.json', from: 'json', to: 'yaml' },
  { file: 'README.md', from: 'md', to: 'html' },
  { file: 'picture.png', from: 'png', to: 'webp' },
] as const;

function welcome({ url, engine }: Service, key: string): string {
  const { file, to } = SAMPLES.find(({ from, to }) => engine.targets(from).includes(to)) ?? SAMPLES[2];
  return `
Athanor listens on ${url}

Your API key, shown only this once:

  ${key}

Try it:

  curl -H 'X-API-Key: ${key}' -F file=@${file} -F targetFormat=${to} ${url}/api/v1/convert

`;
}
