import { hexOf, latin1Bytes } from '../../io/bytes.ts';
import { hashBase64 } from '../../io/hash.ts';
import { PAPERS, type Paper } from './paper.ts';
import { pdfNumber, PdfWriter, type PdfReference } from './pdf-writer.ts';

/** A PDF that is written page by page, with one image on each. */
export interface ImagePage {
  /** Every part is drawn at its place in the image; most images are one part. */
  readonly parts: readonly ImagePart[];
  /** Stored pixels, before the orientation. */
  readonly width: number;
  readonly height: number;
  /** How a viewer turns it: 1 to 8 (EXIF, CIPA DC-008, tag Orientation). */
  readonly orientation: number;
  /** Pixels per inch of the stored image, where it says so. */
  readonly resolution?: { readonly x: number; readonly y: number };
}

/** A rectangle of an image, in the encoding in which a PDF holds it. */
export interface ImagePart {
  readonly width: number;
  readonly height: number;
  /** Stored pixels from the left and upper edge of the image; 0 if absent. */
  readonly left?: number;
  readonly top?: number;
  readonly image: PdfImage;
}

/** What a PDF needs to know of pixels (ISO 32000-1, section 8.9.5). */
export interface PdfImage {
  readonly data: readonly Uint8Array[];
  readonly filter?: 'DCTDecode' | 'FlateDecode' | 'CCITTFaxDecode' | 'LZWDecode';
  /** Entries of the filter's parameters, e.g. `/Predictor 15 /Colors 3`. */
  readonly parameters?: string;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  readonly colours: PdfColours;
  /** Samples stand for the opposite: white is zero, or inks are stored as light. */
  readonly inverted?: boolean;
  /** Sample values that are transparent, one a component. */
  readonly transparent?: readonly number[];
  /** Opacity of the same width and height: 8 or 16 bits grey. */
  readonly mask?: Pick<PdfImage, 'data' | 'filter' | 'parameters' | 'bits'>;
}

/** The colour space of samples: a device space of so many components, its ICC profile, or colours of a palette. */
export interface PdfColours {
  readonly components: 1 | 3 | 4;
  readonly profile?: Uint8Array;
  /** Three bytes a colour; then there is one component, the number of a colour. */
  readonly palette?: Uint8Array;
}

interface PageLayout {
  /** Paper on which the image is fitted; absent for pages as large as their image. */
  readonly paper?: Paper;
  /** Pixels per inch of pages as large as their image; the image's own resolution if absent. */
  readonly dpi?: number;
  /** Colour under what is transparent, as #rrggbb; the paper shines through if absent. */
  readonly background?: string;
}

const POINTS_PER_INCH = 72;
/** What browsers take for a pixel without a resolution of its own. */
const DEFAULT_DPI = 96;
/** Resolutions beyond these say nothing: programs write 1, or 25.4 (one pixel in a millimetre), where they know none. */
const MIN_DPI = 36;
const MAX_DPI = 10_000;
/** Shortest and longest side of a page in points that readers must accept (ISO 32000-1, annex C). */
const MIN_SIDE = 3;
const MAX_SIDE = 14_400;

const DEVICE_SPACES = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const;

/** By EXIF orientation: where the right and the upper direction of the stored image point on the page. */
const DIRECTIONS: readonly (readonly [number, number, number, number])[] = [
  [1, 0, 0, 1],
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [-1, 0, 0, -1],
  [1, 0, 0, -1],
  [0, -1, -1, 0],
  [0, -1, 1, 0],
  [0, 1, 1, 0],
  [0, 1, -1, 0],
];

/** Writes images as pages of a PDF. What is equal in several of them (profiles) is written once. */
export class ImagePdf {
  readonly #writer: PdfWriter;
  readonly #layout: PageLayout;
  readonly #tree: PdfReference;
  readonly #pages: PdfReference[] = [];
  readonly #profiles = new Map<string, PdfReference>();

  constructor(sink: (bytes: Uint8Array) => void, layout: PageLayout) {
    this.#writer = new PdfWriter(sink);
    this.#layout = layout;
    this.#tree = this.#writer.reserve();
  }

  add(page: ImagePage): void {
    const images = page.parts.map((part) => this.#image(part));
    const geometry = layOut(page, this.#layout);
    const content = page.parts.map((part, index) => drawing(page, part, geometry, index)).join('');
    const clipped = page.parts.length > 1 ? `${clip(geometry)}${content}` : content;
    const ground = this.#layout.background === undefined ? '' : filled(geometry, this.#layout.background);
    const names = images.map((image, index) => `/P${index} ${image} 0 R`).join(' ');
    const contents = this.#writer.stream('', [latin1Bytes(`${ground}${clipped}`)]);
    const box = `[0 0 ${pdfNumber(geometry.width)} ${pdfNumber(geometry.height)}]`;
    this.#pages.push(
      this.#writer.object(
        `<< /Type /Page /Parent ${this.#tree} 0 R /MediaBox ${box} /Contents ${contents} 0 R ` +
          `/Resources << /XObject << ${names} >> >> >>`,
      ),
    );
  }

  finish(): void {
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    this.#writer.object(`<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`, this.#tree);
    const root = this.#writer.object(`<< /Type /Catalog /Pages ${this.#tree} 0 R >>`);
    const info = this.#writer.object('<< /Producer (Athanor) >>');
    this.#writer.finish({ root, info });
  }

