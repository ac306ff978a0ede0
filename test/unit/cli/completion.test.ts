import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli-session.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const engine = sharedEngine();
const scripts = new Map<string, string>();
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await runCli(['completion', shell], { engine });
    scripts.set(shell, stdout.toString());
  }
});

const has = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** What bash offers for the last word. */
function offers(...words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const script = `${scripts.get('bash')!}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _athanor; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe.skipIf(!has('bash'))('bash', () => {
  it('is offered commands, flags, formats and values', () => {
    expect(offers('athanor', 'con')).toEqual(['convert']);
    expect(offers('athanor', 'convert', 'a.pdf', '--to', 'docx')).toEqual(expect.arrayContaining(['docx']));
    expect(offers('athanor', 'convert', 'a.pdf', '--on-d')).toEqual(['--on-difference']);
    expect(offers('athanor', 'convert', 'a.pdf', '--on-difference', '')).toEqual(['refuse', 'tell']);
    expect(offers('athanor', 'convert', 'a.pdf', '--fit', 'c')).toEqual(['cover']);
    expect(offers('athanor', 'convert', 'a.pdf', '--no-w')).toEqual(['--no-warm']);
    expect(offers('athanor', 'watch', 'in', '--on')).toEqual(expect.arrayContaining(['--once']));
    expect(offers('athanor', 'convert', 'in', '--onc')).toEqual(['']);
  });

  it('completes files by itself where nothing else is meant', () => {
    expect(offers('athanor', 'convert', 'a')).toEqual(['']);
    expect(scripts.get('bash')).toContain('complete -o default');
  });

  it('is not told what would run', () => {
    expect(offers('athanor', 'convert', '$(touch /tmp/x)')).toEqual(['']);
  });
});

it.skipIf(!has('zsh'))('zsh takes its script', () => {
  execFileSync('zsh', ['-n'], { input: scripts.get('zsh')! });
});

it.skipIf(!has('fish'))('fish takes its script', () => {
  execFileSync('fish', ['--no-execute'], { input: scripts.get('fish')! });
});

it('the scripts of all shells know the same', () => {
  for (const word of ['convert', 'completion', 'on-difference', 'target-size', 'out-dir', 'docx'])
    for (const [shell, script] of scripts) expect(script, shell).toContain(word);
  expect(scripts.get('zsh')).toMatch(/^#compdef athanor\n/);
});

it('refuses other shells', async () => {
  expect(await runCli(['completion', 'tcsh'], { engine })).toMatchObject({ exitCode: 2 });
  expect(await runCli(['completion'], { engine })).toMatchObject({ exitCode: 2 });
});
