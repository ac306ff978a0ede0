import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { decodeXml } from '../../../engine/io/xml.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import type { OutsideCase, OutsideSuite } from '../suite.ts';
import { knownXml, type KnownXml } from './known-xml.ts';
import { caseOf, waysOfRoutesTo } from './written.ts';

/** Parts of files that we write from samples of ours, examined by the schemas of their formats. */

export const OOXML_SUITE: OutsideSuite = {
  id: 'ooxml',
  title:
    'samples of ours on each route to DOCX, XLSX and PPTX: every part of the results is valid by the schemas of ECMA-376, or refused by name',
  source: 'the schemas in the repository python-openxml/python-docx on GitHub, and the program xmllint',
  folder: 'python-docx',
  program: 'xmllint',
  cases: async (root) => {
    const schemas = await readSchemas(join(root, 'ref/xsd'));
    return casesOf(['docx', 'xlsx', 'pptx'], (file) => expectValidParts(file, schemas));
  },
};

export const ODF_SUITE: OutsideSuite = {
  id: 'odf',
  title:
    'a sample of ours on each route to ODT, ODS and ODP: every part of the results is valid by the schemas of OpenDocument, or refused by name',
  source: 'the schemas in the repository tdf/odftoolkit on GitHub, and the program jing',
  folder: 'odftoolkit',
  program: 'jing',
  cases: async (root) => casesOf(['odt', 'ods', 'odp'], (file) => expectValidDocument(file, root), ODF_SAMPLES),
};

function casesOf(
  targets: readonly FormatId[],
  expectValid: (file: Uint8Array) => Promise<void>,
  samples?: number,
): OutsideCase[] {
  return targets.flatMap((to) => waysOfRoutesTo(to, samples).map((way) => caseOf(way, expectValid)));
}

/** The judge of OpenDocument takes seconds for each file: one sample a route. */
const ODF_SAMPLES = 1;

/** Schemas by the namespace that they describe, and their texts by the names of their files. */
interface Schemas {
  readonly files: ReadonlyMap<string, string>;
  readonly byNamespace: ReadonlyMap<string, string>;
}

/** The schema of the attributes that every document may have: the schemas import it without saying where it is. */
const XML_SCHEMA = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
<xsd:attribute name="space"><xsd:simpleType><xsd:restriction base="xsd:NCName">
<xsd:enumeration value="default"/><xsd:enumeration value="preserve"/></xsd:restriction></xsd:simpleType></xsd:attribute>
<xsd:attribute name="lang" type="xsd:language"/></xsd:schema>`;
/** Properties of packages, whose schema imports others from elsewhere, and signatures. */
const NOT_READ: ReadonlySet<string> = new Set(['opc-coreProperties.xsd', 'opc-digSig.xsd']);

async function readSchemas(folder: string): Promise<Schemas> {
  const files = new Map([['xml.xsd', XML_SCHEMA]]);
  const byNamespace = new Map<string, string>();
  for (const path of globSync('**/*.xsd', { cwd: folder }).sort()) {
    const name = basename(path);
    if (NOT_READ.has(name)) continue;
    const text = await readFile(join(folder, path), 'utf8');
    files.set(
      name,
      text.replace(/(<xsd?:import namespace="[^"]*\/XML\/1998\/namespace")\s*\/>/, '$1 schemaLocation="xml.xsd"/>'),
    );
    const [, namespace] = /targetNamespace="([^"]+)"/.exec(text) ?? [];
    if (namespace) byNamespace.set(namespace, name);
  }
  return { files, byNamespace };
}

interface Part extends KnownXml {
  readonly name: string;
}

function partsOf(file: Uint8Array, wanted: RegExp, mayIgnore: (namespace: string) => boolean): Part[] {
  const zip = openZip(file, DEFAULT_LIMITS);
  return zip.entries
    .filter(({ name }) => wanted.test(name))
    .map((entry) => ({ name: entry.name, ...knownXml(decodeXml(zip.read(entry)), mayIgnore) }));
}

async function expectValidParts(file: Uint8Array, { files, byNamespace }: Schemas): Promise<void> {
  await using directory = await temporaryDirectory();
  await Promise.all([...files].map(([name, text]) => writeFile(join(directory.path, name), text)));
  const parts = partsOf(file, /\.(?:xml|rels)$/, () => false);
  const bySchema = Map.groupBy(parts, ({ namespace }) => byNamespace.get(namespace));
  const faults: string[] = [];
  for (const [schema, members] of bySchema) {
    if (schema === undefined) continue;
    const paths = await writeParts(members, directory.path);
    const told = await saidBy('xmllint', '--noout', '--nonet', '--schema', join(directory.path, schema), ...paths);
    if (/failed to compile/.test(told)) throw new Error(`${schema} does not compile: ${told.slice(0, 300)}`);
    faults.push(...told.split('\n').filter((line) => / error : /.test(line)));
  }
  throwFaults(faults, directory.path);
}

const ODF = /^urn:oasis:names:tc:opendocument:xmlns:|^http:\/\/www\.w3\.org\/|^http:\/\/purl\.org\/dc\/elements\/|^$/;

async function expectValidDocument(file: Uint8Array, root: string): Promise<void> {
  await using directory = await temporaryDirectory();
  // Other namespaces are extensions, which a program that does not know them leaves out.
  const parts = partsOf(file, /^(?:content|styles|meta|settings)\.xml$/, (namespace) => !ODF.test(namespace));
  const version = parts[0]?.attributes.get('office:version') ?? '1.2';
  const [schema] = globSync(`**/odf${version}/OpenDocument-v${version}-{os-,}schema.rng`, { cwd: root });
  if (schema === undefined) throw new Error(`There is no schema of OpenDocument ${version}`);
  const paths = await writeParts(parts, directory.path);
  const told = await saidBy('jing', '-i', join(root, schema), ...paths);
  throwFaults(
    told.split('\n').filter((line) => /: (?:fatal|error):/.test(line)),
    directory.path,
  );
}

async function writeParts(parts: readonly Part[], folder: string): Promise<string[]> {
  return Promise.all(
    parts.map(async ({ name, xml }) => {
      const path = join(folder, 'parts', name);
      await mkdir(join(path, '..'), { recursive: true });
      // The schemas know no white space that is kept in texts of workbooks; Excel itself writes it.
      await writeFile(path, name.startsWith('xl/') ? xml.replaceAll(' xml:space="preserve"', '') : xml);
      return path;
    }),
  );
}

/** Kinds of faults that a message names. */
const MOST_TOLD = 5;

/** Faults that differ in more than where they are. */
function throwFaults(lines: readonly string[], folder: string): void {
  if (lines.length === 0) return;
  const told = lines.map((line) => line.replace(join(folder, 'parts/'), '').replaceAll(/:\d+(?::\d+)?:/g, ':'));
  throw new Error([...new Set(told)].slice(0, MOST_TOLD).join(' | '));
}

/** What a program says of files, whatever its exit code says once more. */
function saidBy(program: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { timeout: 60_000, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error && (error.killed || typeof error.code === 'string')) reject(error);
      else resolve(stdout + stderr);
    });
  });
}
