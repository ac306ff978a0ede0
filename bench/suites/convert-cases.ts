import type { FormatId } from '../../engine/index.ts';
import type { InputId } from '../inputs/index.ts';
import { cwebp } from '../peers/cwebp.ts';
import { ffmpeg, ffmpegArguments } from '../peers/ffmpeg.ts';
import { imageMagick } from '../peers/imagemagick.ts';
import { libreOffice, libreOfficeArguments, type LibreOfficeConversion } from '../peers/libreoffice.ts';
import { pandoc } from '../peers/pandoc.ts';
import type { NativePeer } from '../peers/peer.ts';
import { pdftotext } from '../peers/poppler.ts';
import { csvToJsonArguments, python } from '../peers/python.ts';
import { vipsthumbnail } from '../peers/vips.ts';

/** Where a peer reads and writes. */
export interface PeerPaths {
  readonly input: string;
  readonly output: string;
  readonly outDir: string;
  /** For what a peer keeps between runs. */
  readonly profileDir: string;
}

export interface PeerCommand {
  readonly peer: NativePeer;
  /** The settings are ours wherever the peer has them: same quality, same effort, same bit rate. */
  readonly arguments: (paths: PeerPaths) => string[];
}

export interface ConvertCase {
  readonly work: string;
  readonly input: InputId;
  readonly from: FormatId;
  readonly to: FormatId;
  readonly options?: Readonly<Record<string, number>>;
  readonly peers: readonly PeerCommand[];
}

const withImageMagick = (...settings: string[]): PeerCommand => ({
  peer: imageMagick,
  arguments: ({ input, output }) => [input, ...settings, output],
});

const withFfmpeg = (...settings: string[]): PeerCommand => ({
  peer: ffmpeg,
  arguments: ({ input, output }) => ffmpegArguments(input, output, ...settings),
});

const withLibreOffice = (conversion: Pick<LibreOfficeConversion, 'to' | 'importFilter'>): PeerCommand => ({
  peer: libreOffice,
  arguments: ({ input, outDir, profileDir }) => libreOfficeArguments(input, { ...conversion, outDir, profileDir }),
});

/** What people convert most, each against the programs that they would use instead. */
export const CONVERT_CASES: readonly ConvertCase[] = [
  {
    work: 'png → webp',
    input: 'png',
    from: 'png',
    to: 'webp',
    peers: [
      { peer: cwebp, arguments: ({ input, output }) => ['-quiet', '-q', '80', '-m', '2', input, '-o', output] },
      withImageMagick('-quality', '80', '-define', 'webp:method=2'),
    ],
  },
  {
    work: 'png → webp, small',
    input: 'smallPng',
    from: 'png',
    to: 'webp',
    peers: [
      { peer: cwebp, arguments: ({ input, output }) => ['-quiet', '-q', '80', '-m', '2', input, '-o', output] },
      withImageMagick('-quality', '80', '-define', 'webp:method=2'),
    ],
  },
  { work: 'png → jpg', input: 'png', from: 'png', to: 'jpg', peers: [withImageMagick('-quality', '85')] },
  {
    work: 'jpg → png',
    input: 'jpg',
    from: 'jpg',
    to: 'png',
    // Compression 1 and the row filter `up`: ImageMagick packs both into its quality.
    peers: [withImageMagick('-quality', '12')],
  },
  {
    work: 'jpg → png, 300 px wide',
    input: 'jpg',
    from: 'jpg',
    to: 'png',
    options: { width: 300 },
    peers: [
      {
        peer: vipsthumbnail,
        arguments: ({ input, output }) => [input, '--size', '300x', '-o', `${output}[compression=1]`],
      },
      withImageMagick('-thumbnail', '300x', '-quality', '12'),
    ],
  },
  { work: 'wav → mp3', input: 'wav', from: 'wav', to: 'mp3', peers: [withFfmpeg('-q:a', '2')] },
  { work: 'mp3 → wav', input: 'mp3', from: 'mp3', to: 'wav', peers: [withFfmpeg('-c:a', 'pcm_s16le')] },
  { work: 'mp4 → mp3', input: 'mp4', from: 'mp4', to: 'mp3', peers: [withFfmpeg('-vn', '-q:a', '2')] },
  { work: 'mov → mp4', input: 'mov', from: 'mov', to: 'mp4', peers: [withFfmpeg('-c', 'copy')] },
  {
    work: 'pdf → docx',
    input: 'pdf',
    from: 'pdf',
    to: 'docx',
    peers: [withLibreOffice({ to: 'docx', importFilter: 'writer_pdf_import' })],
  },
  {
    work: 'pdf → docx, report',
    input: 'report',
    from: 'pdf',
    to: 'docx',
    peers: [withLibreOffice({ to: 'docx', importFilter: 'writer_pdf_import' })],
  },
  {
    work: 'pdf → txt',
    input: 'report',
    from: 'pdf',
    to: 'txt',
    peers: [{ peer: pdftotext, arguments: ({ input, output }) => [input, output] }],
  },
  {
    work: 'docx → html',
    input: 'docx',
    from: 'docx',
    to: 'html',
    peers: [
      { peer: pandoc, arguments: ({ input, output }) => ['-s', input, '-o', output] },
      withLibreOffice({ to: 'html' }),
    ],
  },
  {
    work: 'csv → json',
    input: 'csv',
    from: 'csv',
    to: 'json',
    peers: [{ peer: python, arguments: ({ input, output }) => csvToJsonArguments(input, output) }],
  },
];
