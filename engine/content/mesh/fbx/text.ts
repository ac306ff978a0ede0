import type { Limits } from '../../../contract/limits.ts';
import { corruptMesh, NodeBudget, tooComplex } from '../failures.ts';
import type { FbxNode, FbxValue } from './node.ts';

interface OpenNode extends FbxNode {
  readonly values: FbxValue[];
  readonly children: FbxNode[];
}

/** A comment, the name of a node, a text, a list with its length before it, a word or number, or a bracket. */
const TOKEN = /;[^\n]*|([A-Za-z_][\w|-]*):|"([^"]*)"|\*\d+\s*\{\s*a:([^}]*)\}|([^\s{},:;"]+)|([{}])/g;

/** The nodes of an FBX document in text. Throws `input_corrupt` and `input_too_complex`. */
export function readTextFbx(text: string, limits: Limits): FbxNode[] {
  const root: OpenNode = { name: '', values: [], children: [] };
  const open: OpenNode[] = [root];
  const budget = new NodeBudget();
  let last = root;
  for (const [, name, quoted, list, word, bracket] of text.matchAll(TOKEN)) {
    if (name !== undefined) {
      budget.take();
      last = { name, values: [], children: [] };
      open.at(-1)!.children.push(last);
    } else if (quoted !== undefined) last.values.push(quoted);
    else if (list !== undefined) last.values.push(() => Float64Array.from(list.split(','), Number));
    // What identifies an object has more digits than a number holds.
    else if (word !== undefined)
      last.values.push(/^-?\d{10,}$/.test(word) || Number.isNaN(Number(word)) ? word : Number(word));
    else if (bracket === '{') open.push(last);
    else if (bracket === '}' && open.length > 1) open.pop();
    if (open.length > limits.nesting) throw tooComplex('nesting', limits.nesting, open.length);
  }
  if (open.length > 1) throw corruptMesh('a bracket of it is never closed');
  return root.children;
}
