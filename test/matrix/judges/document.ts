import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import type { Judged, Verdict } from './verdict.ts';
import { isInstalled, outputOf } from '../native.ts';

/** Formats that LibreOffice opens, and the filter that reads their text out. */
const OFFICE: ReadonlySet<string> = new Set([
  ...['docx', 'doc', 'odt', 'rtf', 'xlsx', 'xls', 'ods', 'pptx', 'ppt', 'odp', 'fodt', 'fods', 'docm', 'xlsm', 'pptm'],
]);

/** Poppler for PDF, LibreOffice for office files, unzip for archives: it opens, and text that was kept is in it. */
export async function judgeDocument(judged: Judged): Promise<Verdict | undefined> {
  const { output } = judged;
  if (output.format === 'pdf' && (await isInstalled('pdfinfo'))) return judgePdf(judged);
  if (OFFICE.has(output.format) && (await isInstalled('soffice'))) return judgeOffice(judged);
  if (output.format === 'zip' && (await isInstalled('unzip'))) {
    return verdictOf('unzip', async () => void (await outputOf('unzip', '-tqq', output.path)));
  }
  return undefined;
}

async function judgePdf({ output, kept }: Judged): Promise<Verdict> {
  return verdictOf('poppler', async () => {
    const pages = /^Pages:\s+(\d+)/m.exec(await outputOf('pdfinfo', output.path))?.[1];
    if (!Number(pages)) return 'has no pages';
    const text = await outputOf('pdftotext', '-enc', 'UTF-8', output.path, '-');
    return kept.includes('text') && !/\S/.test(text) ? 'has lost its text' : undefined;
  });
}

async function judgeOffice({ output }: Judged): Promise<Verdict> {
  return verdictOf('soffice', async () => {
    await using directory = await temporaryDirectory();
    const input = join(directory.path, `input.${output.format}`);
    await copyFile(output.path, input);
    const profile = `-env:UserInstallation=file://${join(directory.path, 'profile')}`;
    const told = await outputOf(
      'soffice',
      profile,
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      directory.path,
      input,
    );
    return told.includes('convert ') ? undefined : `does not open: ${told.slice(0, 200)}`;
  });
}

async function verdictOf(judge: string, thumbnail: () => Promise<string | undefined | void>): Promise<Verdict> {
  try {
    const fault = await thumbnail();
    return { judge, ...(fault && { fault }) };
  } catch (error) {
    return { judge, fault: `does not open: ${String(error).slice(0, 200)}` };
  }
}
