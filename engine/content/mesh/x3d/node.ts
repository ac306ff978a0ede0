/** A node of an X3D or VRML scene, whichever of the two it was written in. */
export interface X3dNode {
  readonly type: string;
  readonly name: string;
  /** Fields of one or several values, as text. */
  readonly fields: ReadonlyMap<string, string>;
  /** Nodes in it, in their order, with the field that each is in where that is said. */
  readonly children: readonly X3dChild[];
}

export interface X3dChild {
  readonly field?: string;
  readonly node: X3dNode;
}

/** The first node of any of these types in a node. */
export function childOf({ children }: X3dNode, ...types: readonly string[]): X3dNode | undefined {
  return children.find(({ node }) => types.includes(node.type))?.node;
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** Numbers of a field, however they are separated. */
export function numbersIn({ fields }: X3dNode, name: string): number[] {
  return Array.from((fields.get(name) ?? '').matchAll(NUMBER), ([value]) => Number(value));
}

export function isFalse({ fields }: X3dNode, name: string): boolean {
  return /^\s*false\s*$/i.test(fields.get(name) ?? '');
}

/** The texts of a field: each in quotation marks, or one without. */
export function textsIn({ fields }: X3dNode, name: string): string[] {
  const value = fields.get(name)?.trim() ?? '';
  const quoted = Array.from(value.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text]) => text!.replaceAll(/\\(.)/g, '$1'));
  return quoted.length > 0 || value === '' ? quoted : [value];
}
