import { programPeer } from './peer.ts';

export const libreOffice = programPeer({
  name: 'LibreOffice',
  programs: ['soffice', 'libreoffice'],
  versionArguments: ['--version'],
  banner: /^LibreOffice (\d+(?:\.\d+)+)/m,
});

/**
 * Arguments of a conversion with a profile of its own: two instances cannot share one, and a user's own is not touched.
 * The output's name is that of the input with the target's extension, in `outDir`.
 */
export function libreOfficeArguments(
  input: string,
  { to, outDir, profileDir, importFilter }: LibreOfficeConversion,
): string[] {
  return [
    `-env:UserInstallation=file://${profileDir}`,
    '--headless',
    '--norestore',
    ...(importFilter === undefined ? [] : [`--infilter=${importFilter}`]),
    '--convert-to',
    to,
    '--outdir',
    outDir,
    input,
  ];
}

export interface LibreOfficeConversion {
  readonly to: string;
  readonly outDir: string;
  readonly profileDir: string;
  /** PDFs open as drawings unless `writer_pdf_import` is asked for. */
  readonly importFilter?: string;
}
