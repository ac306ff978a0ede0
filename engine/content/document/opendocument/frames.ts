import type { XmlAttributes } from '../../../io/xml.ts';
import { bytesOfBase64, latin1Of } from '../../../io/bytes.ts';
import type { ZipArchive } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { Block, Box, Frame, Link, Image } from '../model.ts';
import { tableOfChart } from '../pptx/chart-table.ts';
import { mimeTypeOf } from '../pptx/image-types.ts';
import { readChart } from './chart.ts';
import { readFormula } from './formula.ts';

/** Where images and objects lie; flat files hold them inside. */
export interface Surroundings {
  readonly zip: ZipArchive | undefined;
  readonly limits: Limits;
}

const LINES = new Set(['line', 'connector', 'measure']);
/** What is on every slide. */
const FURNITURE = /^(?:header|footer|date-time|page-number|page|notes)$/;
/** Points of the units of lengths. */
const POINTS: Readonly<Record<string, number>> = { cm: 72 / 2.54, mm: 72 / 25.4, in: 72, pt: 1, pc: 12, px: 0.75 };

interface BoxContent {
  /** Is filled until the box ends. */
  readonly blocks: readonly Block[];
  readonly link: Link | undefined;
  readonly isInNotes: boolean;
  /** Where the image lies that a shape is filled with. */
  readonly fill?: string | undefined;
  readonly surroundings: Surroundings;
}

/** Gathers what is drawn: a frame with text, a table, an image or an object, a shape, or a group of them. */
export class BoxBuilder {
  readonly role: Box['role'];
  readonly #element: string;
  readonly #blocks: readonly Block[];
  readonly #frame: Frame | undefined;
  readonly #size: Partial<Pick<Frame, 'width' | 'height'>>;
  readonly #link: Link | undefined;
  readonly #in: Surroundings;
  readonly #descriptions = new Map<string, string>();
  #object: string | undefined;
  #formula: string | undefined;
  #image: Omit<Image, 'alternative'> | undefined;
  readonly #fill: Omit<Image, 'alternative'> | undefined;

  constructor(element: string, attributes: XmlAttributes, content: BoxContent) {
    const { blocks, link, isInNotes, fill, surroundings } = content;
    this.#element = element;
    this.role = isInNotes ? roleInNotes(element, attributes) : roleOnSlide(attributes);
    this.#frame = frameOf(attributes);
    this.#size = sizeOf(attributes);
    this.#blocks = blocks;
    this.#link = link;
    this.#in = surroundings;
    this.#fill = fill === undefined ? undefined : this.#imageAt(fill.replace(/^\.\//, ''));
  }

