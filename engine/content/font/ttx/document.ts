import { decodeXmlPieces, scanXmlPieces, type XmlAttributes } from '../../../io/xml.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { damaged, MAX_FONT_BYTES, tooLarge } from '../sfnt.ts';
import { shown } from './elements.ts';

/** Walks a TTX file element by element. https://fonttools.readthedocs.io/en/latest/ttx.html */

export interface TtxHandler {
  root(attributes: XmlAttributes): void;
  /** A table, or the list of glyphs, begins. */
  table(name: string): void;
  /** One of its children, whole. */
  element(table: string, node: XmlNode): void;
}

/** Elements in each other: those of layout tables are at most about twenty deep. */
const MAX_DEPTH = 64;
/** Elements in one child of a table: twenty times those of the largest layout tables in use. */
const MAX_NODES = 2_000_000;
const PIECE_BYTES = 1024 * 1024;
const ROOT = 'ttFont';

interface OpenNode extends XmlNode {
  readonly children: XmlNode[];
  text: string;
}

/** Throws `input_corrupt` and `input_too_complex`. `signal` is looked at once a megabyte. */
export function scanTtx(bytes: Uint8Array, handler: TtxHandler, signal: AbortSignal): void {
  if (bytes.byteLength > MAX_FONT_BYTES) throw tooLarge('bytes', MAX_FONT_BYTES, bytes.byteLength);
  let table: string | undefined;
  let depth = 0;
  let nodes = 0;
  const open: OpenNode[] = [];
  scanXmlPieces(
    decodeXmlPieces(piecesOf(bytes, signal)),
    {
      open(name, attributes) {
        depth++;
        if (depth === 1) {
          if (name !== ROOT) throw damaged(`its first element is ${shown(name)} instead of ${ROOT}`);
          handler.root(attributes);
        } else if (depth === 2) handler.table((table = name));
        else {
          if (depth === 3) nodes = 0;
          if (++nodes > MAX_NODES) throw tooLarge(`elements in one part of ${shown(table!)}`, MAX_NODES, nodes);
          const node: OpenNode = { name, attributes, children: [], text: '' };
          open.at(-1)?.children.push(node);
          open.push(node);
        }
      },
      close() {
        depth--;
        const node = open.pop();
        if (depth === 2 && node) handler.element(table!, node);
      },
      text(value) {
        const node = open.at(-1);
        if (node) node.text += value;
      },
    },
    MAX_DEPTH,
    { doctype: 'skip' },
  );
}

function* piecesOf(bytes: Uint8Array, signal: AbortSignal): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    signal.throwIfAborted();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}
