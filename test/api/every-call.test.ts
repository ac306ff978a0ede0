import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AthanorClient } from '../../server/client/index.ts';
import { type Operation, OPERATIONS } from '../../server/openapi/operations.ts';
import type { Mail } from '../../server/services/mail.ts';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { HAS_PYTHON, type PythonRun, runPythonClient } from '../support/python.ts';
import { PDF as FILE, startTestService, type TestService, TO_DOCX } from '../support/service.ts';
import { ROOT } from '../support/source-tree.ts';
import { receive } from '../support/webhook-receiver.ts';

/** Calls that are no business of our clients. */
const OF_OTHER_CLIENTS: Readonly<Record<string, string>> = {
  convertHere: 'the same as convert',
  uploadCapabilities: 'for clients of the tus protocol, which ask first',
  mcp: 'for clients of the Model Context Protocol',
  health: 'for what watches the process',
  readiness: 'for what watches the process',
};

/** Needs a browser's session, as the website has it: none of programs. */
const isOfWebsite = ({ by, path }: Operation): boolean => by === 'session' || by === 'page' || path.startsWith('/web/');

type Calls = ReadonlyMap<string, readonly number[]>;

const PDF = { name: 'Report.pdf', content: new TextEncoder().encode('%PDF-1.7 a small file') };
const SETTINGS = { targetFormat: 'docx' };

describe('every call', () => {
  const mails: Mail[] = [];
  let service: TestService;
  let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  let byTypeScript: Calls;
  let byPython: Calls;
  let python: PythonRun | undefined;
  let bySelf: Calls;

  /** The status of each answer that was given meanwhile, by operation: as the service has logged them. */
  const recorded = async (work: () => Promise<unknown>): Promise<Calls> => {
    const before = service.log.text.length;
    await work();
    const calls = new Map<string, number[]>();
    for (const line of service.log.text.slice(before).trim().split('\n')) {
      const { msg, method, url, status } = JSON.parse(line) as Record<string, string> & { readonly status: number };
      const id = msg === 'request' ? operationOf(method!, url!)?.id : undefined;
      if (id !== undefined) calls.set(id, [...(calls.get(id) ?? []), status]);
    }
    return calls;
  };

  beforeAll(async () => {
    const plan = { id: 'large', name: 'Large', monthlyConversions: 500, maxFileBytes: 60_000_000 };
    service = await startTestService({
      environment: { ACCOUNTS: 'yes', PLANS: JSON.stringify([plan]), WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' },
      limits: { webhookPollMs: 10, signInsPerMinute: 1000 },
      sendMail: async (mail) => void mails.push(mail),
    });
    byPython = HAS_PYTHON ? await recorded(async () => (python = await runPythonClient(service))) : new Map();
    byTypeScript = await recorded(async () => {
      await useProgram(service);
      await usePage(service, mails);
    });
    bySelf = await recorded(() => callDirectly(service));
    document = JSON.parse((await call(`${service.url}/openapi.json`)).text) as typeof document;
  }, 60_000);
  afterAll(() => service[Symbol.asyncDispose]());

  const readme = readFileSync(join(ROOT, 'server/README.md'), 'utf8');

  it.each(OPERATIONS)('$id is documented, in both clients, and answered', (operation) => {
    const { id, method, path } = operation;
    expect(document.paths[path]?.[method], 'the OpenAPI document').toMatchObject({ operationId: id });
    if (!path.startsWith('/web/'))
      expect(readme, 'the documentation').toContain(
        `| \`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}\``,
      );
    if (!(id in OF_OTHER_CLIENTS)) {
      expect(byTypeScript.has(id), 'the TypeScript client').toBe(true);
      expect(byPython.has(id), 'the Python client').toBe(HAS_PYTHON && !isOfWebsite(operation));
    }
    const statuses = [byTypeScript, byPython, bySelf].flatMap((calls) => calls.get(id) ?? []);
    expect(statuses.map(String), 'the running service').toContainEqual(expect.stringMatching(/^2/));
  });

  it.skipIf(!HAS_PYTHON)('does in Python what it says (python3 of 3.9 or later)', () => {
    expect(python!.said).toMatch(/Ran \d+ tests[\s\S]*OK/);
    expect(python!.attempts).toEqual([2, 1]);
  });

  it('that no client makes is still one', () => {
    expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(OF_OTHER_CLIENTS)));
  });
});

