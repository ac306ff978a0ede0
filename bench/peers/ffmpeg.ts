import { programPeer } from './peer.ts';

export const ffmpeg = programPeer({
  name: 'FFmpeg',
  programs: ['ffmpeg'],
  versionArguments: ['-version'],
  banner: /^ffmpeg version (\d[^\s-]*)/m,
  isBinary: true,
});

/** Arguments of a quiet conversion that asks nothing and overwrites. */
export function ffmpegArguments(input: string, output: string, ...settings: string[]): string[] {
  return ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-i', input, ...settings, output];
}
