/** A node of an FBX document, whichever of its two forms it was written in. */
export interface FbxNode {
  readonly name: string;
  readonly values: readonly FbxValue[];
  readonly children: readonly FbxNode[];
}

/** Numbers that identify an object are text, since they have 64 bits. Lists are read when they are asked for. */
export type FbxValue = number | string | (() => ArrayLike<number>);

export function childNamed(node: FbxNode | undefined, name: string): FbxNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** The numbers of the list that a node holds; none where it is not there. */
export function listOf(node: FbxNode | undefined): ArrayLike<number> {
  const [value] = node?.values ?? [];
  if (typeof value === 'function') return value();
  return (node?.values ?? []).filter((one) => typeof one === 'number');
}

/** The numbers of a property of an object; undefined where it is not set. */
export function propertyOf(object: FbxNode, name: string): readonly number[] | undefined {
  const found = childNamed(object, 'Properties70')?.children.find(({ values }) => values[0] === name);
  return found?.values.slice(4).map(Number);
}
