import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { FormatId } from '../../engine/index.ts';
import { sevenZip } from '../peers/archivers.ts';
import { calibre } from '../peers/calibre.ts';
import { ffmpeg, ffmpegArguments } from '../peers/ffmpeg.ts';
import { fontTools } from '../peers/font-tools.ts';
import { heifConvert } from '../peers/image-tools.ts';
import { imageMagick } from '../peers/imagemagick.ts';
import { img2pdf } from '../peers/img2pdf.ts';
import { libreOffice, libreOfficeArguments } from '../peers/libreoffice.ts';
import { pandoc } from '../peers/pandoc.ts';
import type { NativePeer } from '../peers/peer.ts';
import { pdftoppm, pdftotext } from '../peers/poppler.ts';
import { csvToJsonArguments, python } from '../peers/python.ts';
import { rsvgConvert } from '../peers/rsvg.ts';

/** Where a native program reads from and writes to. */
export interface Paths {
  readonly input: string;
  /** The file that it is to write; its folder is empty. */
  readonly output: string;
  /** A profile that several runs share, for programs that make one at their first start. */
  readonly profileDir: string;
}

/** A pair of formats that many people convert, and the program that they would use. */
export interface WantedPair {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly peer: NativePeer;
  /** Arguments of the program, for each of its runs: an archive is unpacked and packed again. */
  readonly runs: (paths: Paths) => readonly (readonly string[])[];
}

type PeerUse = Pick<WantedPair, 'peer' | 'runs'>;

const once =
  (peer: NativePeer, args: (paths: Paths) => readonly string[]): (() => PeerUse) =>
  () => ({ peer, runs: (paths) => [args(paths)] });

/** The first image of several, as a single one; transparent parts become white where the target has none. */
const byImageMagick = once(imageMagick, ({ input, output }) => [
  `${input}[0]`,
  '-auto-orient',
  ...(output.endsWith('.jpg') ? ['-background', 'white', '-flatten'] : []),
  output,
]);
const byImg2pdf = once(img2pdf, ({ input, output }) => [input, '--output', output]);
const byHeif = once(heifConvert, ({ input, output }) => [input, output]);
const byRsvg = once(rsvgConvert, ({ input, output }) => ['-o', output, input]);
const byFfmpeg = once(ffmpeg, ({ input, output }) => ffmpegArguments(input, output));
const byPandoc = once(pandoc, ({ input, output }) => ['--standalone', input, '--output', output]);
const byCalibre = once(calibre, ({ input, output }) => [input, output]);
const byPdftotext = once(pdftotext, ({ input, output }) => [input, output]);
const byPdftoppm = once(pdftoppm, ({ input, output }) => [
  ...[extname(output) === '.png' ? '-png' : '-jpeg', '-r', '150', '-f', '1', '-singlefile'],
  ...[input, output.slice(0, -extname(output).length)],
]);
const byPython = once(python, ({ input, output }) => csvToJsonArguments(input, output));
const byFontTools = once(fontTools, ({ input, output }) => [
  ...['-I', '-m', 'fontTools.ttLib.woff2', 'compress', '-o', output, input],
]);

/** Names its result after the source, which the folder of the output is made for. */
const byLibreOffice = (importFilter?: string): PeerUse => ({
  peer: libreOffice,
  runs: ({ input, output, profileDir }) => [
    libreOfficeArguments(input, { to: extname(output).slice(1), outDir: dirname(output), profileDir, importFilter }),
  ],
});

const by7Zip = (): PeerUse => ({
  peer: sevenZip,
  runs: ({ input, output }) => {
    const folder = join(dirname(output), 'unpacked');
    return [
      ['x', '-y', '-bd', '-pnone', `-o${folder}`, input],
      ['a', '-bd', output, join(folder, '*')],
    ];
  },
});

function pairsOf(sources: string, targets: string, use: () => PeerUse): WantedPair[] {
  return sources
    .split(' ')
    .flatMap((from) => targets.split(' ').map((to) => ({ from: from as FormatId, to: to as FormatId, ...use() })));
}

/** The forty that are asked for most. */
export const WANTED_PAIRS: readonly WantedPair[] = [
  ...pairsOf('png webp tiff', 'jpg', byImageMagick),
  ...pairsOf('jpg webp', 'png', byImageMagick),
  ...pairsOf('png jpg', 'webp', byImageMagick),
  ...pairsOf('jpg png', 'pdf', byImg2pdf),
  ...pairsOf('heic avif', 'jpg', byHeif),
  ...pairsOf('svg', 'png', byRsvg),
  ...pairsOf('mov mkv webm avi gif', 'mp4', byFfmpeg),
  ...pairsOf('mp4', 'mp3 gif', byFfmpeg),
  ...pairsOf('wav flac m4a ogg', 'mp3', byFfmpeg),
  ...pairsOf('mp3', 'wav', byFfmpeg),
  ...pairsOf('pdf', 'docx', () => byLibreOffice('writer_pdf_import')),
  ...pairsOf('pdf', 'txt', byPdftotext),
  ...pairsOf('pdf', 'png', byPdftoppm),
  ...pairsOf('docx doc pptx xlsx', 'pdf', byLibreOffice),
  ...pairsOf('docx', 'html md', byPandoc),
  ...pairsOf('md', 'docx', byPandoc),
  ...pairsOf('xlsx', 'csv', byLibreOffice),
  ...pairsOf('csv', 'xlsx', byLibreOffice),
  ...pairsOf('csv', 'json', byPython),
  ...pairsOf('epub', 'mobi', byCalibre),
  ...pairsOf('7z', 'zip', by7Zip),
  ...pairsOf('ttf', 'woff2', byFontTools),
];

/** The file that a native program has made: LibreOffice names it after its source. */
export async function resultOf({ input, output }: Paths): Promise<string> {
  const names = await readdir(dirname(output));
  const own = `${basename(input, extname(input))}${extname(output)}`;
  return join(dirname(output), names.includes(basename(output)) ? basename(output) : own);
}
