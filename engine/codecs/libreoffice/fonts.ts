import { facesOf, type FontFace, type ShippedFamily } from '../../content/font/shipped-fonts.ts';

/** What LibreOffice's package does not bring itself: it has Latin, Greek, Cyrillic, Arabic and Hebrew. */
const FAMILIES: readonly ShippedFamily[] = [
  'Chocolate Classical Sans',
  'NanumGothic',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  'Noto Emoji',
];

export const OFFICE_FONTS: readonly FontFace[] = FAMILIES.flatMap(facesOf);
