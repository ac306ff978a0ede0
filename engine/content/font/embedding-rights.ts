import { isOpenType, tableOf } from './sfnt.ts';

/**
 * Families whose licences allow everybody to embed them in documents that are edited (SIL OFL, GUST, LPPL, Apache, MIT,
 * Bitstream Vera, GPL with the exception for fonts), by the beginning of their PostScript names. Most fonts in PDFs have
 * lost what they said of it themselves.
 */
const FREE_FAMILIES = new RegExp(
  `^(?:${[
    // TeX: Computer Modern, its European and Latin successors, the fonts of the AMS, and what packages bring along
    '(?:CM|EC|SF|LM|TC)[A-Z]{1,5}\\d',
    'LM(?:Roman|Sans|Mono|Math)',
    '(?:EU(?:FM|FB|RM|RB|SM|SB|EX)|MS[AB]M|WNCY[RSIB]+|LASY|LCMSS|LINEW?|LCIRCLE|RSFS|WASY|STMARY|BBM|DSROM)\\d*',
    'TeXGyre',
    'Nimbus|URWGothic|URWBookman|URWPalladio|C059|P052|Z003|CenturySchL|BookmanL?-|StandardSymL|Dingbats',
    '(?:rtx|rpx|tx|px|t1x|ntx|zpl|fp9)[a-z]+\\d*$|Utopia|Heuristica|CharterBT|XCharter|BitstreamCharter',
    'Fourier|MathDesign|KpRoman|Kp-|Antykwa|Iwona|Kurier|Cyklop|Asana|XITS|STIX|Inconsolata|MnSymbol|Bera',
    // the free desktops
    'DejaVu|BitstreamVera|Liberation|Arimo|Tinos|Cousine|Carlito|Caladea|Gelasio|Free(?:Sans|Serif|Mono)|Cantarell|Ubuntu',
    'Droid|Noto|OpenSans|Roboto|Lato|Oxygen|Montserrat|Raleway|Poppins|Inter|PTSans|PTSerif|PTMono|WorkSans|Nunito',
    'Source(?:Sans|Serif|Code|Han)|Fira|IBMPlex|Hack|JetBrainsMono|AdwaitaSans',
    'LinLibertine|LinBiolinum|Libertinus|EBGaramond|Cormorant|Crimson|Merriweather|PlayfairDisplay|LibreBaskerville',
    'LibreCaslon|LibreFranklin|Alegreya|Vollkorn|Spectral|Bitter|ArvoS?|Lora|Cardo|Junicode|OldStandard|GFS|Theano|Oswald',
    // SIL
    'Gentium|Charis|DoulosSIL|Andika|Padauk|Abyssinica|Scheherazade|EzraSIL|Galatia|AwamiNastaliq|Lateef|TaiHeritage',
    // others of many scripts
    'Amiri|Lohit|Samyak|Mukta|Hind|WenQuanYi|IPA(?:ex)?(?:Gothic|Mincho)|ARPL|ShanHeiSun|U[mM]ing|U[kK]ai|Baekmuk|UnDotum|UnBatang|Nanum',
  ].join('|')})`,
);

/** Whether everybody may embed a font with this PostScript name, without the tag of a subset. */
export function isFreeFamily(name: string): boolean {
  return FREE_FAMILIES.test(name);
}

/** Bits of `fsType` in `OS/2`: for nobody, for a preview alone, not in part, and as bitmaps alone. */
const RESTRICTED = 0x0002;
const PREVIEW = 0x0004;
const EDITABLE = 0x0008;
const NO_SUBSET = 0x0100;
const BITMAPS_ONLY = 0x0200;

/**
 * Whether an OpenType file says that a part of it may be embedded in a document that is edited; undefined where it says
 * nothing. https://learn.microsoft.com/typography/opentype/spec/os2#fstype
 */
export function embeddingRights(file: Uint8Array): boolean | undefined {
  if (!isOpenType(file)) return undefined;
  const table = tableOf(file, 'OS/2');
  if (!table || table.byteLength < 10) return undefined;
  const type = table.getUint16(8);
  if ((type & (NO_SUBSET | BITMAPS_ONLY)) !== 0) return false;
  return (type & EDITABLE) !== 0 || (type & (RESTRICTED | PREVIEW)) === 0;
}

/** The maker's mark of tables that pdf.js adds: the font had none. */
const ADDED = 0x2a32_312a;

/** Whether the file had a word of its rights before pdf.js read it, which takes it away. */
export function hadRights(program: Uint8Array): boolean {
  try {
    const table = tableOf(program, 'OS/2');
    return table !== undefined && table.byteLength >= 62 && table.getUint32(58) !== ADDED;
  } catch {
    return false; // a damaged directory
  }
}
