import { type XmlNode } from '../../../../io/xml-tree.ts';

/** Elements of a document by the identifiers that others refer to. */
export class Elements {
  readonly #byId = new Map<string, XmlNode>();

  constructor(root: XmlNode) {
    const waiting: XmlNode[] = [root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const id = node.attributes.get('ID');
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, node);
      waiting.push(...node.children);
    }
  }

  byId(id: string | undefined): XmlNode | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** The element itself, or the one that a `-ref` means. */
  resolve(node: XmlNode | undefined): XmlNode | undefined {
    return node?.name.endsWith('-ref') ? this.byId(node.attributes.get('IDREF')) : node;
  }

  /** The child of this name, or what its reference means. */
  child(node: XmlNode | undefined, name: string): XmlNode | undefined {
    const child = node?.children.find((found) => found.name === name || found.name === `${name}-ref`);
    return this.resolve(child);
  }
}

/** A finite number in an attribute. */
export function numberIn(node: XmlNode | undefined, name: string): number | undefined {
  const text = node?.attributes.get(name);
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
