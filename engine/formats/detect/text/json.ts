import type { FormatId } from '../../index.ts';
import { found, type Finding } from '../finding.ts';
import { scanJson } from './json-scan.ts';

/** Lines beyond these say no more about whether every line is a value. */
const LINES = 20;
const LEADING_COMMENTS = /^(\/\/.*\n\s*|\/\*(?:[^*]|\*(?!\/))*\*\/\s*)+/;

/** JSON, one value a line, and the formats that are JSON by their keys. */
export function detectJson(text: string, isWhole: boolean): Finding | undefined {
  const body = text.trim();
  if (body === '') return undefined;
  const lines = jsonLines(text, isWhole);
  if (lines >= 2) {
    const isMap = /^\s*\{[^\n]*"type"\s*:\s*"Feature"[^\n]*\n/.test(text);
    return isMap ? found('geojsonl', 0.95, ['ndjson', 'json']) : found('ndjson', 0.95, ['geojsonl']);
  }
  if (!/^[[{]/.test(body.replace(LEADING_COMMENTS, ''))) return undefined;
  const scan = scanJson(body);
  if (scan.isValid && (scan.isComplete || !isWhole)) return describe(body, scan.topKeys, lines, isWhole);
  return detectJson5(body);
}

/** How many lines are values of their own (objects or arrays), or 0 when one is not. */
function jsonLines(text: string, isWhole: boolean): number {
  const lines = text.split(/\r?\n/);
  if (!isWhole) lines.pop();
  const used = lines.filter((line) => line.trim() !== '').slice(0, LINES);
  return used.every(isValue) ? used.length : 0;
}

function isValue(line: string): boolean {
  if (!/^\s*[[{]/.test(line)) return false;
  const scan = scanJson(line.trim());
  return scan.isValid && scan.isComplete;
}

function describe(body: string, keys: ReadonlySet<string>, lines: number, isWhole: boolean): Finding {
  const dialect = dialectOf(body, keys);
  // Animations are named .json; a map or a notebook of that name is read as the JSON that it is.
  if (dialect) return found(dialect, 0.95, dialect === 'lottie' ? [] : ['json']);
  const orNamed: FormatId[] = [
    ...(['csljson', 'geojson', 'topojson', 'gltf', 'ipynb', 'yaml', 'json5'] as const),
    ...(['arb', 'xcstrings', 'jspf', 'geojsonl', 'vega', 'vegalite', 'excalidraw'] as const),
  ];
  if (lines === 1 || !isWhole) orNamed.push('ndjson');
  return found('json', isWhole ? 0.95 : 0.9, orNamed);
}

/** Types of citations that no other list of records has (CSL 1.0.2, appendix III), and the fields that go with them. */
const CITATION_TYPE =
  /"type"\s*:\s*"(article-(journal|magazine|newspaper)|book|chapter|paper-conference|thesis|report|webpage|post-weblog|entry-encyclopedia)"/;
const CITATION_FIELD = /"(issued|container-title|citation-key|publisher-place)"\s*:/;

/** Lists and animations that are JSON: the keys of their root, and what else must be there. */
const LISTS: readonly { readonly format: FormatId; readonly keys: readonly string[]; readonly sign: RegExp }[] = [
  { format: 'xcstrings', keys: ['sourceLanguage', 'strings'], sign: /"strings"\s*:\s*\{/ },
  { format: 'arb', keys: ['@@locale'], sign: /"@@locale"\s*:\s*"/ },
  { format: 'jsonfeed', keys: ['version', 'items'], sign: /"https?:\/\/(www\.)?jsonfeed\.org\/version\// },
  { format: 'chromebookmarks', keys: ['roots'], sign: /"bookmark_bar"\s*:\s*\{/ },
  { format: 'har', keys: ['log'], sign: /"log"\s*:\s*\{\s*"(?:version|creator|browser|pages|entries|comment)"\s*:/ },
  { format: 'jspf', keys: ['playlist'], sign: /"track"\s*:\s*\[/ },
  { format: 'lottie', keys: ['fr', 'ip', 'op', 'w', 'h'], sign: /"(layers|assets)"\s*:\s*\[/ },
  { format: 'sketchpalette', keys: ['colors', 'compatibleVersion'], sign: /"colors"\s*:\s*\[/ },
];

function dialectOf(body: string, keys: ReadonlySet<string>): FormatId | undefined {
  if (CITATION_TYPE.test(body) && CITATION_FIELD.test(body) && /"id"\s*:/.test(body)) return 'csljson';
  const list = LISTS.find(({ keys: wanted, sign }) => wanted.every((key) => keys.has(key)) && sign.test(body));
  if (list) return list.format;
  const schema = /"\$schema"\s*:\s*"https?:\/\/vega\.github\.io\/schema\/(vega|vega-lite)\//.exec(body)?.[1];
  if (keys.has('$schema') && schema !== undefined) return schema === 'vega' ? 'vega' : 'vegalite';
  const type = /"type"\s*:\s*"(\w+)"/.exec(body)?.[1];
  if (keys.has('nbformat') || (keys.has('cells') && /"cell_type"\s*:/.test(body))) return 'ipynb';
  if (keys.has('asset') && /"asset"\s*:\s*\{[^}]*"version"\s*:/.test(body)) return 'gltf';
  if (keys.has('type') && type === 'Topology' && keys.has('arcs')) return 'topojson';
  if (!keys.has('type')) return undefined;
  if (keys.has('elements') && type === 'excalidraw') return 'excalidraw';
  if (keys.has('features') && /"type"\s*:\s*"FeatureCollection"/.test(body)) return 'geojson';
  return keys.has('geometry') && type === 'Feature' ? 'geojson' : undefined;
}

/** Comments, bare or single-quoted keys, trailing commas: what JSON does not have and JSON5 does. */
function detectJson5(body: string): Finding | undefined {
  const hasExtra = /^[ \t]*\/\/|\/\*|,\s*[\]}]|^[ \t]*[A-Za-z_$][\w$]*\s*:|'[^'\n]*'\s*:/m.test(body);
  const hasPair = /["'\w$]\s*:\s*["'\d[{tfn.+-]/.test(body);
  return hasExtra && hasPair ? found('json5', 0.7, ['json', 'yaml']) : undefined;
}
