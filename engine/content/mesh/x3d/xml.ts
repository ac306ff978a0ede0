import type { Limits } from '../../../contract/limits.ts';
import { decodeXml } from '../../../io/xml.ts';
import { childAt, parseXmlTree, type XmlNode } from '../../../io/xml-tree.ts';
import { corruptMesh } from '../failures.ts';
import type { X3dChild, X3dNode } from './node.ts';

const NO_NODES = new Set([
  'ROUTE',
  'IMPORT',
  'EXPORT',
  'ProtoDeclare',
  'ExternProtoDeclare',
  'fieldValue',
  'field',
  'meta',
]);

/** The nodes of an X3D scene in XML (ISO/IEC 19776-1). Throws `input_corrupt`. */
export function readX3dXml(bytes: Uint8Array, limits: Limits): X3dNode[] {
  const scene = childAt(parseXmlTree(decodeXml(bytes), limits), 'X3D', 'Scene');
  if (!scene) throw corruptMesh('it has no scene');
  const named = new Map<string, X3dNode>();
  return childrenOf(scene, named).map(({ node }) => node);
}

function childrenOf({ children }: XmlNode, named: Map<string, X3dNode>): X3dChild[] {
  return children
    .filter(({ name }) => !NO_NODES.has(name))
    .flatMap((element) => {
      const node = nodeOf(element, named);
      const field = element.attributes.get('containerField');
      return node ? [{ node, ...(field !== undefined && { field }) }] : [];
    });
}

/** A node that another one of this name stands for is that one. */
function nodeOf(element: XmlNode, named: Map<string, X3dNode>): X3dNode | undefined {
  const used = element.attributes.get('USE');
  if (used !== undefined) return named.get(used);
  const name = element.attributes.get('DEF') ?? '';
  const node: X3dNode = {
    type: element.name,
    name,
    fields: new Map(element.attributes.all()),
    children: childrenOf(element, named),
  };
  if (name !== '') named.set(name, node);
  return node;
}
