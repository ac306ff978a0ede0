import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../engine/index.ts';
import { describeSize, type BenchInput } from './index.ts';
import { encodePdf } from './pdf.ts';
import { paragraphs } from './prose.ts';
import { encodePagedDocx } from './word-document.ts';

export type DocumentFormat = 'docx' | 'odt' | 'pptx' | 'xlsx' | 'md' | 'pdf';

/** A document of so many pages, slides or sheets of paper. */
export interface DocumentId {
  readonly format: DocumentFormat;
  readonly pages: number;
}

/** Rows of a sheet that fit on a page. */
const ROWS_A_PAGE = 48;
const PARAGRAPHS_A_PAGE = 5;

/** The documents of the bench, made when they are first asked for, the same ones in every run. */
export class DocumentInputs {
  readonly #directory: string;
  readonly #engine: Engine;
  readonly #made = new Map<string, Promise<BenchInput>>();

  /** The engine writes those that come from another document. */
  constructor(directory: string, engine: Engine) {
    this.#directory = directory;
    this.#engine = engine;
  }

  file(id: DocumentId): Promise<BenchInput> {
    const name = `${id.pages}-pages.${id.format}`;
    const made = this.#made.get(name) ?? this.#make(id, join(this.#directory, name));
    this.#made.set(name, made);
    return made;
  }

  async #make({ format, pages }: DocumentId, path: string): Promise<BenchInput> {
    await writeFile(path, await this.#encode(format, pages));
    const { size } = await stat(path);
    return { path, description: `${pages === 1 ? '1 page' : `${pages} pages`}, ${describeSize(size)}` };
  }

  async #encode(format: DocumentFormat, pages: number): Promise<Uint8Array> {
    switch (format) {
      case 'docx':
        return encodePagedDocx(pages);
      case 'pdf':
        return encodePdf(pages);
      case 'md':
        return Buffer.from(encodeMarkdown(pages));
      case 'odt':
        return this.#convert((await this.file({ format: 'docx', pages })).path, 'odt');
      case 'xlsx':
        return this.#convert(Buffer.from(encodeLedger(pages * ROWS_A_PAGE)), 'xlsx');
      case 'pptx':
        return this.#convert(Buffer.from(encodeOutline(pages)), 'pptx');
    }
  }

  async #convert(input: string | Uint8Array, to: DocumentFormat): Promise<Uint8Array> {
    const { artifacts } = await this.#engine.convert(input, { to });
    const [artifact] = artifacts;
    if (!artifact || !('bytes' in artifact)) throw new Error(`Expected the bytes of a document as ${to}.`);
    return artifact.bytes;
  }
}

/** Headings, prose, a list, a table and code: about a page each. */
function encodeMarkdown(pages: number): string {
  return Array.from({ length: pages }, (_, index) => {
    const [first, ...rest] = paragraphs(PARAGRAPHS_A_PAGE, index + 1);
    const list = paragraphs(3, 100 + index).map((text) => `* ${text.split('. ')[0]}.`);
    const table = ['| Part | Weight | Price |', '|------|-------:|------:|', `| Lid | ${index} | ${index * 3} |`];
    const code = ['```python', `print(${index})`, '```'];
    return [`# Chapter ${index + 1}`, `**${first}**`, ...rest, list.join('\n'), table.join('\n'), code.join('\n')].join(
      '\n\n',
    );
  }).join('\n\n');
}

/** A heading and three points for each slide. */
function encodeOutline(slides: number): string {
  return Array.from({ length: slides }, (_, index) => {
    const points = paragraphs(3, index + 1).map((text) => `* ${text.split('. ')[0]}.`);
    return `# Slide ${index + 1}\n\n${points.join('\n')}`;
  }).join('\n\n');
}

const NAMESPACES = ['office', 'table', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/** A sheet that is narrower than the paper, as flat OpenDocument: other formats of workbooks are made from it. */
function encodeLedger(rows: number): string {
  const cell = (value: string | number): string =>
    typeof value === 'string'
      ? `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="float" office:value="${value}"/>`;
  const row = (index: number): string =>
    `<table:table-row>${[`Item ${index}`, index * 7, index * 1.25].map(cell).join('')}</table:table-row>`;
  const table = `<table:table table:name="Ledger">${Array.from({ length: rows }, (_, index) => row(index)).join('')}</table:table>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document>`;
}
