import type { Limits } from '../../../contract/limits.ts';
import { scanXml, type XmlAttributes } from '../../../io/xml.ts';
import { parseXmlTree, type XmlNode } from '../../../io/xml-tree.ts';
import type { OfficePackage } from '../ooxml/package.ts';

/** The parts that hold the data of a document, by the ids by which its content controls name them. */
export type DataStores = ReadonlyMap<string, () => XmlNode | undefined>;

/** The id by which controls name the properties of the document (ECMA-376 22.5). */
const CORE_PROPERTIES = '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}';

/** The custom XML of a document, and its properties. */
export function readDataStores(parts: OfficePackage, main: string, limits: Limits): DataStores {
  const stores = new Map<string, () => XmlNode | undefined>();
  const add = (id: string, part: string): void => {
    let tree: XmlNode | undefined;
    stores.set(id.toUpperCase(), () => (tree ??= treeOf(parts, part, limits)));
  };
  for (const { type, target } of parts.relationshipsOf(''))
    if (type === 'core-properties') add(CORE_PROPERTIES, target);
  for (const { type, target, external } of parts.relationshipsOf(main)) {
    if (type !== 'customXml' || external) continue;
    const properties = parts.relationshipsOf(target).find((relationship) => relationship.type === 'customXmlProps');
    const id = properties && treeOf(parts, properties.target, limits)?.children[0]?.attributes.get('itemID');
    if (id) add(id, target);
  }
  return stores;
}

function treeOf(parts: OfficePackage, name: string, limits: Limits): XmlNode | undefined {
  const source = parts.readXml(name);
  return source === undefined ? undefined : parseXmlTree(source, limits);
}

/** A store and a path in it, as a content control names them. */
interface Binding {
  readonly store: string;
  readonly path: string;
}

interface OpenControl {
  binding?: Binding;
  isPlainText: boolean;
  isPlaceholder: boolean;
  text: string;
}

const BOUND = /<w:dataBinding\b/;

/**
 * The bindings of those content controls of a part that hold another text than their data: Word and LibreOffice show the
 * data, other programs what the file holds (ECMA-376 17.5.2.6).
 */
export function outdatedBindings(source: string, stores: DataStores, maxDepth: number): ReadonlySet<string> {
  const outdated = new Set<string>();
  if (!BOUND.test(source)) return outdated;
  const open: OpenControl[] = [];
  let inText = false;
  scanXml(
    source,
    {
      open(name, attributes) {
        inText = name === 't';
        if (name === 'sdt') open.push({ isPlainText: false, isPlaceholder: false, text: '' });
        else describe(open.at(-1), name, attributes);
      },
      close(name) {
        inText = false;
        const control = name === 'sdt' ? open.pop() : undefined;
        if (control?.binding && isOutdated(control, stores)) outdated.add(keyOf(control.binding));
      },
      text(value) {
        if (inText) for (const control of open) control.text += value;
      },
    },
    maxDepth,
  );
  return outdated;
}

function describe(control: OpenControl | undefined, name: string, attributes: XmlAttributes): void {
  if (!control) return;
  if (name === 'dataBinding') control.binding = bindingOf(attributes);
  else if (name === 'text') control.isPlainText = true;
  else if (name === 'showingPlcHdr') control.isPlaceholder = true;
}

function bindingOf(attributes: XmlAttributes): Binding {
  return { store: attributes.get('storeItemID') ?? '', path: attributes.get('xpath') ?? '' };
}

function keyOf({ store, path }: Binding): string {
  return `${store} ${path}`;
}

/** The binding that an element says, as it is called among the outdated ones. */
export function bindingKey(attributes: XmlAttributes): string {
  return keyOf(bindingOf(attributes));
}

/** Dates and lists show something else than they store; a placeholder stands where there is no data. */
function isOutdated({ binding, isPlainText, isPlaceholder, text }: OpenControl, stores: DataStores): boolean {
  if (!binding || !isPlainText) return false;
  const root = stores.get(binding.store.toUpperCase())?.();
  const data = root && textAt(root, binding.path);
  if (data === undefined || (isPlaceholder && data.trim() === '')) return false;
  return plain(data) !== plain(text);
}

function plain(text: string): string {
  return text.replace(/\s/g, '');
}

/** A step of a path: the name, whatever its prefix, and which one of that name. */
const STEP = /^(?:[\w.-]+:)?([\w.-]+)(?:\[(\d+)\])?$/;

/** The text of the element that a path of names leads to; nothing for any other path, and where there is no element. */
function textAt(root: XmlNode, path: string): string | undefined {
  let node: XmlNode | undefined = root;
  for (const step of path.split('/').filter(Boolean)) {
    const [, name, number = '1'] = STEP.exec(step) ?? [];
    node = node?.children.filter((child) => child.name === name)[Number(number) - 1];
  }
  return node === root ? undefined : node && textOf(node);
}

function textOf({ text, children }: XmlNode): string {
  return text + children.map(textOf).join('');
}
