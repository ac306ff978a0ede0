import { DeflatedStream } from '../../io/deflated-stream.ts';
import type { PdfImage } from '../../content/pages/image-pdf.ts';
import { PNG_FILTERS } from '../../content/raster/png/filters.ts';

/** Rows of pixels as PNG filters them: each begins with the number of its filter. */
interface FilteredRows {
  readonly width: number;
  /** Colours alone, without the opacity. */
  readonly components: 1 | 3 | 4;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** One more sample a pixel, of 8 or 16 bits, behind the colours. */
  readonly hasAlpha: boolean;
  /** Whole rows, some at a time. */
  readonly bands: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

type Packed = Pick<PdfImage, 'data' | 'filter' | 'parameters' | 'bits' | 'mask'>;

/** Compresses rows for a PDF, their opacity apart; nothing is said of opacity where everything is opaque. */
export async function packRows(rows: FilteredRows, signal: AbortSignal): Promise<Packed> {
  const { width, components, bits, hasAlpha } = rows;
  if (hasAlpha) return packWithMask(rows, signal);
  using colours = new DeflatedStream();
  for await (const band of rows.bands) {
    signal.throwIfAborted();
    await colours.write(band);
  }
  return { data: await colours.end(), filter: 'FlateDecode', parameters: predictorOf(components, bits, width), bits };
}

/** The parameters that make a PDF reader undo the filters of PNG. */
export function predictorOf(components: number, bits: number, width: number): string {
  return `/Predictor 15 /Colors ${components} /BitsPerComponent ${bits} /Columns ${width}`;
}

/**
 * A filter of PNG foretells every sample by its neighbours of the same kind, so that filtered rows can be taken apart
 * into colours and opacity as they are.
 */
async function packWithMask({ width, components, bits, bands }: FilteredRows, signal: AbortSignal): Promise<Packed> {
  const bytes = bits / 8;
  const colourBytes = components * bytes;
  const rowBytes = 1 + width * (colourBytes + bytes);
  using colours = new DeflatedStream();
  using opacity = new DeflatedStream();
  let isOpaque = true;
  let isFirst = true;
  for await (const band of bands) {
    signal.throwIfAborted();
    const rows = band.byteLength / rowBytes;
    const colourRows = new Uint8Array(rows * (1 + width * colourBytes));
    const alphaRows = new Uint8Array(rows * (1 + width * bytes));
    separate(band, { rowBytes, colourBytes, alphaBytes: bytes, colourRows, alphaRows });
    for (let row = 0; isOpaque && row < rows; row++) {
      isOpaque = isOpaqueRow(alphaRows, row * (1 + width * bytes), width, bytes, isFirst);
      isFirst = false;
    }
    await colours.write(colourRows);
    await opacity.write(alphaRows);
  }
  const filter = 'FlateDecode';
  const packed = { data: await colours.end(), filter, parameters: predictorOf(components, bits, width), bits } as const;
  const mask = { data: await opacity.end(), filter, parameters: predictorOf(1, bits, width), bits } as const;
  return isOpaque ? packed : { ...packed, mask };
}

interface Separation {
  readonly rowBytes: number;
  readonly colourBytes: number;
  readonly alphaBytes: number;
  readonly colourRows: Uint8Array;
  readonly alphaRows: Uint8Array;
}

function separate(band: Uint8Array, { rowBytes, colourBytes, alphaBytes, colourRows, alphaRows }: Separation): void {
  let colour = 0;
  let alpha = 0;
  for (let start = 0; start < band.byteLength; start += rowBytes) {
    colourRows[colour++] = band[start]!;
    alphaRows[alpha++] = band[start]!;
    for (let at = start + 1; at < start + rowBytes;) {
      for (let byte = 0; byte < colourBytes; byte++) colourRows[colour++] = band[at++]!;
      for (let byte = 0; byte < alphaBytes; byte++) alphaRows[alpha++] = band[at++]!;
    }
  }
}

/** Whether a filtered row of opacity says "opaque" throughout, given that the rows above do. */
function isOpaqueRow(rows: Uint8Array, start: number, width: number, bytes: number, isFirst: boolean): boolean {
  const [first, others] = opaqueDifferences(rows[start]!, isFirst);
  for (let at = 0; at < width * bytes; at++) {
    if (rows[start + 1 + at] !== (at < bytes ? first : others)) return false;
  }
  return true;
}

/** What a filter leaves of 255 beside and below 255: in the first pixel, and in the others. */
function opaqueDifferences(filter: number, isFirst: boolean): readonly [number, number] {
  switch (filter) {
    case PNG_FILTERS.none:
      return [255, 255];
    case PNG_FILTERS.sub:
      return [255, 0];
    case PNG_FILTERS.up:
      return isFirst ? [255, 255] : [0, 0];
    case PNG_FILTERS.average:
      return isFirst ? [255, 128] : [128, 0];
    default:
      return isFirst ? [255, 0] : [0, 0];
  }
}
