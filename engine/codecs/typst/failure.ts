import { ConversionError } from '../../contract/errors.ts';
import type { TypstDocument } from './compiler.ts';

/** A message of the compiler about a place in the text: `line:column-line:column`, counted from 0. */
interface Diagnostic {
  readonly path: string;
  readonly range: string;
  readonly severity: string;
  readonly message: string;
}

export function isDiagnostics(value: unknown): value is readonly Diagnostic[] {
  return Array.isArray(value) && value.every((item) => typeof item?.message === 'string');
}

/** What the caller can do about a text that the compiler refuses. */
export function failureOfDiagnostics(diagnostics: readonly Diagnostic[], document: TypstDocument): ConversionError {
  const { source, ownLines } = document;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const error = errors[0] ?? diagnostics[0];
  const lines = source.split('\n');
  const images = errors.flatMap((each) => imagesIn(each, lines, document));
  const message = error?.message.replace(/, hints:[\s\S]*/, '').trim() ?? 'it gives no result';
  const line = Number(/^\d+/.exec(error?.range ?? '')?.[0] ?? Number.NaN) + 1 - ownLines;
  const place = line >= 1 ? ` (line ${line})` : '';
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: UNREAD.test(message)
        ? `The text refers to a file or a package${place}, but none is read. Put its content into the text.`
        : `The text cannot be set: ${shown(message)}${place}. Correct it and try again.`,
      details: { ...(line >= 1 && { line }), ...(images.length > 0 && { pictures: images }) },
    },
    { cause: new Error(JSON.stringify(diagnostics.slice(0, 5))) },
  );
}

/** The images that a message is about: it names their file, or the place where they are. */
function imagesIn(
  { path, range, message }: Diagnostic,
  lines: readonly string[],
  { companions, isTranslated }: TypstDocument,
): string[] {
  const own = path.replace(/^\//, '');
  if (companions.has(own)) return [own];
  const isMissing = isTranslated === true && UNREAD.test(message);
  if (!isMissing && !DAMAGED.test(message)) return [];
  const [, line = '', from = '', to = ''] = /^(\d+):(\d+)-\d+:(\d+)$/.exec(range) ?? [];
  const place = (lines[Number(line)] ?? '').slice(Number(from), Number(to));
  const names = [...place.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  return names.filter((name) => (isMissing ? IMAGE.test(name) : companions.has(name)));
}

const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|pdf)$/i;
const DAMAGED = /^(?:failed to (?:decode|parse)|unknown image format|the (?:image|SVG)|.*image)/i;

/** The compiler has no codes: these words only choose a more helpful sentence. */
const UNREAD = /^(?:failed to load file|file not found|package not found)/;

/** The compiler's words are of the text alone; only the first line of one is shown. */
function shown(message: string): string {
  return message.split('\n', 1)[0]!.slice(0, 160);
}

/** A trap, or no memory, leaves the compiler in an unknown state. */
export function failureOfCompiler(error: unknown): unknown {
  if (error instanceof ConversionError) return error;
  return new ConversionError(
    {
      code: 'input_too_complex',
      message: 'The text cannot be set: it needs more memory than is allowed, or an image in it is damaged.',
      discardWorker: true,
    },
    { cause: error },
  );
}
