import { utf8Of } from '../../../io/bytes.ts';
import type { Limits } from '../../../contract/limits.ts';
import { corruptMesh, tooComplex, truncatedMesh, unsupportedMesh } from '../failures.ts';
import type { X3dChild, X3dNode } from './node.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]|#[^\n\r]*|[^\s,{}[\]"#]+/g;

/** The nodes of a scene in VRML 97 or in the classic text of X3D (ISO/IEC 14772-1, 19776-2). Throws `input_corrupt`. */
export function readVrml(bytes: Uint8Array, limits: Limits): X3dNode[] {
  const text = utf8Of(bytes);
  if (text.startsWith('#VRML V1')) throw unsupportedMesh('is VRML 1.0, which is not read. Save it as VRML 97 (2.0)');
  return new Parser(text, limits).nodes();
}

class Parser {
  readonly #tokens: Iterator<RegExpExecArray>;
  readonly #named = new Map<string, X3dNode>();
  readonly #maxDepth: number;
  #next: string | undefined;
  #depth = 0;

  constructor(text: string, { nesting }: Limits) {
    this.#tokens = text.matchAll(TOKEN);
    this.#maxDepth = nesting;
    this.#advance();
  }

  nodes(): X3dNode[] {
    const found: X3dNode[] = [];
    while (this.#next !== undefined) {
      if (this.#skipStatement()) continue;
      const node = this.#node();
      if (node) found.push(node);
    }
    return found;
  }

  #advance(): string | undefined {
    const token = this.#next;
    do {
      const { value, done } = this.#tokens.next();
      this.#next = done ? undefined : value[0];
    } while (this.#next?.startsWith('#'));
    return token;
  }

  #peek(): string | undefined {
    return this.#next;
  }

  #expect(token: string): void {
    if (this.#next === undefined) throw truncatedMesh();
    if (this.#advance() !== token) throw corruptMesh(`"${token}" is missing in its text`);
  }

  /** What is no node: routes, profiles, and nodes that the file defines itself, whose uses are nodes of no known type. */
  #skipStatement(): boolean {
    const word = this.#next;
    if (word === 'ROUTE') for (let count = 0; count < 4; count++) this.#advance();
    else if (word === 'PROFILE' || word === 'COMPONENT') for (let count = 0; count < 2; count++) this.#advance();
    else if (word === 'META') for (let count = 0; count < 3; count++) this.#advance();
    else if (word === 'PROTO' || word === 'EXTERNPROTO') {
      this.#advance();
      this.#advance();
      this.#skipBrackets();
      if (word === 'PROTO' || this.#next === '[') this.#skipBrackets();
      else this.#advance();
    } else return false;
    return true;
  }

  #skipBrackets(): void {
    let open = 0;
    do {
      const token = this.#advance();
      if (token === undefined) throw truncatedMesh();
      if (token === '[' || token === '{') open++;
      else if (token === ']' || token === '}') open--;
    } while (open > 0);
  }

  #node(): X3dNode | undefined {
    const word = this.#advance();
    if (word === 'NULL') return undefined;
    if (word === 'USE') return this.#named.get(this.#advance() ?? '');
    const name = word === 'DEF' ? (this.#advance() ?? '') : '';
    const type = word === 'DEF' ? (this.#advance() ?? '') : (word ?? '');
    if (type === 'Script') return void this.#skipBrackets(); // its fields are declared within it
    if (++this.#depth > this.#maxDepth) throw tooComplex('nesting', this.#maxDepth, this.#depth);
    const node = { type, name, ...this.#body() };
    this.#depth--;
    if (name !== '') this.#named.set(name, node);
    return node;
  }

  #body(): Pick<X3dNode, 'fields' | 'children'> {
    this.#expect('{');
    const fields = new Map<string, string>();
    const children: X3dChild[] = [];
    while (this.#next !== '}') {
      if (this.#next === undefined) throw truncatedMesh();
      if (this.#skipStatement()) continue;
      const field = this.#advance()!;
      this.#value(field, fields, children);
    }
    this.#advance();
    return { fields, children };
  }

  #value(field: string, fields: Map<string, string>, children: X3dChild[]): void {
    const add = (node: X3dNode | undefined) => node && children.push({ field, node });
    if (this.#next === '[') {
      this.#expect('[');
      const values: string[] = [];
      for (let token = this.#peek(); token !== ']'; token = this.#peek()) {
        if (token === undefined) throw truncatedMesh();
        if (isName(token)) add(this.#node());
        else values.push(this.#advance()!);
      }
      this.#expect(']');
      fields.set(field, values.join(' '));
    } else if (this.#next !== undefined && isName(this.#next)) {
      add(this.#node());
    } else {
      const values: string[] = [];
      while (this.#next !== undefined && isValue(this.#next)) values.push(this.#advance()!);
      fields.set(field, values.join(' '));
    }
  }
}

/** Numbers, texts, and what is true or false. */
function isValue(token: string): boolean {
  return /^(?:[-+.\d"]|TRUE$|FALSE$|true$|false$)/.test(token);
}

function isName(token: string): boolean {
  return !isValue(token) && !'{}[]'.includes(token);
}
