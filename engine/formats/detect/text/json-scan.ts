/* oxlint-disable no-control-regex -- control characters are looked for: strings must not hold them */
/** What a scan over JSON text, or the beginning of one, found. */
interface JsonScan {
  /** No error up to the end of the text. */
  readonly isValid: boolean;
  /** One value, ended, with nothing behind it. */
  readonly isComplete: boolean;
  /** Keys of the outermost object. */
  readonly topKeys: ReadonlySet<string>;
}

const STRING = /"(?:[^"\\\0-\x1f]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/y;
/** A string that the end of the text cuts. */
const CUT_STRING = /"(?:[^"\\\0-\x1f]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*(?:\\(?:u[\da-fA-F]{0,3})?)?$/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const CUT_SCALAR = /-?\d*\.?\d*(?:[eE][+-]?)?$|[a-z]{1,5}$/y;
const SPACE = /[ \t\r\n]*/y;

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/** Checks JSON (RFC 8259) without building it; text that ends early is valid but not complete. */
export function scanJson(text: string): JsonScan {
  const open: ('{' | '[')[] = [];
  const topKeys = new Set<string>();
  let expected: Expected = 'value';
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) at += match.length;
    return match;
  };
  const afterValue = (): Expected => (open.length > 0 ? 'comma or end' : 'nothing');
  const result = (isValid: boolean): JsonScan => ({ isValid, isComplete: isValid && expected === 'nothing', topKeys });

  for (;;) {
    take(SPACE);
    const char = text[at];
    if (char === undefined) return result(true);
    const isKey: boolean = expected === 'key' || expected === 'key or end';
    if ((char === '}' || char === ']') && expected.endsWith('or end')) {
      if (open.pop() !== (char === '}' ? '{' : '[')) return result(false);
      at++;
      expected = afterValue();
    } else if (isKey || (char === '"' && expected.startsWith('value'))) {
      const string = take(STRING);
      if (string === undefined) return result(take(CUT_STRING) !== undefined);
      if (isKey && open.length === 1) topKeys.add(string.slice(1, -1));
      expected = isKey ? 'colon' : afterValue();
    } else if (expected === 'colon' && char === ':') {
      at++;
      expected = 'value';
    } else if (expected === 'comma or end' && char === ',') {
      at++;
      expected = open.at(-1) === '{' ? 'key' : 'value';
    } else if (expected.startsWith('value') && (char === '{' || char === '[')) {
      at++;
      open.push(char);
      expected = char === '{' ? 'key or end' : 'value or end';
    } else if (expected.startsWith('value')) {
      if (take(SCALAR) === undefined) return result(take(CUT_SCALAR) !== undefined);
      expected = afterValue();
    } else {
      return result(false);
    }
  }
}
