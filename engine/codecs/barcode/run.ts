import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';
import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { BARCODE_KINDS, textForCode, type BarcodeKindId } from '../../content/barcode/kinds.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { drawCode } from './draw.ts';
import { instantiatorOf } from '../../io/emscripten.ts';

/** More than any code holds. */
const MAX_TEXT_BYTES = 8_000;
/** Codes of one image that are told. */
const MAX_CODES = 255;

const createRunner: CreateRunner = ({ modules }) => {
  const overrides = { instantiateWasm: instantiatorOf(modules['reader']!) };
  // The types of Emscripten know another list of imports than those of WebAssembly.
  prepareZXingModule({ overrides: overrides as object });
  return {
    async convert(inputs, step, context) {
      const text =
        step.edge === 'write'
          ? writeCode(inputs[0]!, step, context)
          : listCodes(await readCodes(inputs, step, context), step);
      return [{ name: outputNameOf(inputs[0]!.name, step.to), format: step.to, bytes: utf8Bytes(text) }];
    },
    warm: () => void drawCode('qr', 'a'),
  };
};

export default createRunner;

function writeCode(input: Artifact, { options }: Step, context: RunContext): string {
  const text = readSourceText(input, { maxBytes: MAX_TEXT_BYTES, encoding: options.encoding }, context);
  return drawCode(
    options.barcode === undefined || options.barcode === 'any' ? 'qr' : options.barcode,
    textForCode(text),
  );
}

interface Code {
  /** As the option calls it, or by the library's name for one that is only read. */
  readonly kind: string;
  readonly text: string;
  /** Where the codes of several pages are read. */
  readonly page?: number;
  /** Corners in pixels, from the upper left one of the code clockwise. */
  readonly corners: readonly (readonly [x: number, y: number])[];
}

/** The codes of an image, or of images that are the pages of one document. Throws where there is none at all. */
async function readCodes(
  inputs: readonly Artifact[],
  { options: { barcode = 'any' } }: Step,
  context: RunContext,
): Promise<readonly Code[]> {
  const codes: Code[] = [];
  for (const [index, input] of inputs.entries()) {
    context.signal.throwIfAborted();
    const found = await readBarcodes(context.bytes(input), {
      // None named are all that the library knows.
      formats: barcode === 'any' ? [] : [BARCODE_KINDS[barcode].readAs],
      tryHarder: true,
      maxNumberOfSymbols: MAX_CODES,
    });
    const page = inputs.length > 1 ? { page: index + 1 } : {};
    for (const code of found) if (code.isValid) codes.push({ ...page, ...describeCode(code) });
    context.progress((index + 1) / inputs.length);
  }
  if (codes.length === 0) throw noCode(barcode);
  return codes;
}

/** Texts line by line, or one record a line with kinds and places. */
function listCodes(codes: readonly Code[], { to }: Step): string {
  if (to === 'txt') return codes.map(({ text }) => `${text}\n`).join('');
  return `[\n  ${codes.map((code) => JSON.stringify(code)).join(',\n  ')}\n]\n`;
}

function describeCode({ format, text, position: { topLeft, topRight, bottomRight, bottomLeft } }: ReadResult): Code {
  const [kind = format] = Object.entries(BARCODE_KINDS).find(([, { readAs }]) => readAs === format) ?? [];
  // The library counts UPC-A among the EAN-13 that begin with 0.
  const digits = format === 'UPCA' ? text.replace(/^0(?=\d{12}$)/, '') : text;
  return { kind, text: digits, corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [x, y]) };
}

function noCode(barcode: BarcodeKindId | 'any'): ConversionError {
  const what = barcode === 'any' ? 'bar code' : BARCODE_KINDS[barcode].name;
  const others = barcode === 'any' ? '' : ' With any as the option barcode, codes of every kind are read.';
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `No ${what} was found. Send an image in which the code is sharp, whole and has white space around it.${others}`,
  });
}
