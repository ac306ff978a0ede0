/**
 * Makes the PDFs of the corpus: docx writes Word documents, LibreOffice typesets them, qpdf turns and encrypts.
 * Run from the project's root, with soffice, qpdf and the DejaVu fonts installed: `node corpus/make/pdfs.ts`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Packer, type Document } from 'docx';
import { landscapeTable, letter, proceedings, rightToLeft, serialReport } from './pdf-documents.ts';

const SOURCES = join(import.meta.dirname, '../sources/pdf');
const HOSTILE = join(import.meta.dirname, '../hostile');
/** Liberation Sans (SIL Open Font License) as pdf.js brings it, so that the look hangs on no installed font of Word. */
const LIBERATION = join(import.meta.dirname, '../../node_modules/pdfjs-dist/standard_fonts');
const TYPESETTING_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'corpus-pdf-'));
mkdirSync(SOURCES, { recursive: true });
mkdirSync(HOSTILE, { recursive: true });
try {
  await makeAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function makeAll(): Promise<void> {
  const documents: Readonly<Record<string, Document>> = {
    'letter-headings-table-link': letter(),
    'two-columns-hyphenated': proceedings(),
    'header-footer-page-numbers': serialReport(),
    'rotated-page': landscapeTable(),
    'hebrew-right-to-left': rightToLeft(),
  };
  const names = Object.keys(documents);
  for (const name of names) writeFileSync(join(folder, `${name}.docx`), await Packer.toBuffer(documents[name]!));
  await typeset(names);
  turnPage(join(folder, 'rotated-page.pdf'));
  for (const name of names) copyFileSync(join(folder, `${name}.pdf`), join(SOURCES, `${name}.pdf`));
  encrypt(join(SOURCES, 'letter-headings-table-link.pdf'), join(HOSTILE, 'encrypted.pdf'));
}

async function typeset(names: readonly string[]): Promise<void> {
  const fonts = join(folder, 'fonts.conf');
  writeFileSync(
    fonts,
    `<fontconfig><dir>/usr/share/fonts</dir><dir>${LIBERATION}</dir><cachedir>${folder}/fonts</cachedir></fontconfig>`,
  );
  const child = spawn(
    'soffice',
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      ...['--headless', '--convert-to', 'pdf', '--outdir', folder],
      ...names.map((name) => join(folder, `${name}.docx`)),
    ],
    { detached: true, stdio: 'inherit', env: { ...process.env, FONTCONFIG_FILE: fonts } },
  );
  // soffice is a wrapper: only the signal to its whole group ends the program behind it.
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), TYPESETTING_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  if (code !== 0) throw new Error(`soffice ended with ${code}.`);
}

/** Stores the pages lying on their side, with a /Rotate that makes viewers show them upright. */
function turnPage(file: string): void {
  qpdf(file, '--replace-input', '--rotate=+90', '--flatten-rotation');
  qpdf(file, '--replace-input', '--rotate=+270');
}

function encrypt(from: string, to: string): void {
  qpdf(from, '--encrypt', 'secret', 'owner-secret', '256', '--', to);
}

function qpdf(...parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync('qpdf', parameters, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`qpdf ended with ${status}: ${stderr}`);
}
