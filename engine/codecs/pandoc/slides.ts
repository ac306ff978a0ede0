import type { Limits } from '../../contract/limits.ts';
import { repairParts } from '../../content/document/ooxml/repair-parts.ts';

const SLIDE = /^ppt\/slides\/slide\d+\.xml$/;
/** A shape with formulas, which pandoc writes for programs that know these and for no others. */
const FORMULA_SHAPE =
  /<mc:Choice ([^>]*)\bRequires="a14">((?:(?!<\/mc:Choice>)[\s\S])*)<\/mc:Choice>(?=<\/mc:AlternateContent>)/g;
const FORMULA = /<a14:m>((?:(?!<\/a14:m>)[\s\S])*)<\/a14:m>/g;
/**
 * LibreOffice says that it knows formulas, and leaves out the whole shape: what PowerPoint has known since 2016 is asked
 * for as well (http://schemas.microsoft.com/office/drawing/2014/main).
 */
const LATER = 'xmlns:a16="http://schemas.microsoft.com/office/drawing/2014/main" Requires="a14 a16"';

/** Rows without a height, which programs that do not compute heights lay on each other, and that of PowerPoint (EMU). */
const FLAT_ROW = /<a:tr h="0"/g;
const ROW = '<a:tr h="370840"';

/** An image, which is described by its address, and the box with its caption behind it. */
const PICTURE =
  /(<p:pic><p:nvPicPr><p:cNvPr )descr="[^"]*"((?:(?!<\/p:pic>)[\s\S])*<\/p:pic>)(<p:sp><p:nvSpPr><p:cNvPr [^>]*name="TextBox (?:(?!<\/p:sp>)[\s\S])*<\/p:sp>)?/g;

/**
 * A presentation of pandoc whose images are described by their captions, whose shapes with formulas are there once more with these as text, for programs that have
 * none, and whose rows of tables have a height.
 */
export function repairSlides(bytes: Uint8Array, limits: Limits): Uint8Array {
  return repairParts(bytes, limits, SLIDE, (source) =>
    source
      .replace(FORMULA_SHAPE, (_, names: string, shape: string) => twice(names, shape))
      .replace(FLAT_ROW, ROW)
      .replace(PICTURE, (_, start: string, rest: string, box = '') => `${start}descr="${captionIn(box)}"${rest}${box}`),
  );
}

/** As it stands in an attribute: what is escaped in text is escaped there, and quotation marks besides. */
function captionIn(box: string): string {
  return [...box.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text!.replaceAll('"', '&quot;')).join('');
}

function twice(names: string, shape: string): string {
  const plain = shape.replace(FORMULA, (_, formula: string) => runOf(formula));
  return `<mc:Choice ${names}${LATER}>${shape}</mc:Choice><mc:Fallback>${plain}</mc:Fallback>`;
}

/** A formula in one line: `r^2`, `(a+b)/c`. */
function runOf(formula: string): string {
  const line = formula
    .replace(/<m:sup>((?:(?!<\/m:sup>)[\s\S])*)<\/m:sup>/g, (_, raised: string) => `^${grouped(raised)}`)
    .replace(/<m:sub>((?:(?!<\/m:sub>)[\s\S])*)<\/m:sub>/g, (_, lowered: string) => `_${grouped(lowered)}`)
    .replace(/<m:num>((?:(?!<\/m:num>)[\s\S])*)<\/m:num>/g, (_, above: string) => grouped(above))
    .replace(/<m:den>((?:(?!<\/m:den>)[\s\S])*)<\/m:den>/g, (_, below: string) => `/${grouped(below)}`);
  return `<a:r><a:rPr/><a:t>${textIn(line)}</a:t></a:r>`;
}

function grouped(markup: string): string {
  const text = textIn(markup);
  return /^\S$|^$|^\w+$/u.test(text) ? text : `(${text})`;
}

function textIn(markup: string): string {
  return markup.replaceAll(/<[^>]*>/g, '');
}
