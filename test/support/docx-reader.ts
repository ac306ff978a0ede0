import { strFromU8, unzipSync } from 'fflate';

/** A paragraph of a Word document as its XML says it, without resolving styles. */
export interface DocxParagraph {
  readonly text: string;
  readonly style: string | undefined;
  readonly alignment: string | undefined;
  readonly numbered: boolean;
  /** Depth of tables around it. */
  readonly tableDepth: number;
  readonly xml: string;
}

export interface DocxReading {
  readonly xml: string;
  /** Every part by name, XML ones as text. */
  part(name: string): string;
  readonly names: readonly string[];
  readonly paragraphs: readonly DocxParagraph[];
  /** Texts of table cells: tables, rows, cells. Merged cells are their own rows' cells. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly sections: readonly string[];
}

/** Reads a DOCX for assertions: paragraphs, tables and sections of its main part. */
export function readDocx(bytes: Uint8Array): DocxReading {
  const files = unzipSync(bytes);
  const part = (name: string): string => {
    const file = files[name];
    if (!file) throw new Error(`the DOCX has no part ${name}`);
    return strFromU8(file);
  };
  const xml = part('word/document.xml');
  return {
    xml,
    part,
    names: Object.keys(files),
    paragraphs: paragraphsOf(xml),
    tables: [...xml.matchAll(/<w:tbl>(.*?)<\/w:tbl>/gs)].map(([, table]) =>
      [...table!.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, row]) =>
        [...row!.matchAll(/<w:tc>(.*?)<\/w:tc>/gs)].map(([, cell]) => textOf(cell!).trim()),
      ),
    ),
    sections: [...xml.matchAll(/<w:sectPr>.*?<\/w:sectPr>/gs)].map(([section]) => section),
  };
}

function paragraphsOf(xml: string): DocxParagraph[] {
  const paragraphs: DocxParagraph[] = [];
  let tableDepth = 0;
  for (const [element] of xml.matchAll(/<w:tbl>|<\/w:tbl>|<w:p>.*?<\/w:p>/gs)) {
    if (element === '<w:tbl>') tableDepth++;
    else if (element === '</w:tbl>') tableDepth--;
    else {
      paragraphs.push({
        text: textOf(element),
        style: /<w:pStyle w:val="([^"]*)"/.exec(element)?.[1],
        alignment: /<w:jc w:val="([^"]*)"/.exec(element)?.[1],
        numbered: element.includes('<w:numPr>'),
        tableDepth,
        xml: element,
      });
    }
  }
  return paragraphs;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of some XML with tabs; optional hyphens are left out, as a reader does not see them. */
export function textOf(xml: string): string {
  const pieces = xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:tab\/>/g);
  return Array.from(pieces, ([, text]) => text ?? '\t')
    .join('')
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '');
}
