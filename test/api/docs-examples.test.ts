import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallExample, EXAMPLES } from '../../server/web/src/docs/examples.ts';
import { fencesOf } from '../support/docs-examples.ts';
import { ROOT } from '../support/source-tree.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

type Language = keyof typeof EXAMPLES;

/** How a program is run, the name of its file, and what tells whether its runtime is installed. */
const RUNTIMES: Readonly<Record<Language, { file: string; run: readonly string[]; probe: readonly string[] }>> = {
  curl: { file: 'call.sh', run: ['sh'], probe: ['curl', '--version'] },
  Node: { file: 'call.mjs', run: [process.execPath], probe: [process.execPath, '--version'] },
  Python: { file: 'call.py', run: ['python3'], probe: ['python3', '-c', 'import requests'] },
  PHP: { file: 'call.php', run: ['php'], probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'] },
  Go: { file: 'call.go', run: ['go', 'run'], probe: ['go', 'version'] },
};

const CALLS: readonly { readonly name: string; readonly call: Omit<CallExample, 'host'>; readonly answer: RegExp }[] = [
  {
    name: 'a form with a file',
    call: {
      ...{ method: 'POST', path: '/api/v1/convert', needsKey: true },
      form: [
        { name: 'file', value: 'document.pdf', isFile: true },
        { name: 'targetFormat', value: 'docx', isFile: false },
      ],
    },
    answer: /targetFormat\W+DOCX/,
  },
  {
    name: 'a body of JSON',
    call: {
      ...{ method: 'POST', path: '/api/v1/plan', needsKey: true },
      json: JSON.stringify({ from: 'pdf', to: 'docx', bytes: 100 }),
    },
    answer: /takes 1 step/,
  },
  {
    name: 'no body, and an answer without one',
    call: { method: 'OPTIONS', path: '/api/v1/uploads', needsKey: false, isEmpty: true },
    answer: /204/,
  },
  {
    name: 'a file as the body',
    call: {
      ...{ method: 'PATCH', path: '/api/v1/uploads/ID', needsKey: true, isEmpty: true, content: 'document.pdf' },
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    },
    answer: /204/,
  },
];

const CONTENT = '%PDF-1.7 a document';
let service: TestService;
let directory: TemporaryDirectory;

beforeAll(async () => {
  const plan = { id: 'large', name: 'Large', monthlyConversions: 500, maxFileBytes: 60_000_000 };
  service = await startTestService({ environment: { ACCOUNTS: 'yes', PLANS: JSON.stringify([plan]) } });
  directory = await temporaryDirectory();
  for (const name of ['document.pdf', 'report.pdf']) await writeFile(join(directory.path, name), CONTENT);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

async function run(language: Language, program: string): Promise<string> {
  const { file, run: command } = RUNTIMES[language];
  const text = program.replaceAll('ath_live_…', service.key).replaceAll('http://localhost:8080', service.url);
  await writeFile(join(directory.path, file), text);
  const [name = '', ...args] = command;
  const env = { ...process.env, KEY: service.key, ATHANOR_KEY: service.key };
  const { stdout } = await promisify(execFile)(name, [...args, file], { cwd: directory.path, env });
  return stdout;
}

async function createUpload(): Promise<string> {
  const headers = { 'X-API-Key': service.key, 'Tus-Resumable': '1.0.0', 'Upload-Length': String(CONTENT.length) };
  const answer = await fetch(`${service.url}/api/v1/uploads`, { method: 'POST', headers });
  return answer.headers.get('location')!.split('/').at(-1)!;
}

describe.each(Object.keys(EXAMPLES) as Language[])('an example in %s', (language) => {
  const { probe } = RUNTIMES[language];

  it.skipIf(!works(probe)).each(CALLS)(
    `sends $name (${probe.join(' ')})`,
    async ({ call, answer }) => {
      const path = call.path.includes('ID') ? call.path.replace('ID', await createUpload()) : call.path;
      expect(await run(language, EXAMPLES[language]({ ...call, path, host: service.url }))).toMatch(answer);
    },
    120_000,
  );
});

const README: Readonly<Record<string, Language>> = { php: 'PHP', go: 'Go' };

describe.each(Object.entries(README))('the example in %s of the documentation', (fence, language) => {
  const { probe } = RUNTIMES[language];

  it.skipIf(!works(probe))(
    `runs as it is (${probe.join(' ')})`,
    async () => {
      const text = readFileSync(join(ROOT, 'server/README.md'), 'utf8');
      const example = fencesOf(text).find(({ language: name }) => name === fence)!;
      expect(await run(language, example.text)).toMatch(/content\s*$/);
    },
    120_000,
  );
});

function works([name = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(name, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
