import { escapeXmlAttribute } from '../../../../io/xml.ts';
import type { Dictionary } from '../../cff-reader.ts';
import { CharstringReader, nameAttribute, subroutineLines, Subroutines } from './charstring-lines.ts';
import { OPERATOR, PREDEFINED_ENCODINGS, PRIVATE_ENTRIES, TOP_ENTRIES, type Entry } from './fields.ts';
import type { CffTable, SubFont } from './table.ts';

/** The table `CFF ` as elements. */

/** Names of the glyphs: of fonts with numbers instead, by these; undefined where a set of names is not in the file. */
export function cffGlyphNames(cff: CffTable): string[] | undefined {
  return cff
    .charset()
    ?.map((id, glyph) =>
      cff.isNumbered && glyph > 0
        ? `cid${String(id).padStart(5, '0')}`
        : glyph === 0
          ? '.notdef'
          : (cff.string(id) ?? ''),
    );
}

interface CffNames {
  readonly names: readonly string[];
  readonly signal: AbortSignal;
}

/** Throws a RangeError for a damaged table. */
export function* cffLines(cff: CffTable, { names, signal }: CffNames): Generator<string> {
  yield* ['<major value="1"/>', '<minor value="0"/>', `<CFFFont name="${escapeXmlAttribute(cff.name)}">`];
  yield* ownerLine(cff);
  yield* entryLines(cff.top, TOP_ENTRIES, cff);
  if (!cff.isNumbered) yield* encodingLines(cff, names);
  // Subroutines have their text when all glyphs that call them have been read.
  const globals = new Subroutines(cff.globalSubroutines);
  const locals = cff.fonts.map(({ subroutines }) => new Subroutines(subroutines));
  const selection = cff.fontSelection();
  const reader = new CharstringReader(globals);
  const glyphs: string[][] = [];
  for (const [glyph, code] of cff.charstrings.entries()) {
    if (glyph % 64 === 0) signal.throwIfAborted();
    const font = selection[glyph] ?? 0;
    const attributes = nameAttribute(names[glyph]!) + (cff.isNumbered ? ` fdSelectIndex="${font}"` : '');
    glyphs.push(reader.lines(code, locals[font] ?? globals, attributes));
  }
  if (cff.isNumbered) yield* fontLines(cff, locals);
  else yield* privateLines(cff.fonts[0]!, locals[0]!, cff);
  yield '<CharStrings>';
  for (const lines of glyphs) yield* lines;
  yield* ['</CharStrings>', '</CFFFont>'];
  yield* subroutineLines(globals, 'GlobalSubrs');
}

function* ownerLine(cff: CffTable): Generator<string> {
  const owner = cff.top.get(OPERATOR.registry);
  if (!owner) return;
  const [registry, order] = owner.map((id) => escapeXmlAttribute(cff.string(id) ?? ''));
  yield `<ROS Registry="${registry}" Order="${order}" Supplement="${owner[2] ?? 0}"/>`;
}

function* entryLines(dictionary: Dictionary, entries: readonly Entry[], cff: CffTable): Generator<string> {
  for (const { name, operator, kind } of entries) {
    const operands = dictionary.get(operator);
    if (operands) yield `<${name} value="${valueText(operands, kind, cff)}"/>`;
  }
}

function valueText(operands: readonly number[], kind: Entry['kind'], cff: CffTable): string {
  switch (kind) {
    case 'text':
      return escapeXmlAttribute(cff.string(operands[0] ?? 0) ?? '');
    case 'number':
      return String(operands.at(-1) ?? 0);
    case 'array':
      return operands.join(' ');
    case 'delta': {
      let value = 0;
      return operands.map((step) => (value += step)).join(' ');
    }
  }
}

function* encodingLines(cff: CffTable, names: readonly string[]): Generator<string> {
  const encoding = cff.encoding();
  if (typeof encoding === 'number') return void (yield `<Encoding name="${PREDEFINED_ENCODINGS[encoding]}"/>`);
  yield '<Encoding>';
  for (const [code, glyph] of [...(encoding ?? [])].sort(([a], [b]) => a - b))
    if (names[glyph] !== undefined && glyph > 0)
      yield `<map code="0x${code.toString(16)}"${nameAttribute(names[glyph])}/>`;
  yield '</Encoding>';
}

function* fontLines(cff: CffTable, locals: readonly Subroutines[]): Generator<string> {
  yield* ['<FDSelect format="3"/>', '<FDArray>'];
  for (const [index, font] of cff.fonts.entries()) {
    yield `<FontDict index="${index}">`;
    yield* entryLines(font.dictionary, TOP_ENTRIES, cff);
    yield* privateLines(font, locals[index]!, cff);
    yield '</FontDict>';
  }
  yield '</FDArray>';
}

function* privateLines(font: SubFont, local: Subroutines, cff: CffTable): Generator<string> {
  yield '<Private>';
  yield* entryLines(font.private, PRIVATE_ENTRIES, cff);
  if (font.private.has(OPERATOR.subroutines)) yield* subroutineLines(local, 'Subrs');
  yield '</Private>';
}
