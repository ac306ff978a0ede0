import type { TextStyle } from '../opendocument/document.ts';

const STYLE =
  /^(?:(?:Semi|Demi|Ultra|Extra)?(?:Bold|Black|Heavy|Light|Thin|Medium|Regular|Roman|Book|Italic|Oblique|It|Obl|Condensed|Cond))+$/;
/** Names that do not come apart where a capital letter is. */
const FAMILIES: Readonly<Record<string, string>> = {
  TimesNewRoman: 'Times New Roman',
  LucidaGrande: 'Lucida Grande',
  HelveticaNeue: 'Helvetica Neue',
};

/** A font by its PostScript name, as iWork names it: `HelveticaNeue-BoldItalic` is a family and two properties. */
export function fontOf(postScriptName: string): Pick<TextStyle, 'font' | 'bold' | 'italic'> {
  const [stem = '', ...rest] = postScriptName.split('-');
  const suffix = rest.join('-').replace(/(?:PS)?MT$/, '');
  const base = stem.replace(/(?:PSMT|MT|PS)$/, '');
  const font = FAMILIES[base] ?? base.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (!STYLE.test(suffix)) return { font };
  return {
    font,
    ...(/Bold|Black|Heavy/.test(suffix) ? { bold: true } : {}),
    ...(/It|Obl/.test(suffix) ? { italic: true } : {}),
  };
}

export function hexColour(red: number, green: number, blue: number): string {
  const part = (value: number): string =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${part(red)}${part(green)}${part(blue)}`;
}
