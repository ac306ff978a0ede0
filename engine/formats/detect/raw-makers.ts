import type { FormatId } from '../index.ts';

/** A maker's raw formats, the usual one first. */
interface RawMaker {
  readonly maker: RegExp;
  readonly formats: readonly [FormatId, ...FormatId[]];
  /** Cameras that write another of them, by their model. */
  readonly models?: readonly (readonly [model: RegExp, format: FormatId])[];
}

/** The makers' own raws are TIFFs with a sensor's data in them: camera and file name tell which of a maker's formats. */
export const RAW_MAKERS: readonly RawMaker[] = [
  { maker: /^NIKON/i, formats: ['nef', 'nrw'], models: [[/COOLPIX/i, 'nrw']] },
  {
    maker: /^SONY/i,
    formats: ['arw', 'sr2', 'srf'],
    models: [
      [/^DSC-R1\b/, 'sr2'],
      [/^DSC-(F828|V3)\b/, 'srf'],
    ],
  },
  { maker: /^(PENTAX|RICOH|ASAHI)/i, formats: ['pef'] },
  { maker: /^SAMSUNG/i, formats: ['srw'] },
  { maker: /^IMACON/i, formats: ['fff', '3fr'] },
  { maker: /^HASSELBLAD/i, formats: ['3fr', 'fff'] },
  {
    maker: /^(EASTMAN )?KODAK/i,
    formats: ['kdc', 'dcr', 'k25'],
    models: [
      [/\b(DCS|PRO)\b/i, 'dcr'],
      [/\bDC25\b/i, 'k25'],
    ],
  },
  { maker: /^LEAF/i, formats: ['mos'] },
  { maker: /^PHASE ONE/i, formats: ['iiq'] },
  { maker: /^MAMIYA/i, formats: ['mef', 'mos'] },
  { maker: /^(SEIKO )?EPSON/i, formats: ['erf'] },
  { maker: /^CANON/i, formats: ['cr2'] },
  { maker: /^(PANASONIC|LEICA)/i, formats: ['raw', 'rwl', 'rw2'] },
];

/** The raw format of a camera, and the maker's others; nothing for a maker that writes none. */
export function rawOfMaker(
  maker: string,
  model: string,
): { readonly format: FormatId; readonly orNamed: readonly FormatId[] } | undefined {
  const known = RAW_MAKERS.find((one) => one.maker.test(maker));
  if (!known) return undefined;
  const format = known.models?.find(([pattern]) => pattern.test(model))?.[1] ?? known.formats[0];
  return { format, orNamed: known.formats.filter((other) => other !== format) };
}
