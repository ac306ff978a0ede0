import { programPeer } from './peer.ts';

export const ffmpeg = programPeer({
  name: 'FFmpeg',
  programs: ['ffmpeg'],
  versionArguments: ['-version'],
  banner: /^ffmpeg version (\d[^\s-]*)/m,
  isBinary: true,
});

const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'] as const;

/** Arguments of a quiet conversion that asks nothing and overwrites. */
export function ffmpegArguments(input: string, output: string, ...settings: string[]): string[] {
  return [...QUIET, '-i', input, ...settings, output];
}

/** The same with settings of the input, which come before it. */
export function ffmpegArgumentsFrom(
  input: { readonly path: string; readonly settings: readonly string[] },
  output: string,
  settings: readonly string[],
): string[] {
  return [...QUIET, ...input.settings, '-i', input.path, ...settings, output];
}

/** Settings that keep everything on one thread, as in each instance of ours: of the input, and of the output. */
export const ONE_THREAD = {
  ofInput: ['-filter_threads', '1', '-filter_complex_threads', '1', '-threads', '1'],
  ofOutput: ['-threads', '1'],
} as const;
