import { createHash } from 'node:crypto';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { EmbeddedFont, FaceSlot } from './embedded-fonts.ts';

/** A part of the package. */
interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const NAMESPACES =
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const FONT_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/font';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** In the order that the schema wants. */
const SLOTS: readonly FaceSlot[] = ['Regular', 'Bold', 'Italic', 'BoldItalic'];

/** The first bytes of an embedded font are hidden. */
const HIDDEN_BYTES = 32;

/**
 * The table of the fonts of a Word document and the fonts that come along with it, obfuscated as ECMA-376 part 4, 9.1
 * (Font Embedding) says. Keys are made of the fonts, so that equal documents have equal bytes.
 */
export function fontParts(fonts: readonly EmbeddedFont[]): Part[] {
  const files = fonts.map((font, index) => {
    const key = createHash('sha256').update(font.file).digest().subarray(0, 16);
    return { ...font, id: `rId${index + 1}`, part: `fonts/font${index + 1}.odttf`, key };
  });
  const families = Map.groupBy(files, ({ family }) => family);
  const table = Array.from(families, ([family, faces]) => {
    const ordered = SLOTS.flatMap((slot) => faces.filter((face) => face.slot === slot));
    const embedded = ordered.map(({ slot, id, key }) => `<w:embed${slot} r:id="${id}" w:fontKey="${guidOf(key)}"/>`);
    const pitch = faces[0]!.face.monospace ? 'fixed' : 'variable';
    const untagged = `<w:altName w:val="${escapeXmlAttribute(family.replace(/ [^ ]*$/, ''))}"/>`;
    return `<w:font w:name="${escapeXmlAttribute(family)}">${untagged}${kindOf(faces[0]!)}<w:pitch w:val="${pitch}"/>${embedded.join('')}</w:font>`;
  });
  const relations = files.map(({ id, part }) => `<Relationship Id="${id}" Type="${FONT_RELATION}" Target="${part}"/>`);
  return [
    {
      name: 'word/fontTable.xml',
      bytes: Buffer.from(`${DECLARATION}<w:fonts ${NAMESPACES}>${table.join('')}</w:fonts>`),
    },
    {
      name: 'word/_rels/fontTable.xml.rels',
      bytes: Buffer.from(`${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${relations.join('')}</Relationships>`),
    },
    ...files.map(({ part, file, key }) => ({ name: `word/${part}`, bytes: obfuscated(file, key) })),
  ];
}

/** The settings of a document whose fonts are still with it when Word has saved it, in the order of the schema. */
export function keepingFonts(settings: string): string {
  return settings.replace('<w:displayBackgroundShape/>', '$&<w:embedTrueTypeFonts/>');
}

/** What Word takes where the font cannot be used. */
function kindOf({ face: { monospace, serif } }: EmbeddedFont): string {
  return `<w:family w:val="${monospace ? 'modern' : serif ? 'roman' : 'swiss'}"/>`;
}

function guidOf(key: Uint8Array): string {
  const hex = Buffer.from(key).toString('hex').toUpperCase();
  return `{${[0, 8, 12, 16, 20].map((from, index, all) => hex.slice(from, all[index + 1])).join('-')}}`;
}

/** The bytes of the key are read from the end of its text. */
function obfuscated(file: Uint8Array, key: Uint8Array): Uint8Array {
  const hidden = file.slice();
  for (let at = 0; at < HIDDEN_BYTES; at++) hidden[at]! ^= key[key.byteLength - 1 - (at % key.byteLength)]!;
  return hidden;
}
