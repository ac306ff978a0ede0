import type { OutsideSuite } from '../suite.ts';
import { ARCHIVE_SUITE } from './archives.ts';
import { CSV_SUITE } from './csv.ts';
import { PNG_SUITE, WEBP_SUITE } from './images.ts';
import { JSON_SUITE } from './json.ts';
import { PDF_SUITE } from './pdf.ts';
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
  VTT_SUITE,
  PNG_SUITE,
  WEBP_SUITE,
  ARCHIVE_SUITE,
  PDF_SUITE,
];
