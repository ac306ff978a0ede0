import { existsSync } from 'node:fs';
import { loadConfig } from './config.ts';
import { ConfigError } from './settings.ts';
import { createLog } from './log.ts';
import { type Service, startService } from './service.ts';
import { DirectoryInUseError } from './stores/disk/directory-lock.ts';
import { UnavailableError } from './stores/unavailable.ts';

/** Starts the service from the environment and stops it on SIGTERM or SIGINT. */
export async function runService(): Promise<void> {
  const service = await start();
  if (service) stopOnSignal(service);
}

async function start(): Promise<Service | undefined> {
  try {
    const config = loadConfig(process.env);
    const log = createLog({ level: config.logLevel });
    const service = await startService(config, { log });
    if (service.firstKey !== undefined) process.stdout.write(welcome(service, service.firstKey));
    // Nobody waits for it: a conversion that comes first starts what it needs, and a stop ends it.
    if (config.warm) service.warm().catch((error: unknown) => log.debug({ err: error }, 'not all workers are warm'));
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
  if (error instanceof UnavailableError) return error.message;
  if (error instanceof DirectoryInUseError) return `${error.message} Stop it, or set another DATA_DIR.`;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'EADDRINUSE') return 'The port is in use. Stop the other program, or set another PORT.';
  if (error.code === 'EACCES') return `No permission: ${error.message}. Set another PORT or DATA_DIR.`;
  return undefined;
}

/** A document that lies in a checkout, where `npm start` runs; elsewhere the line names one that you put there. */
const SAMPLE = 'corpus/sources/pdf/letter-headings-table-link.pdf';

function welcome({ url }: Service, key: string): string {
  const file = existsSync(SAMPLE) ? SAMPLE : 'document.pdf';
  return `
Athanor listens on ${url}

Your API key, shown only this once:

  ${key}

Try it:

  curl -H 'X-API-Key: ${key}' -F file=@${file} -F targetFormat=docx ${url}/api/v1/convert

`;
}
