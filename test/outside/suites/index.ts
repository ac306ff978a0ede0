import type { OutsideSuite } from '../suite.ts';
import { ARCHIVE_SUITE } from './archives.ts';
import { BOOK_SUITE } from './books.ts';
import { CALENDAR_SUITE, CARD_SUITE } from './cards.ts';
import { CSV_SUITE } from './csv.ts';
import { FLAC_SUITE } from './flac.ts';
import { GFM_SUITE } from './gfm.ts';
import { AVIF_SUITE, PNG_SUITE, WEBP_SUITE } from './images.ts';
import { JSON_SUITE } from './json.ts';
import { JPEG_SUITE, MUSIC_SUITE, PLAYER_SUITE, TAG_SUITE, VIPS_SUITE } from './judged.ts';
import { EPUB_SUITE, FONT_SUITE, SMALL_SUITE } from './named.ts';
import { ODF_SUITE, OOXML_SUITE } from './office.ts';
import { PDF_SUITE } from './pdf.ts';
import { TABLE_SUITE } from './tables.ts';
import { TOML_SUITE } from './toml.ts';
import { VTT_SUITE } from './vtt.ts';
import { XML_SUITE } from './xml.ts';
import { YAML_SUITE } from './yaml.ts';

export const SUITES: readonly OutsideSuite[] = [
  JSON_SUITE,
  YAML_SUITE,
  TOML_SUITE,
  CSV_SUITE,
  XML_SUITE,
  GFM_SUITE,
  VTT_SUITE,
  CALENDAR_SUITE,
  CARD_SUITE,
  PNG_SUITE,
  WEBP_SUITE,
  AVIF_SUITE,
  JPEG_SUITE,
  VIPS_SUITE,
  FLAC_SUITE,
  TAG_SUITE,
  MUSIC_SUITE,
  PLAYER_SUITE,
  FONT_SUITE,
  ARCHIVE_SUITE,
  PDF_SUITE,
  TABLE_SUITE,
  EPUB_SUITE,
  BOOK_SUITE,
  OOXML_SUITE,
  ODF_SUITE,
  SMALL_SUITE,
];
