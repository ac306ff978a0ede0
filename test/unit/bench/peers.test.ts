import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libreOfficeArguments } from '../../../bench/peers/libreoffice.ts';
import { programPeer } from '../../../bench/peers/peer.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** A program that prints its first argument and ends with the second as its exit code. */
async function script(directory: string, banner: string, exitCode = 0): Promise<string> {
  const path = join(directory, `tool-${banner.length}-${exitCode}`);
  await writeFile(path, `#!/bin/sh\necho '${banner}'\nexit ${exitCode}\n`);
  await chmod(path, 0o755);
  return path;
}

const described = (programs: readonly string[]) => ({
  name: 'Tool',
  programs,
  versionArguments: ['--version'],
  banner: /^Tool (\d+\.\d+)/m,
});

describe('a native peer', () => {
  it('is found with its version', async () => {
    await using directory = await temporaryDirectory();
    const program = await script(directory.path, 'Tool 1.2 (stable)');
    expect(await programPeer(described([program])).find()).toEqual({ name: 'Tool', version: '1.2', program });
  });

  it('is not another program of that name, nor one that fails, nor one that is not there', async () => {
    await using directory = await temporaryDirectory();
    const other = await script(directory.path, 'Other tool 1.2');
    const broken = await script(directory.path, 'Tool 1.3', 127);
    const absent = join(directory.path, 'absent');
    expect(await programPeer(described([other, broken, absent])).find()).toBeUndefined();
  });

  it('is looked for further when the first candidate is not it', async () => {
    await using directory = await temporaryDirectory();
    const other = await script(directory.path, 'Other');
    const program = await script(directory.path, 'Tool 2.0');
    expect((await programPeer(described([other, program])).find())?.program).toBe(program);
  });

  it('is not a script that only calls the binary, where that would be charged with an interpreter', async () => {
    await using directory = await temporaryDirectory();
    const program = await script(directory.path, 'Tool 1.2');
    expect(await programPeer({ ...described([program]), isBinary: true }).find()).toBeUndefined();
    const node = { ...described([process.execPath]), banner: /^v(\d+\.\d+)/, isBinary: true as const };
    expect((await programPeer(node).find())?.program).toBe(process.execPath);
  });
});

describe('LibreOffice', () => {
  it('opens a PDF as text when asked to, in a profile of its own', () => {
    const args = libreOfficeArguments('in.pdf', {
      to: 'docx',
      outDir: 'out',
      profileDir: '/profile',
      importFilter: 'writer_pdf_import',
    });
    expect(args).toContain('--infilter=writer_pdf_import');
    expect(args[0]).toBe('-env:UserInstallation=file:///profile');
    expect(args.slice(-5)).toEqual(['--convert-to', 'docx', '--outdir', 'out', 'in.pdf']);
  });
});
