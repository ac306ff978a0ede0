import { readFile } from 'node:fs/promises';
import { XMLValidator } from 'fast-xml-parser';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import type { Judged, Verdict } from './verdict.ts';

type Parser = (text: string) => unknown;

/** Parsers of formats that are text: they throw where the text is not of the format. */
const PARSERS: Readonly<Record<string, Parser>> = {
  json: (text) => JSON.parse(text),
  ndjson: (text) =>
    text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  yaml: (text) => parseYaml(text),
  csv: (text) => parseCsv(text, { relax_column_count: false }),
  tsv: (text) => parseCsv(text, { delimiter: '\t' }),
  xml: requireXml,
  svg: requireXml,
  html: (text) => requireMatch(text, /<\/?(html|body|p|h\d|table|div|ul|ol|img|pre)\b/i),
  md: requireSome,
  txt: requireSome,
};

/** Parsers of text formats: the text is UTF-8, is not empty, and parses. */
export async function judgeText({ output }: Judged): Promise<Verdict | undefined> {
  const parse = PARSERS[output.format];
  if (!parse) return undefined;
  try {
    parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(output.path)));
    return { judge: 'parser' };
  } catch (error) {
    return { judge: 'parser', fault: `does not parse: ${String(error).slice(0, 200)}` };
  }
}

function requireXml(text: string): void {
  const result = XMLValidator.validate(text);
  if (result !== true) throw new Error(result.err.msg);
}

function requireSome(text: string): void {
  requireMatch(text, /\S/);
}

function requireMatch(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${pattern} is not found`);
}
