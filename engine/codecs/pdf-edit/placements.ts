import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFRef,
  type PDFDocument,
} from '@cantoo/pdf-lib';
import { dictAt, nameAt } from './objects.ts';

/** Largest width and height in points at which an image is shown anywhere. */
export interface Placement {
  readonly width: number;
  readonly height: number;
}

type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Forms within forms. */
const MAX_DEPTH = 12;
/** Operators of all pages together; beyond, images stay as they are. */
const MAX_OPERATORS = 20_000_000;
/** Strings, comments and images in the content are skipped; of the rest numbers, names and operators count. */
const TOKEN =
  /\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S]|\([^()]*\))*\))*\)|<[^<>]*>|%[^\r\n]*|\bBI\b[\s\S]*?\bEI\b|\/([^\s()<>[\]{}/%]+)|([+-]?(?:\d+\.?\d*|\.\d+))|([A-Za-z'"*]+)/g;

/** How large the images of a document are shown; nothing for those that are not found on a page. */
export function placementsOf(document: PDFDocument, signal: AbortSignal): ReadonlyMap<PDFRef, Placement> {
  const walker = new Walker(signal);
  for (const page of document.getPages()) {
    const resources = page.node.Resources();
    if (resources) walker.walk(contentOf(page.node.get(PDFName.of('Contents')), document), resources, IDENTITY, 0);
  }
  return walker.isComplete ? walker.placements : new Map();
}

class Walker {
  readonly placements = new Map<PDFRef, Placement>();
  isComplete = true;
  readonly #signal: AbortSignal;
  #operators = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  walk(content: string, resources: PDFDict, start: Matrix, depth: number): void {
    this.#signal.throwIfAborted();
    const objects = dictAt(resources, 'XObject');
    if (!objects) return;
    const stack: Matrix[] = [];
    let matrix = start;
    let numbers: number[] = [];
    let name = '';
    for (const [, foundName, number, operator] of content.matchAll(TOKEN)) {
      if (number !== undefined) numbers.push(Number(number));
      else if (foundName !== undefined) name = foundName;
      if (operator === undefined) continue;
      if (++this.#operators > MAX_OPERATORS) {
        this.isComplete = false;
        return;
      }
      if (operator === 'q') stack.push(matrix);
      else if (operator === 'Q') matrix = stack.pop() ?? start;
      else if (operator === 'cm' && numbers.length >= 6)
        matrix = multiply(numbers.slice(-6) as unknown as Matrix, matrix);
      else if (operator === 'Do') this.#show(objects, name, resources, matrix, depth);
      numbers = [];
    }
  }

  #show(objects: PDFDict, name: string, resources: PDFDict, matrix: Matrix, depth: number): void {
    const key = PDFName.of(name);
    const reference = objects.get(key);
    const object = objects.lookup(key);
    if (!(object instanceof PDFRawStream)) return;
    const kind = nameAt(object.dict, 'Subtype');
    if (kind === 'Image' && reference instanceof PDFRef) {
      const [a, b, c, d] = matrix;
      const known = this.placements.get(reference) ?? { width: 0, height: 0 };
      this.placements.set(reference, {
        width: Math.max(known.width, Math.hypot(a, b)),
        height: Math.max(known.height, Math.hypot(c, d)),
      });
    } else if (kind === 'Form') {
      if (depth >= MAX_DEPTH) this.isComplete = false;
      else
        this.walk(
          textOf(object),
          dictAt(object.dict, 'Resources') ?? resources,
          multiply(matrixOf(object.dict), matrix),
          depth + 1,
        );
    }
  }
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

function matrixOf(dict: PDFDict): Matrix {
  const array = dict.lookup(PDFName.of('Matrix'));
  const numbers = array instanceof PDFArray ? array.asArray().map((value) => Number(value.toString())) : [];
  return numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : IDENTITY;
}

function contentOf(contents: unknown, document: PDFDocument): string {
  const object = contents instanceof PDFRef ? document.context.lookup(contents) : contents;
  if (object instanceof PDFRawStream) return textOf(object);
  if (!(object instanceof PDFArray)) return '';
  return object
    .asArray()
    .map((part) => contentOf(part, document))
    .join('\n');
}

function textOf(stream: PDFRawStream): string {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return ''; // what cannot be read shows nothing
  }
}
