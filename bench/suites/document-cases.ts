import type { FormatId } from '../../engine/index.ts';
import type { DocumentId } from '../inputs/documents.ts';
import { libreOffice, libreOfficeArguments } from '../peers/libreoffice.ts';
import { pandoc } from '../peers/pandoc.ts';
import type { NativePeer } from '../peers/peer.ts';
import { pdftoppm } from '../peers/poppler.ts';

/** Where a native program reads and writes. */
export interface PeerPaths {
  readonly input: string;
  /** The result, named after the input with the target's extension. */
  readonly output: string;
  readonly outDir: string;
  /** For what a program keeps between its runs. */
  readonly profileDir: string;
}

export interface DocumentCase {
  readonly work: string;
  readonly source: DocumentId;
  readonly to: FormatId;
  readonly options?: Readonly<Record<string, number | string | boolean>>;
  readonly peer: NativePeer;
  readonly arguments: (paths: PeerPaths) => string[];
  /** Ours ÷ the native program, which starts again for every file: what we want it to be at most. */
  readonly target: { readonly wall: number } | { readonly user: number };
  /** Conversions a turn, of those that take milliseconds. */
  readonly perTurn?: number;
  /** Turns at most, of those that take many seconds. */
  readonly rounds?: number;
}

const throughLibreOffice = (to: FormatId): Pick<DocumentCase, 'to' | 'peer' | 'arguments'> => ({
  to,
  peer: libreOffice,
  arguments: ({ input, outDir, profileDir }) => libreOfficeArguments(input, { to, outDir, profileDir }),
});

const throughPandoc = (to: FormatId): Pick<DocumentCase, 'to' | 'peer' | 'arguments'> => ({
  to,
  peer: pandoc,
  arguments: ({ input, output }) => ['--standalone', input, '--output', output],
});

const DPI = 150;
const rasterise = (to: 'png' | 'jpg', flag: string): Pick<DocumentCase, 'to' | 'options' | 'peer' | 'arguments'> => ({
  to,
  options: { dpi: DPI },
  peer: pdftoppm,
  arguments: ({ input, output }) => [flag, '-r', String(DPI), input, output],
});

const SHORT = 5;

/** Conversions of documents with what we want to reach; those of one page show what it costs to begin. */
export const DOCUMENT_CASES: readonly DocumentCase[] = [
  {
    work: 'docx → pdf, 1 page',
    source: { format: 'docx', pages: 1 },
    ...throughLibreOffice('pdf'),
    target: { wall: 0.2 },
    perTurn: SHORT,
  },
  {
    work: 'odt → pdf, 1 page',
    source: { format: 'odt', pages: 1 },
    ...throughLibreOffice('pdf'),
    target: { wall: 0.2 },
    perTurn: SHORT,
  },
  {
    work: 'xlsx → pdf, 1 page',
    source: { format: 'xlsx', pages: 1 },
    ...throughLibreOffice('pdf'),
    target: { wall: 0.2 },
    perTurn: SHORT,
  },
  {
    work: 'pptx → pdf, 1 slide',
    source: { format: 'pptx', pages: 1 },
    ...throughLibreOffice('pdf'),
    target: { wall: 0.2 },
    perTurn: SHORT,
  },
  {
    work: 'docx → pdf, 10 pages',
    source: { format: 'docx', pages: 10 },
    ...throughLibreOffice('pdf'),
    target: { wall: 0.35 },
  },
  {
    work: 'pptx → pdf, 10 slides',
    source: { format: 'pptx', pages: 10 },
    ...throughLibreOffice('pdf'),
    target: { wall: 0.35 },
  },
  {
    work: 'docx → pdf, 100 pages',
    source: { format: 'docx', pages: 100 },
    ...throughLibreOffice('pdf'),
    target: { wall: 1 },
    rounds: 5,
  },
  {
    work: 'md → docx, 1 page',
    source: { format: 'md', pages: 1 },
    ...throughPandoc('docx'),
    target: { wall: 1.2 },
    perTurn: SHORT,
  },
  {
    work: 'docx → latex, 1 page',
    source: { format: 'docx', pages: 1 },
    ...throughPandoc('latex'),
    target: { wall: 1.2 },
    perTurn: SHORT,
  },
  {
    work: 'md → docx, 100 pages',
    source: { format: 'md', pages: 100 },
    ...throughPandoc('docx'),
    target: { user: 4 },
    rounds: 5,
  },
  {
    work: 'docx → latex, 100 pages',
    source: { format: 'docx', pages: 100 },
    ...throughPandoc('latex'),
    target: { user: 4 },
    rounds: 5,
  },
  {
    work: `pdf → png, 10 pages, ${DPI} dpi`,
    source: { format: 'pdf', pages: 10 },
    ...rasterise('png', '-png'),
    target: { user: 1.05 },
  },
  {
    work: `pdf → jpg, 10 pages, ${DPI} dpi`,
    source: { format: 'pdf', pages: 10 },
    ...rasterise('jpg', '-jpeg'),
    target: { user: 1.05 },
  },
];
