import type { FormatId } from '../../formats/index.ts';
import { readIcns } from '../../content/raster/icon/icns.ts';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';
import { decodeDicom, readDicom } from '../../content/raster/dicom/reader.ts';
import { decodeFax, readFaxHeader } from '../../content/raster/fax/group3.ts';
import { byteOfLight } from '../../content/raster/linear-light.ts';
import { readCineon, readCineonHeader } from '../../content/raster/film/reader.ts';
import { decodeExr, placed, readExrHeader } from '../../content/raster/exr/reader.ts';
import { decodeRadiance, readRadianceHeader } from '../../content/raster/hdr/reader.ts';
import { decodeJpegLs, readJpegLsHeader } from '../../content/raster/jpeg-ls/reader.ts';
import { decodeSixel, readSixelHeader } from '../../content/raster/sixel/writer.ts';

export interface OwnHeader {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly bitsPerChannel: number;
  /** One when absent. */
  readonly frames?: number;
}

/** Decodes a file of another format that lies inside. */
type DecodeFile = (file: Uint8Array, format: FormatId) => RgbaImage;

/** A reader of our own, in place of the library's; throws a RangeError for what is damaged. */
interface OwnReader {
  readonly header: (file: Uint8Array) => OwnHeader;
  /** One frame or page, counted from 0. */
  readonly decode: (file: Uint8Array, decodeFile: DecodeFile, frame: number) => RgbaImage;
}

/** Formats that the library does not read, or reads wrongly. */
export const OWN_READERS: Partial<Record<FormatId, OwnReader>> = {
  hdr: {
    header: (file) => ({
      ...sizeOf(readRadianceHeader(file)),
      hasAlpha: false,
      bitsPerChannel: 16,
    }),
    decode: decodeRadiance,
  },
  exr: {
    header(file) {
      const { display, hasAlpha } = readExrHeader(file);
      return { ...sizeOf(display), hasAlpha, bitsPerChannel: 16 };
    },
    decode(file, decodeFile) {
      const header = readExrHeader(file);
      return header.isReadHere ? decodeExr(file) : placed(ofLight(decodeFile(file, 'exr')), header, header.hasAlpha);
    },
  },
  cin: {
    header: (file) => ({ ...readCineonHeader(file), hasAlpha: false }),
    decode: readCineon,
  },
  sixel: {
    header(file) {
      const header = readSixelHeader(file);
      return { ...sizeOf(header), hasAlpha: header.hasHoles, bitsPerChannel: 8 };
    },
    decode: decodeSixel,
  },
  g3: {
    header: (file) => ({ ...readFaxHeader(file), hasAlpha: false, bitsPerChannel: 8 }),
    decode: decodeFax,
  },
  jls: {
    header(file) {
      const header = readJpegLsHeader(file);
      return {
        ...sizeOf(header),
        hasAlpha: header.components.length % 2 === 0,
        bitsPerChannel: Math.max(8, header.bits),
      };
    },
    decode: decodeJpegLs,
  },
  dcm: {
    header(file) {
      const { width, height, frames, bitsStored } = readDicom(file);
      return { width, height, frames, hasAlpha: false, bitsPerChannel: Math.max(8, bitsStored) };
    },
    decode(file, decodeFile, index) {
      const frame = decodeDicom(file, index);
      return frame.kind === 'pixels' ? frame.image : decodeFile(frame.file, frame.format);
    },
  },
  icns: {
    header(file) {
      const { side } = largestIn(file);
      return { width: side, height: side, hasAlpha: true, bitsPerChannel: 8 };
    },
    decode(file, decodeFile) {
      const { content } = largestIn(file);
      return content.kind === 'pixels' ? content.decode() : decodeFile(content.file, content.kind);
    },
  },
};

function sizeOf({ width, height }: OwnHeader | { readonly width: number; readonly height: number }): {
  readonly width: number;
  readonly height: number;
} {
  return { width, height };
}

function largestIn(file: Uint8Array): ReturnType<typeof readIcns>[number] {
  const [largest] = readIcns(file);
  if (!largest) throw new RangeError('There is no image in this icon.');
  return largest;
}

/** What the library read as bytes of sRGB was light, multiplied with its opacity. */
function ofLight(image: RgbaImage): RgbaImage {
  const data = new Uint8Array(image.data);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3]! || 255;
    for (let channel = 0; channel < 3; channel++) data[at + channel] = byteOfLight(data[at + channel]! / opacity);
  }
  return { ...image, data };
}
