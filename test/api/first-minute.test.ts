import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../server/limits.ts';
import { createKeys } from '../../server/services/keys.ts';
import { ensureLocalAccount, LOCAL_ACCOUNT } from '../../server/services/local-account.ts';
import { SETTINGS } from '../../server/settings.ts';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';
import { runScript, startChildService } from '../support/child-service.ts';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEY = /ath_live_[0-9A-Za-z]{49}/g;
const KEY_LINE = /^ath_live_[0-9A-Za-z]{49}\n$/;

const usage = async (url: string, key: string) =>
  (await call(`${url}/api/v1/usage`, { headers: { 'X-API-Key': key } })).status;

describe('npm start on an empty data directory', () => {
  it('prints a key that works, once, with a line to paste', async () => {
    await using directory = await temporaryDirectory();
    const environment = { PORT: '0', DATA_DIR: join(directory.path, 'data') };
    await using first = await startChildService(environment);
    await eventually(() => expect(first.stdout()).toContain('curl'));
    expect(first.url).toMatch(/^http:\/\/localhost:\d+$/);
    const keys = first.stdout().match(KEY)!;
    expect(new Set(keys).size).toBe(1);
    expect(await usage(first.url, keys[0])).toBe(200);
    expect(await usage(first.url, keys[0].slice(0, -1))).toBe(401);
    const line = first
      .stdout()
      .split('\n')
      .find((text) => text.includes('curl'))!;
    const parts = /^curl -H 'X-API-Key: (\S+)' -F file=@(\S+) -F targetFormat=(\S+) (\S+)$/.exec(line.trim())!;
    expect([parts[1], parts[4]]).toEqual([keys[0], `${first.url}/api/v1/convert`]);
    const pasted = await call(parts[4]!, {
      headers: { 'X-API-Key': parts[1]!, 'Content-Type': FORM_TYPE },
      body: form(
        { name: 'file', value: await readFile(join(ROOT, parts[2]!)), fileName: parts[2]! },
        { name: 'targetFormat', value: parts[3]! },
      ),
    });
    expect(pasted.status).toBe(200);
    const stopped = await first.stop();
    expect(stopped.exitCode).toBe(0);
    expect(stopped.stderr).not.toContain(keys[0]);

    await using second = await startChildService(environment);
    expect(await usage(second.url, keys[0])).toBe(200);
    expect((await second.stop()).stdout).toBe('');
  });

  it('npm run keys prints a new key and nothing else, also while the service runs', async () => {
    await using directory = await temporaryDirectory();
    const environment = { PORT: '0', DATA_DIR: directory.path };
    await using service = await startChildService(environment);
    const created = await runScript('server/keys-cli.ts', ['create', '--name', 'laptop'], environment);
    expect(created).toEqual({ exitCode: 0, stdout: expect.stringMatching(KEY_LINE) as string, stderr: '' });
    expect(await usage(service.url, created.stdout.trim())).toBe(200);

    const listed = await runScript('server/keys-cli.ts', ['list'], environment);
    const laptop = listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; name: string })
      .find(({ name }) => name === 'laptop')!;
    expect((await runScript('server/keys-cli.ts', ['revoke', laptop.id], environment)).exitCode).toBe(0);
    expect(await usage(service.url, created.stdout.trim())).toBe(401);
  });

  it('npm run keys stops at ten, and says why', async () => {
    await using directory = await temporaryDirectory();
    const environment = { DATA_DIR: directory.path };
    const store = await openSqliteStore(join(directory.path, 'athanor.db'));
    await ensureLocalAccount(store, 10, 0);
    const keys = createKeys({ store, now: Date.now, limits: DEFAULT_LIMITS });
    for (let count = 0; count < 10; count++) await keys.create(LOCAL_ACCOUNT, 'one of ten');
    await store.close();
    const refused = await runScript('server/keys-cli.ts', ['create'], environment);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toBe('The account has 10 of 10 active keys. Revoke one first.\n');
  });

  it.each([[[]], [['destroy']], [['create', '--unknown']], [['create', 'a', 'b']]])(
    'npm run keys %j explains itself',
    async (parameters) => {
      await using directory = await temporaryDirectory();
      const { exitCode, stdout, stderr } = await runScript('server/keys-cli.ts', parameters, {
        DATA_DIR: directory.path,
      });
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toMatch(/Usage|Unknown option/);
      expect(stderr).not.toContain('    at ');
    },
  );
});

describe('a start that cannot be', () => {
  it.each([
    ['a foreign address without accounts', { HOST: '0.0.0.0' }, 'HOST: 0.0.0.0 is not a loopback address'],
    ['production without secrets', { NODE_ENV: 'production' }, 'SIGNING_SECRET: required'],
    ['a port that is none', { PORT: 'http' }, 'PORT: '],
  ])('%s is explained in one breath', async (_name, settings, message) => {
    await using directory = await temporaryDirectory();
    const environment = { DATA_DIR: join(directory.path, 'data'), ...settings };
    const { exitCode, stdout, stderr } = await runScript('server/main.ts', [], environment);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('--help says the settings, and nothing else is an argument', async () => {
    await using directory = await temporaryDirectory();
    const environment = { DATA_DIR: join(directory.path, 'data') };
    const { exitCode, stdout } = await runScript('server/main.ts', ['--help'], environment);
    expect(exitCode).toBe(0);
    for (const name of Object.keys(SETTINGS)) expect(stdout).toContain(`\n  ${name}`);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const other = await runScript('server/main.ts', ['--prot', '80'], environment);
    expect(other).toMatchObject({ exitCode: 1, stdout: '' });
    expect(other.stderr).toContain('takes no argument "--prot"');
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('a port or a directory in use', async () => {
    await using directory = await temporaryDirectory();
    await using service = await startChildService({ PORT: '0', DATA_DIR: join(directory.path, 'one') });
    const { port } = new URL(service.url);
    const samePort = await runScript('server/main.ts', [], { PORT: port, DATA_DIR: join(directory.path, 'two') });
    expect(samePort.exitCode).toBe(1);
    expect(samePort.stderr).toContain('The port is already in use');
    const sameDirectory = await runScript('server/main.ts', [], { PORT: '0', DATA_DIR: join(directory.path, 'one') });
    expect(sameDirectory.exitCode).toBe(1);
    expect(sameDirectory.stderr).toContain('in use by another server');
    expect((await call(`${service.url}/readyz`)).status).toBe(200);
  });
});

describe('production', () => {
  it('creates nothing by itself; the operator makes the first key', async () => {
    await using directory = await temporaryDirectory();
    const environment = { PORT: '0', DATA_DIR: directory.path, NODE_ENV: 'production', SIGNING_SECRET: 's'.repeat(40) };
    await using service = await startChildService(environment);
    expect(service.stdout()).toBe('');
    expect(await readdir(directory.path)).not.toContain('signing-secrets');
    const { stdout } = await runScript('server/keys-cli.ts', ['create'], environment);
    expect(await usage(service.url, stdout.trim())).toBe(200);
  });
});

describe('a process that is killed', () => {
  it('leaves nothing that the next start does not settle', async () => {
    await using directory = await temporaryDirectory();
    const environment = { PORT: '0', DATA_DIR: directory.path };
    await using service = await startChildService(environment);
    service.process.kill('SIGKILL');
    await eventually(() => expect(service.process.signalCode).toBe('SIGKILL'));
    await using next = await startChildService(environment);
    expect((await call(`${next.url}/readyz`)).status).toBe(200);
  });
});
