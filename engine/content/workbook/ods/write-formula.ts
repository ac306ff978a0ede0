/** A text, a reference with its sheet, a number or name, or one character, in the syntax of Excel. */
const TOKEN =
  /"(?:[^"]|"")*"|(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?(?![\p{L}\p{N}_.(!])|(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(?:\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?\d{1,7}:\$?\d{1,7})(?![\p{L}\p{N}_.(!])|[\p{L}_\\][\p{L}\p{N}_.\\]*\(?|\d+(?:\.\d*)?(?:E[+-]?\d+)?|[^]/giu;
const REFERENCE = /^(?:('(?:[^']|'')+'|[^'!]+)!)?(\$?[A-Z]{0,3}\$?\d{0,7})(?::(\$?[A-Z]{0,3}\$?\d{0,7}))?$/i;
/** Functions of OpenFormula that Excel marks as newer than 2007. */
const STANDARD = new Set(
  'ACOT ACOTH ARABIC BASE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR COMBINA COT COTH CSC CSCH DAYS DECIMAL GAMMA GAUSS IFNA ISFORMULA MUNIT NUMBERVALUE PDURATION PERMUTATIONA PHI RRI SEC SECH SHEET SHEETS UNICHAR UNICODE XOR'.split(
    ' ',
  ),
);

/** A formula of Excel in OpenFormula (ODF 1.3 part 4); undefined for what it cannot say. */
export function openFormulaOf(formula: string): string | undefined {
  let braces = 0;
  let translated = '';
  for (const [token] of formula.replace(/^=/, '').matchAll(TOKEN)) {
    if (token === '{') braces++;
    if (token === '}') braces--;
    if (token === '!' || token === '#' || token === '@') return undefined;
    translated += translate(token, braces > 0);
  }
  return `of:=${translated}`;
}

function translate(token: string, isInArray: boolean): string {
  const first = token[0]!;
  if (first === '"') return token;
  if (token === ',') return ';';
  if (token === ';') return isInArray ? '|' : ';';
  if (token.endsWith('(')) return functionOf(token);
  const isReference = /[!:$]|^[A-Z]{1,3}\d+$/i.test(token) && token.length > 1;
  const reference = isReference ? REFERENCE.exec(token) : null;
  return reference ? referenceOf(reference) : token;
}

function functionOf(name: string): string {
  const bare = name.replace(/^_xlfn\.(?:_xlws\.)?/i, '');
  if (bare === name) return name;
  return STANDARD.has(bare.slice(0, -1).toUpperCase()) ? bare : `COM.MICROSOFT.${bare}`;
}

function referenceOf([, sheet, first, last]: RegExpExecArray): string {
  const start = sheet === undefined ? '.' : `$${sheet}.`;
  return `[${start}${first}${last === undefined ? '' : `:.${last}`}]`;
}