  /** An object has an image of itself behind it in its frame. */
  addObject(attributes: XmlAttributes): void {
    if (!this.#image) this.#object ??= nameOf(attributes);
  }

  addFormula(text: string): void {
    this.#formula = text;
  }

  /** The characters of a formula, where the frame holds one; beside it is an image of it. */
  formula(): string | undefined {
    if (this.#formula !== undefined || this.#object === undefined) return this.#formula;
    return readFormula(this.#in.zip, this.#object, this.#in.limits);
  }

  /** Programs put a second form of the same image into a frame, for others that cannot show the first. */
  addImage(attributes: XmlAttributes): void {
    this.#image ??= this.#imageAt(nameOf(attributes));
  }

  #imageAt(source: string): Omit<Image, 'alternative'> | undefined {
    const entry = this.#in.zip?.find(source);
    if (!entry) return undefined;
    const read = (): Uint8Array => this.#in.zip!.read(entry);
    return { kind: 'image', mimeType: mimeTypeOf(source), source, read, ...this.#size };
  }

  /** An image of a flat file, as it stands there. */
  addData(base64: string): void {
    const mimeType = mimeTypeOfBytes(bytesOfBase64(base64.slice(0, 64)));
    this.#image ??= { kind: 'image', mimeType, read: () => bytesOfBase64(base64), ...this.#size };
  }

  describe(element: string, description: string): void {
    this.#descriptions.set(element, description.trim());
  }

  /** `isLoose`: an image alone needs no box around it. */
  finish(isLoose: boolean): Box | Image | undefined {
    const image = this.#describedImage();
    if (isLoose && image && this.#object === undefined && this.#isEmpty()) {
      return { ...image, ...(this.#link && { link: this.#link }) };
    }
    const drawing = this.#drawing();
    if (!drawing && !image && !this.#fill && !this.#link && this.#blocks.length === 0) return undefined;
    const filled = this.#fill ? [{ ...this.#fill, alternative: '' }] : [];
    return {
      kind: 'box',
      blocks: this.#object === undefined ? [...filled, ...this.#withImage(image)] : this.#objectBlocks(image),
      ...(drawing && { drawing }),
      ...(this.role && { role: this.role }),
      ...(this.#frame && { frame: this.#frame }),
      ...(this.#link && { link: this.#link }),
    };
  }

  /** Beside text or a table, an image is for programs that cannot show these. */
  #withImage(image: Image | undefined): readonly Block[] {
    if (!image) return this.#blocks;
    return this.#isEmpty() ? [image] : [...this.#blocks, { ...image, unshown: 'uncertain' }];
  }

  /** Programs write an empty paragraph into each image. */
  #isEmpty(): boolean {
    return this.#blocks.every((block) => block.kind === 'paragraph' && block.inlines.length === 0);
  }

  #drawing(): Box['drawing'] {
    if (this.#object !== undefined) return 'object';
    if (this.#element === 'frame' || this.#element === 'g') return undefined;
    return LINES.has(this.#element) ? 'line' : 'shape';
  }

  #describedImage(): Image | undefined {
    const alternative = this.#descriptions.get('desc') ?? this.#descriptions.get('title') ?? '';
    return this.#image && { ...this.#image, alternative };
  }

  /** A chart is its data, any other object its image. */
  *#objectBlocks(image: Image | undefined): Generator<Block> {
    const chart = readChart(this.#in.zip, this.#object!, this.#in.limits);
    if (chart) yield* tableOfChart(chart);
    else if (image) yield image;
  }
}

function roleOnSlide(attributes: XmlAttributes): Box['role'] {
  const part = attributes.get('class') ?? '';
  if (part === 'title') return 'title';
  return FURNITURE.test(part) ? 'furniture' : undefined;
}

/** Programs that make presentations without a template do not say what the frame is for. */
function roleInNotes(element: string, attributes: XmlAttributes): Box['role'] {
  return element === 'frame' && (attributes.get('class') ?? 'notes') === 'notes' ? undefined : 'furniture';
}

/** Names within the package may begin with `./`. */
function nameOf(attributes: XmlAttributes): string {
  return (attributes.get('href') ?? '').replace(/^\.\//, '');
}

function lengthOf(value = ''): number | undefined {
  const match = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)$/.exec(value);
  return match ? Number(match[1]) * POINTS[match[2]!]! : undefined;
}

function sizeOf(attributes: XmlAttributes): Partial<Pick<Frame, 'width' | 'height'>> {
  const [width, height] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))];
  return { ...(width && { width }), ...(height && { height }) };
}

function frameOf(attributes: XmlAttributes): Frame | undefined {
  const { width = 0, height = 0 } = sizeOf(attributes);
  const [x, y] = [lengthOf(attributes.get('x')), lengthOf(attributes.get('y'))];
  return x === undefined || y === undefined
    ? turnedFrame(attributes.get('transform') ?? '', { width, height })
    : { x, y, width, height };
}

/** Of what is turned about its corner, and moved then (ODF 1.3 part 3, 19.228). */
function turnedFrame(transform: string, size: Pick<Frame, 'width' | 'height'>): Frame | undefined {
  const [, x, y] = /translate\s*\(\s*(\S+?)[\s,]+(\S+?)\s*\)/.exec(transform) ?? [];
  const [left, top] = [lengthOf(x), lengthOf(y)];
  if (left === undefined || top === undefined) return undefined;
  const radians = Number(/rotate\s*\(\s*(-?[\d.]+)/.exec(transform)?.[1] ?? 0);
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [halfWidth, halfHeight] = [size.width / 2, size.height / 2];
  return {
    x: left - halfWidth + halfWidth * cos + halfHeight * sin,
    y: top - halfHeight - halfWidth * sin + halfHeight * cos,
    ...size,
    angle: ((((-radians * 180) / Math.PI) % 360) + 360) % 360,
  };
}

/** Flat files hold images without a name: their first bytes tell the type. */
function mimeTypeOfBytes(bytes: Uint8Array): string {
  const head = latin1Of(bytes, 0, Math.min(bytes.byteLength, 12));
  if (head.startsWith('\x89P')) return 'image/png';
  if (head.startsWith('\xff\xd8')) return 'image/jpeg';
  if (head.startsWith('GI')) return 'image/gif';
  if (head.startsWith('R') && head[8] === 'W') return 'image/webp';
  return head.startsWith('<') ? 'image/svg+xml' : '';
}
