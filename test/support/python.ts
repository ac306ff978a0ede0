import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './source-tree.ts';
import { startUpstream } from './upstream.ts';

/** Whether there is a python3 that the client of the service runs in. */
export const HAS_PYTHON = isAtLeast(3, 9);

export interface PythonRun {
  /** What unittest says. */
  readonly said: string;
  /** How often each call was made of a service that is busy at the first request with each key. */
  readonly attempts: readonly number[];
}

/** Runs the tests of the Python client against a service. */
export async function runPythonClient({
  url,
  key,
}: {
  readonly url: string;
  readonly key: string;
}): Promise<PythonRun> {
  const attempts = new Map<string, number>();
  await using flaky = await startUpstream((request, response) => {
    const id = String(request.headers['idempotency-key']);
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    request.resume().on('end', () => {
      const error = { code: 'server_busy', status: 503, retryable: true };
      if (attempt === 1) response.writeHead(503, { 'Retry-After': '0' });
      response.end(JSON.stringify(attempt === 1 ? { message: 'Busy.', error } : { data: { attempt } }));
    });
  });
  const script = join(ROOT, 'test/support/python-client.py');
  const { stderr } = await promisify(execFile)('python3', [script, url, key, flaky.url]);
  return { said: stderr, attempts: [...attempts.values()] };
}

function isAtLeast(major: number, minor: number): boolean {
  const check = `import sys; sys.exit(sys.version_info < (${major}, ${minor}))`;
  try {
    execFileSync('python3', ['-c', check], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
