import type { OptionValues } from '../../formats/options.ts';

/** What one of the kinds of codes is called by the libraries, and which texts it holds. */
export interface BarcodeKind {
  readonly name: string;
  /** Names of BWIPP, which writes it, and of ZXing, which reads it. */
  readonly writtenAs: string;
  readonly readAs: 'QRCode' | 'MicroQRCode' | 'DataMatrix' | 'Aztec' | 'PDF417' | LinearKind;
  /** Texts that it holds, and the same as a phrase; any that is short enough if absent. */
  readonly texts?: { readonly pattern: RegExp; readonly described: string };
  /** Bars side by side, with the text below them. */
  readonly linear?: true;
}

type LinearKind = 'Code128' | 'Code39' | 'ITF' | 'Codabar' | 'EAN13' | 'EAN8' | 'UPCA';
export type BarcodeKindId = Exclude<OptionValues['barcode'], undefined | 'any'>;

const DIGITS = (...lengths: readonly [number, number]): BarcodeKind['texts'] => ({
  pattern: new RegExp(String.raw`^\d{${lengths.join(',')}}$`),
  described: `${lengths[0]} digits, or ${lengths[1]} with the right check digit`,
});

/** Every kind that is written and read. */
export const BARCODE_KINDS: Readonly<Record<BarcodeKindId, BarcodeKind>> = {
  qr: { name: 'QR code', writtenAs: 'qrcode', readAs: 'QRCode' },
  microqr: { name: 'Micro QR code', writtenAs: 'microqrcode', readAs: 'MicroQRCode' },
  datamatrix: { name: 'Data Matrix code', writtenAs: 'datamatrix', readAs: 'DataMatrix' },
  aztec: { name: 'Aztec code', writtenAs: 'azteccode', readAs: 'Aztec' },
  pdf417: { name: 'PDF417 code', writtenAs: 'pdf417', readAs: 'PDF417' },
  code128: {
    name: 'Code 128',
    writtenAs: 'code128',
    readAs: 'Code128',
    texts: { pattern: /^[ -~]{1,80}$/, described: 'up to 80 characters of ASCII' },
    linear: true,
  },
  code39: {
    name: 'Code 39',
    writtenAs: 'code39',
    readAs: 'Code39',
    texts: { pattern: /^[0-9A-Z\-. $/+%]{1,50}$/, described: 'up to 50 capitals, digits, spaces and - . $ / + %' },
    linear: true,
  },
  itf: {
    name: 'Interleaved 2 of 5',
    writtenAs: 'interleaved2of5',
    readAs: 'ITF',
    // A reader takes fewer digits for a part of something else.
    texts: { pattern: /^(?:\d\d){3,40}$/, described: 'an even number of digits, from 6 to 80' },
    linear: true,
  },
  codabar: {
    name: 'Codabar',
    writtenAs: 'rationalizedCodabar',
    readAs: 'Codabar',
    texts: {
      pattern: /^[A-D][0-9\-$:/.+]{2,60}[A-D]$/,
      described: 'digits and - $ : / . + between two letters from A to D',
    },
    linear: true,
  },
  ean13: { name: 'EAN-13', writtenAs: 'ean13', readAs: 'EAN13', texts: DIGITS(12, 13), linear: true },
  ean8: { name: 'EAN-8', writtenAs: 'ean8', readAs: 'EAN8', texts: DIGITS(7, 8), linear: true },
  upca: { name: 'UPC-A', writtenAs: 'upca', readAs: 'UPCA', texts: DIGITS(11, 12), linear: true },
};

/** The text of a file as a code holds it: line ends are those of the file, not of the text. */
export function textForCode(text: string): string {
  return text.replace(/[\r\n]+$/, '');
}
