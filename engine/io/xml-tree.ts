import { ConversionError } from '../contract/errors.ts';
import { scanXml, type XmlAttributes } from './xml.ts';
import { MiB, type Limits } from '../contract/limits.ts';

/** An element of a small part that is easier to walk than to follow. Names are local: without their prefix. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
  /** The text directly inside. */
  readonly text: string;
}

interface OpenNode extends XmlNode {
  readonly children: XmlNode[];
  text: string;
}

/** Characters of a part that is held as a tree: that takes about thirty times as much memory. */
export const MAX_TREE_CHARS = 16 * MiB;
const NO_ATTRIBUTES: XmlAttributes = { get: () => undefined, all: () => [] };

/** Name of the nodes that stand for text between elements, where it is asked for. */
export const TEXT_NODE = '#text';

/**
 * Parses a part; the node that is returned holds its root. With `mixed`, text is among the children in its place.
 * Throws `input_corrupt` and `input_too_complex`.
 */
export function parseXmlTree(source: string, limits: Limits, { mixed = false } = {}): XmlNode {
  const allowed = Math.min(MAX_TREE_CHARS, limits.xmlChars);
  if (source.length > allowed) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A part of the document has ${source.length} characters of XML; at most ${allowed} are allowed.`,
      details: { limit: 'xmlChars', allowed, found: source.length },
    });
  }
  const root: OpenNode = { name: '', attributes: NO_ATTRIBUTES, children: [], text: '' };
  const open: OpenNode[] = [root];
  scanXml(
    source,
    {
      open(name, attributes) {
        const node: OpenNode = { name, attributes, children: [], text: '' };
        open.at(-1)!.children.push(node);
        open.push(node);
      },
      close: () => void open.pop(),
      text(value) {
        const parent = open.at(-1)!;
        if (mixed) parent.children.push({ name: TEXT_NODE, attributes: NO_ATTRIBUTES, children: [], text: value });
        else parent.text += value;
      },
    },
    limits.nesting,
    { doctype: 'skip' },
  );
  return root;
}

/** The first element that a path of names leads to, from child to child. */
export function childAt(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let current = node;
  for (const name of path) current = current?.children.find((child) => child.name === name);
  return current;
}

export function childrenNamed(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** Every element of a name below a node, in document order. */
export function* descendants(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}
