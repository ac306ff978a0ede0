import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fencesOf } from '../support/docs-examples.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { ROOT } from '../support/source-tree.ts';
import { startTestService } from '../support/service.ts';
import { startUpstream } from '../support/upstream.ts';

const hasPython = isAtLeast(3, 9);

it.skipIf(!hasPython)('the Python client does what the service offers (python3 of 3.9 or later)', async () => {
  const plan = { id: 'large', name: 'Large', monthlyConversions: 50, maxFileBytes: 60_000_000 };
  const environment = { ACCOUNTS: 'yes', PLANS: JSON.stringify([plan]) };
  await using service = await startTestService({ environment });
  const attempts = new Map<string, number>();
  // Busy at the first request with each key: a repeated one has the key of the first.
  await using flaky = await startUpstream((request, response) => {
    const key = String(request.headers['idempotency-key']);
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    request.resume().on('end', () => {
      const error = { code: 'server_busy', status: 503, retryable: true };
      if (attempt === 1) response.writeHead(503, { 'Retry-After': '0' });
      response.end(JSON.stringify(attempt === 1 ? { message: 'Busy.', error } : { data: { attempt } }));
    });
  });
  const script = join(ROOT, 'test/support/python-client.py');
  const { stderr } = await promisify(execFile)('python3', [script, service.url, service.key, flaky.url]);
  expect(stderr).toMatch(/Ran \d+ tests[\s\S]*OK/);
  expect([...attempts.values()]).toEqual([2, 1]);
});

it.skipIf(!hasPython)('the example in the documentation runs as it is', async () => {
  await using service = await startTestService();
  await using directory = await temporaryDirectory();
  const example = fencesOf(readFileSync(join(ROOT, 'server/README.md'), 'utf8')).find(
    ({ language }) => language === 'python',
  )!;
  await writeFile(join(directory.path, 'report.pdf'), '%PDF-1.7 a report');
  const { stdout } = await promisify(execFile)(
    'python3',
    ['-c', example.text.replace('http://localhost:8080', service.url)],
    {
      cwd: directory.path,
      env: {
        ...process.env,
        ATHANOR_KEY: service.key,
        PYTHONPATH: join(ROOT, 'server/client/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    },
  );
  expect(stdout).toBe('content\n');
  expect(await readFile(join(directory.path, 'report.docx'), 'utf8')).toBe('docx made of 17 bytes');
});

function isAtLeast(major: number, minor: number): boolean {
  const check = `import sys; sys.exit(sys.version_info < (${major}, ${minor}))`;
  try {
    execFileSync('python3', ['-c', check], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