function operationOf(method: string, url: string): Operation | undefined {
  const { pathname } = new URL(url, 'http://localhost');
  return OPERATIONS.find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname) &&
      // A name of its own comes before one that stands for any.
      (!operation.path.includes('{') || !OPERATIONS.some(({ path }) => path === pathname)),
  );
}

/** Each call that a program makes, with a key. */
async function useProgram({ url, key }: TestService): Promise<void> {
  const client = new AthanorClient({ url, apiKey: key });
  await using receiver = await receive(200);
  const { conversionId } = await client.convert(PDF, { to: 'docx', callbackUrl: receiver.url });
  const running = await client.start(PDF, { to: 'docx' });
  await client.download(await running.finished());
  await client.merge([PDF, PDF], { to: 'docx' });
  await client.mergeTargets(['pdf']);
  await client.batch([PDF], { to: 'docx' });
  await client.detect(PDF);
  await client.plan('pdf', 'docx');
  await client.planFile(PDF, { to: 'docx' });
  await client.formats();
  await client.format('pdf');
  await client.conversions();
  await client.conversion(conversionId);
  await client.usage();
  await vi.waitUntil(async () => (await client.webhooks())[0]?.state === 'delivered');
  await client.replayWebhook(conversionId);
  await client.webhookSecret();
  await client.erase(conversionId);
  await client.createPreset('own', SETTINGS);
  await expect(client.createPreset('own', SETTINGS)).rejects.toMatchObject({ code: 'preset_exists' });
  await client.savePreset('own', SETTINGS);
  await client.preset('own');
  await client.presets();
  await client.deletePreset('own');
  await client.deleteUpload(await shakyClient({ url, key }).upload(PDF));
}

/** Its first request with a part of a file breaks off after three bytes. */
function shakyClient({ url, key }: Pick<TestService, 'url' | 'key'>): AthanorClient {
  let parts = 0;
  return new AthanorClient({
    ...{ url, apiKey: key, retries: 1 },
    async fetch(input, init) {
      const isBroken = init?.method === 'PATCH' && ++parts === 1;
      const answer = await fetch(input, { ...init, ...(isBroken && { body: (init.body as Blob).slice(0, 3) }) });
      if (isBroken) throw new TypeError('terminated');
      return answer;
    },
  });
}

/** Each call that the website makes, in a session. */
async function usePage({ url }: TestService, mails: readonly Mail[]): Promise<void> {
  let cookie = '';
  const page = new AthanorClient({
    url,
    async fetch(input, init) {
      const headers = { ...(init?.headers as Record<string, string>), Origin: url, ...(cookie && { Cookie: cookie }) };
      const answer = await fetch(input, { ...init, headers });
      const set = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]!);
      if (set.length > 0) cookie = set.join('; ');
      return answer;
    },
  });
  const email = 'ada@example.org';
  await page.account.signUp({ email, password: 'an engine of brass' });
  await page.account.signIn({ email, password: 'an engine of brass' });
  expect(await page.session()).toMatchObject({ email });
  await page.convert(PDF, { to: 'docx' });
  const { id } = await page.createKey('laptop');
  await page.renameKey(id, 'desk');
  await page.keys();
  await page.deactivateKey(id);
  await page.account.changePassword({ password: 'an engine of brass', newPassword: 'a loom of Jacquard' });
  await page.account.requestReset(email);
  await vi.waitUntil(() => mails.length === 1);
  const token = /reset\?token=(\S+)/.exec(mails[0]!.text)![1]!;
  await page.account.signOut();
  await page.account.resetPassword({ token, password: 'a bombe of Bletchley' });
}

/** What no client of ours calls. */
async function callDirectly({ url, key }: TestService): Promise<void> {
  const headers = { 'X-API-Key': key };
  await call(`${url}/converter/convert`, {
    headers: { ...headers, 'Content-Type': FORM_TYPE },
    body: form(FILE, TO_DOCX),
  });
  for (const path of ['/healthz', '/readyz']) await call(url + path);
  await call(`${url}/api/v1/uploads`, { method: 'OPTIONS', headers: { 'Tus-Resumable': '1.0.0' } });
  await call(`${url}/mcp`, {
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
}
