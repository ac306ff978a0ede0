import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireTool } from './scenario.ts';

/** Milliseconds that FFmpeg may take for one damage. */
const TIMEOUT_MS = 60_000;

/**
 * What the installed FFmpeg makes of a result. The arguments stand between the input and the output; `format` is the
 * extension of both.
 * @throws MissingTool where FFmpeg is not installed
 */
export function throughFfmpeg(
  bytes: Uint8Array,
  format: string,
  args: readonly string[],
  before: readonly string[] = [],
): Uint8Array {
  const directory = mkdtempSync(join(tmpdir(), 'sabotage-'));
  try {
    const [input, output] = [join(directory, `in.${format}`), join(directory, `out.${format}`)];
    writeFileSync(input, bytes);
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...before, '-i', input, ...args, '-y', output], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    return new Uint8Array(readFileSync(output));
  } catch (error) {
    requireTool('ffmpeg', error);
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
