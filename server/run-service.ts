import { existsSync } from 'node:fs';
import { collectSeldom } from '../engine/io/runtime.ts';
import { loadConfig } from './config.ts';
import { ConfigError, SETTINGS } from './settings.ts';
import { createLog } from './log.ts';
import { type Service, startService } from './service.ts';
import { DirectoryInUseError } from './stores/disk/directory-lock.ts';
import { UnavailableError } from './stores/unavailable.ts';

/** Starts the service from the environment and stops it on SIGTERM or SIGINT. Of arguments it knows `--help` alone. */
export async function runService(parameters: readonly string[]): Promise<void> {
  const [parameter] = parameters;
  if (parameter === '--help' || parameter === '-h') return void process.stdout.write(help());
  if (parameter !== undefined) {
    process.stderr.write(`The service takes no argument ${JSON.stringify(parameter)}. See npm start -- --help.\n`);
    process.exitCode = 1;
    return;
  }
  const service = await start();
  if (service) stopOnSignal(service);
}

async function start(): Promise<Service | undefined> {
  try {
    const config = loadConfig(process.env);
    collectSeldom({ isLimited: config.engine.memoryMB !== undefined });
    const log = createLog({ level: config.logLevel });
    const service = await startService(config, { log });
    if (service.firstKey !== undefined) process.stdout.write(welcome(service, service.firstKey));
    // Not awaited: an early conversion starts the workers that it needs, and a stop ends the warm-up.
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
    // A second signal stops at once, without waiting for running conversions.
    if (stopping) process.exit(1);
    stopping = true;
    await service.close();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Describes a mistake in the setup; undefined for any other error. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError) return `The configuration is invalid:\n${error.message}`;
  if (error instanceof UnavailableError) return error.message;
  if (error instanceof DirectoryInUseError) return `${error.message} Stop it, or set another DATA_DIR.`;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'EADDRINUSE') return 'The port is already in use. Stop the other program, or set another PORT.';
  if (error.code === 'EACCES') return `No permission: ${error.message}. Set another PORT or DATA_DIR.`;
  return undefined;
}

function help(): string {
  const settings = Object.entries(SETTINGS).map(([name, setting]) => {
    const fallback = 'default' in setting && setting.default !== '' ? ` (default ${setting.default})` : '';
    return `  ${name}${fallback}\n${wrap(setting.meaning)}\n`;
  });
  return `Usage: npm start

Starts the service. Its settings are environment variables:

${settings.join('\n')}`;
}

/** In lines that fit into any terminal. */
function wrap(text: string): string {
  return text.replace(/(.{1,70})(?: |$)/g, '      $1\n').trimEnd();
}

/** A sample that exists in a checkout, where `npm start` runs. Elsewhere the command names a file of the user's. */
const SAMPLE = 'corpus/sources/pdf/letter-headings-table-link.pdf';

function welcome({ url }: Service, key: string): string {
  const file = existsSync(SAMPLE) ? SAMPLE : 'document.pdf';
  return `
Athanor listens on ${url}

Your API key, shown only once:

  ${key}

Try it:

  curl -H 'X-API-Key: ${key}' -F file=@${file} -F targetFormat=docx ${url}/api/v1/convert

`;
}