  #image({ width, height, image }: ImagePart): PdfReference {
    const { colours, bits, inverted, transparent, mask } = image;
    const entries = [imageEntries(width, height, image), `/ColorSpace ${this.#colourSpace(colours, bits)}`];
    if (inverted) entries.push(`/Decode [${Array.from({ length: colours.components }, () => '1 0').join(' ')}]`);
    if (transparent) entries.push(`/Mask [${transparent.map((value) => `${value} ${value}`).join(' ')}]`);
    if (mask) {
      const maskEntries = `${imageEntries(width, height, mask)} /ColorSpace /DeviceGray`;
      entries.push(`/SMask ${this.#writer.stream(maskEntries, mask.data)} 0 R`);
    }
    return this.#writer.stream(entries.join(' '), image.data);
  }

  #colourSpace({ components, profile, palette }: PdfColours, bits: number): string {
    const base = palette ? 3 : components;
    const space = profile ? `[/ICCBased ${this.#profile(profile, base)} 0 R]` : DEVICE_SPACES[base];
    if (!palette) return space;
    // Decoders demand no more colours than the samples can name.
    const colours = Math.min(palette.byteLength / 3, 2 ** bits);
    const table = hexOf(palette.subarray(0, colours * 3));
    return `[/Indexed ${space} ${colours - 1} <${table}>]`;
  }

  #profile(profile: Uint8Array, components: 1 | 3 | 4): PdfReference {
    const digest = hashBase64('sha256', profile);
    const known = this.#profiles.get(digest);
    if (known !== undefined) return known;
    const entries = `/N ${components} /Alternate ${DEVICE_SPACES[components]}`;
    const reference = this.#writer.stream(entries, [profile]);
    this.#profiles.set(digest, reference);
    return reference;
  }
}

function imageEntries(
  width: number,
  height: number,
  { bits, filter, parameters }: Pick<PdfImage, 'bits' | 'filter' | 'parameters'>,
): string {
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits}`;
  if (!filter) return entries;
  return `${entries} /Filter /${filter}${parameters ? ` /DecodeParms << ${parameters} >>` : ''}`;
}

/** All in points; `left` and `bottom` are those of the image. */
interface PageGeometry {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bottom: number;
  readonly shownWidth: number;
  readonly shownHeight: number;
}

/** Where the image is as it is shown, after its orientation. */
function layOut({ width, height, orientation, resolution }: ImagePage, { paper, dpi }: PageLayout): PageGeometry {
  const x = dpi ?? usable(resolution?.x) ?? DEFAULT_DPI;
  const y = dpi ?? usable(resolution?.y) ?? DEFAULT_DPI;
  const stored = [(width / x) * POINTS_PER_INCH, (height / y) * POINTS_PER_INCH] as const;
  const [shownWidth, shownHeight] = orientation >= 5 ? [stored[1], stored[0]] : stored;
  if (!paper) {
    const scale = scaleIntoLimits(shownWidth, shownHeight);
    const page = { width: Math.max(MIN_SIDE, shownWidth * scale), height: Math.max(MIN_SIDE, shownHeight * scale) };
    return { ...page, left: 0, bottom: 0, shownWidth: page.width, shownHeight: page.height };
  }
  const [shorter, longer] = PAPERS[paper];
  const page = shownWidth > shownHeight ? { width: longer, height: shorter } : { width: shorter, height: longer };
  const scale = Math.min(page.width / shownWidth, page.height / shownHeight);
  return {
    ...page,
    left: (page.width - shownWidth * scale) / 2,
    bottom: (page.height - shownHeight * scale) / 2,
    shownWidth: shownWidth * scale,
    shownHeight: shownHeight * scale,
  };
}

function usable(dpi: number | undefined): number | undefined {
  return dpi !== undefined && dpi >= MIN_DPI && dpi <= MAX_DPI ? dpi : undefined;
}

function scaleIntoLimits(width: number, height: number): number {
  const longest = Math.max(width, height);
  const shortest = Math.min(width, height);
  return Math.min(MAX_SIDE / longest, Math.max(1, MIN_SIDE / shortest));
}

/** The place of the image in a colour. */
function filled({ left, bottom, shownWidth, shownHeight }: PageGeometry, colour: string): string {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return `${rgb.map(pdfNumber).join(' ')} rg ${[left, bottom, shownWidth, shownHeight].map(pdfNumber).join(' ')} re f\n`;
}

/** Tiles at the right and the lower edge may go beyond the image. */
function clip({ left, bottom, shownWidth, shownHeight }: PageGeometry): string {
  return `${[left, bottom, shownWidth, shownHeight].map(pdfNumber).join(' ')} re W n\n`;
}

/** Maps the unit square, in which PDF draws every image, to the place of the part on the page. */
function drawing(
  { width, height, orientation }: ImagePage,
  part: ImagePart,
  { left, bottom, shownWidth, shownHeight }: PageGeometry,
  index: number,
): string {
  const [a, b, c, d] = DIRECTIONS[orientation] ?? DIRECTIONS[1]!;
  const toPage = [
    a * shownWidth,
    b * shownHeight,
    c * shownWidth,
    d * shownHeight,
    left + (a + c < 0 ? shownWidth : 0),
    bottom + (b + d < 0 ? shownHeight : 0),
  ] as const;
  return `q ${matrix(inside(toPage, placeOf(part, width, height)))} cm /P${index} Do Q\n`;
}

type Matrix = readonly [number, number, number, number, number, number];

/** The part of the unit square that a part of the image takes. */
function placeOf({ left = 0, top = 0, ...part }: ImagePart, width: number, height: number): Matrix {
  return [part.width / width, 0, 0, part.height / height, left / width, 1 - (top + part.height) / height];
}

/** The outer matrix of what the inner one, which only scales and moves, has placed. */
function inside([a, b, c, d, e, f]: Matrix, [width, , , height, x, y]: Matrix): Matrix {
  return [a * width, b * width, c * height, d * height, a * x + c * y + e, b * x + d * y + f];
}

function matrix(values: Matrix): string {
  return values.map(pdfNumber).join(' ');
}
