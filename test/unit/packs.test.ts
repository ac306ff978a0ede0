import { execFile } from 'node:child_process';
import { copyFile, cp, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODECS } from '../../engine/codecs/index.ts';
import { installCommand, PACK_IDS, packageNames, PACKS, packsOf } from '../../engine/contract/packs.ts';
import { bundleFolder } from '../support/bundle.ts';
import { linkProductionPackages } from '../support/production-packages.ts';
import { ROOT } from '../support/source-tree.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

describe('the packs', () => {
  it('are the optional peers of the package, in the versions of the checkout', () => {
    const packages: Record<string, string> = Object.assign({}, ...PACK_IDS.map((id) => PACKS[id].packages));
    expect(manifest.peerDependencies).toEqual(packages);
    expect(manifest.devDependencies).toMatchObject(packages);
    const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, peer]) => peer.optional);
    expect(optional.map(([name]) => name).sort()).toEqual(Object.keys(packages).sort());
  });

  it('give a codec what it misses, with its fonts where it needs some', () => {
    const packsFor = (id: string) => packsOf(CODECS.find((codec) => codec.id === id)!.packages);
    expect(packsFor('libreoffice')).toEqual(['office']);
    expect(packsFor('typst')).toEqual(['markup']);
    expect(packsFor('gdal')).toEqual(['maps']);
    expect(packsFor('vips')).toEqual([]);
    expect(packsOf(packageNames('fonts-cjk'))).toEqual(['fonts-cjk']);
    expect(packsOf(['@ffmpeg/core', 'pandoc-wasm'])).toEqual(['media', 'markup']);
  });

  it('are installed by one command without repetition', () => {
    expect(installCommand('ocr')).toBe('npm install tesseract.js-core@7.0.0 @tesseract.js-data/eng@1.0.0');
    expect(installCommand('office', 'fonts-cjk').match(/nanum-gothic/g)).toHaveLength(1);
  });
});

describe('an installation without packs', () => {
  let program: TemporaryDirectory;

  beforeAll(async () => {
    program = await temporaryDirectory();
    await copyFile(join(ROOT, 'package.json'), join(program.path, 'package.json'));
    // A copy: a link would lead back to the packages of the checkout.
    await cp(await bundleFolder(), join(program.path, 'dist/code'), { recursive: true });
    await linkProductionPackages(join(program.path, 'node_modules'));
  });

  afterAll(() => program[Symbol.asyncDispose]());

  async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const options = { cwd: program.path, env: { ...process.env, CI: '1', ...env } };
    return run(process.execPath, args, options).catch((error: { stdout: string; stderr: string }) => error);
  }

  const athanor = (...args: readonly string[]) => start([join(program.path, 'dist/code/athanor.js'), ...args]);

  it('says in doctor what each pack is for, and how it is installed', async () => {
    const { stdout } = await athanor('doctor');
    for (const id of PACK_IDS) expect(stdout).toContain(`To install ${id}: ${installCommand(id)}`);
    expect(stdout).toContain('csv → json: works');
    expect(stdout).toContain('png → jpg: works');
  }, 60_000);

  it.each([
    ['md', 'html', 'markup', '# Title\n'],
    ['csv', 'parquet', 'data', 'a,b\n1,2\n'],
    ['rtf', 'odt', 'office', '{\\rtf1 text}'],
    ['srt', 'vtt', undefined, '1\n00:00:01,000 --> 00:00:02,000\nText\n'],
    ['csv', 'json', undefined, 'a,b\n1,2\n'],
  ])(
    'converts %s to %s, or names the pack %s',
    async (from, to, pack, content) => {
      const input = join(program.path, `in.${from}`);
      await writeFile(input, content);
      const { stdout } = await athanor('convert', input, '--to', to, '--out-dir', program.path, '--json');
      const answer = JSON.parse(stdout) as { error?: { code: string; message: string; details: unknown } };
      if (pack === undefined) return expect(answer).toMatchObject({ report: { verified: 'content' } });
      expect(answer.error).toMatchObject({ code: 'codec_not_installed', details: { packs: [pack] } });
      expect(answer.error!.message).toMatch(new RegExp(`Install the pack ${pack} \\(\\d+ MB\\): npm install `));
    },
    60_000,
  );

  it('draws what its fonts have, and names the pack of fonts for other characters', async () => {
    const drawing = (text: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">${text}</text></svg>`;
    await writeFile(join(program.path, 'latin.svg'), drawing('text'));
    await writeFile(join(program.path, 'han.svg'), drawing('漢字'));
    expect((await athanor('convert', 'latin.svg', 'latin.png')).stderr).toBe('');
    const { stderr } = await athanor('convert', 'han.svg', 'han.png');
    expect(stderr).toContain(`has the characters 漢 字. Install the pack fonts-cjk: ${installCommand('fonts-cjk')}`);
  }, 60_000);

  it('starts no service with accounts', async () => {
    const settings = { ACCOUNTS: 'yes', PORT: '0', DATA_DIR: join(program.path, 'data') };
    const { stderr } = await start([join(program.path, 'dist/code/service.js')], settings);
    expect(stderr).toContain(`ACCOUNTS=yes needs the pack service. Install it: ${installCommand('service')}`);
  }, 60_000);
});
