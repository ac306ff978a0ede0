import type { FontFace } from '../../../content/pages/model.ts';

/** A family that Word users have, and whether it stands for another one. */
interface Typeface {
  readonly family: string;
  readonly substitute: boolean;
}

/** Families that come with Office or every system, by their name without spaces, and free ones of equal widths. */
const FAMILIES: Readonly<Record<string, string>> = {
  arial: 'Arial',
  arialblack: 'Arial Black',
  arialunicode: 'Arial Unicode MS',
  arimo: 'Arial',
  aptos: 'Aptos',
  batang: 'Batang',
  bookantiqua: 'Book Antiqua',
  bookmanoldstyle: 'Bookman Old Style',
  caladea: 'Cambria',
  calibri: 'Calibri',
  calibrilight: 'Calibri Light',
  cambria: 'Cambria',
  cambriamath: 'Cambria Math',
  candara: 'Candara',
  carlito: 'Calibri',
  centurygothic: 'Century Gothic',
  centuryschoolbook: 'Century Schoolbook',
  comicsans: 'Comic Sans MS',
  consolas: 'Consolas',
  constantia: 'Constantia',
  corbel: 'Corbel',
  courier: 'Courier New',
  couriernew: 'Courier New',
  cousine: 'Courier New',
  franklingothicbook: 'Franklin Gothic Book',
  franklingothicmedium: 'Franklin Gothic Medium',
  freemono: 'Courier New',
  freesans: 'Arial',
  freeserif: 'Times New Roman',
  garamond: 'Garamond',
  gelasio: 'Georgia',
  georgia: 'Georgia',
  gillsans: 'Gill Sans MT',
  helvetica: 'Arial',
  impact: 'Impact',
  liberationmono: 'Courier New',
  liberationsans: 'Arial',
  liberationserif: 'Times New Roman',
  lucidaconsole: 'Lucida Console',
  lucidasansunicode: 'Lucida Sans Unicode',
  malgungothic: 'Malgun Gothic',
  meiryo: 'Meiryo',
  mingliu: 'MingLiU',
  msgothic: 'MS Gothic',
  msmincho: 'MS Mincho',
  nimbusmonl: 'Courier New',
  nimbusmonops: 'Courier New',
  nimbusroman: 'Times New Roman',
  nimbusromno9l: 'Times New Roman',
  nimbussans: 'Arial',
  nimbussanl: 'Arial',
  palatino: 'Palatino Linotype',
  palatinolinotype: 'Palatino Linotype',
  segoeui: 'Segoe UI',
  simhei: 'SimHei',
  simsun: 'SimSun',
  symbol: 'Symbol',
  tahoma: 'Tahoma',
  texgyreheros: 'Arial',
  texgyrecursor: 'Courier New',
  texgyretermes: 'Times New Roman',
  times: 'Times New Roman',
  timesnewroman: 'Times New Roman',
  tinos: 'Times New Roman',
  trebuchet: 'Trebuchet MS',
  verdana: 'Verdana',
  webdings: 'Webdings',
  wingdings: 'Wingdings',
  wingdings2: 'Wingdings 2',
  wingdings3: 'Wingdings 3',
  yugothic: 'Yu Gothic',
};

/** Not every Office has it; Arial set narrower is as wide everywhere. */
const NARROW_ARIAL = /^arialnarrow/;

/** Style words that PostScript names carry behind the family. */
const STYLE_WORDS =
  /(?:bold|italic|oblique|regular|roman|book|medium|semi|demi|light|black|heavy|thin|extra|ultra|kursiv|fett|cond|condensed|ital|obl)+$/;
const SUFFIX = /(?:psmt|mt|ps|ms|std|pro|lt|neue|otf|ttf)+$/;

const known = new WeakMap<FontFace, Typeface>();

/** The family to write for a font of the PDF: itself where Word users have it, else the common one of its kind. */
export function typefaceOf(face: FontFace): Typeface {
  let typeface = known.get(face);
  if (!typeface) {
    typeface = findTypeface(face);
    known.set(face, typeface);
  }
  return typeface;
}

function findTypeface({ name, monospace, serif }: FontFace): Typeface {
  const [stem = ''] = name.split('-');
  for (const candidate of namesOf(name, stem)) {
    const family = FAMILIES[candidate];
    if (family) return { family, substitute: false };
    if (NARROW_ARIAL.test(candidate)) return { family: 'Arial', substitute: true };
  }
  if (monospace) return { family: 'Courier New', substitute: true };
  if (serif) return { family: 'Times New Roman', substitute: true };
  return { family: 'Arial', substitute: true };
}

/** Spellings of a family to look up, the most exact first. */
function namesOf(name: string, stem: string): string[] {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const whole = plain(name);
  const family = plain(stem);
  const bare = (text: string): string => text.replace(SUFFIX, '').replace(STYLE_WORDS, '').replace(SUFFIX, '');
  return [whole, family, family.replace(SUFFIX, ''), bare(family), bare(whole)];
}
