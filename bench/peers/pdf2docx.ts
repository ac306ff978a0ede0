import { programPeer } from './peer.ts';

const VERSION = "from importlib.metadata import version; import pdf2docx; print('pdf2docx', version('pdf2docx'))";
const CONVERT =
  'import sys; from pdf2docx import Converter; c = Converter(sys.argv[1]); c.convert(sys.argv[2]); c.close()';

/** The best known free converter of PDFs to Word documents, where Python has it. */
export const pdf2docx = programPeer({
  name: 'pdf2docx',
  programs: ['python3'],
  versionArguments: ['-c', VERSION],
  banner: /^pdf2docx (\d+(?:\.\d+)+)/m,
});

export function pdf2docxArguments(input: string, output: string): string[] {
  return ['-c', CONVERT, input, output];
}
