import {
  decodePDFRawStream,
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';

type Edit = (document: PDFDocument) => boolean | void;

/** Opens a PDF, changes it and saves it; nothing where the change says that there was nothing to change. */
export async function editPdf(bytes: Uint8Array, edit: Edit): Promise<Uint8Array | undefined> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  if (edit(document) === false) return undefined;
  return await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

/** The operators of a page as text, one character a byte. */
export function contentOf(page: PDFPage): string {
  const contents = page.node.lookup(PDFName.of('Contents'));
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((one) => page.doc.context.lookup(one)) : [contents];
  return streams.map((stream) => (stream instanceof PDFRawStream ? decoded(stream) : '')).join('\n');
}

function decoded(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

export function setContent(page: PDFPage, content: string): void {
  const stream = page.doc.context.flateStream(Buffer.from(content, 'latin1'));
  page.node.set(PDFName.of('Contents'), page.doc.context.register(stream));
}

/** Changes the operators of all pages, or of one. */
export function changeContent(change: (content: string, page: PDFPage) => string, only?: number): Edit {
  return (document) => {
    let changed = false;
    for (const [index, page] of document.getPages().entries()) {
      if (only !== undefined && index !== only) continue;
      const before = contentOf(page);
      const after = change(before, page);
      if (before === after) continue;
      changed = true;
      setContent(page, after);
    }
    return changed;
  };
}

/** Sets other parts of the document before its operators. */
export function before(operators: string | ((page: PDFPage) => string), only?: number): Edit {
  const prefix = (page: PDFPage): string => (typeof operators === 'string' ? operators : operators(page));
  return changeContent((content, page) => `q ${prefix(page)}\n${content}\nQ`, only);
}

/** Changes which character each code of a font stands for. */
export function changeCharacters(change: (hex: string) => string): Edit {
  return ({ context }) => {
    let changed = false;
    for (const [reference, object] of context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFRawStream)) continue;
      const text = textOf(object);
      if (!text?.includes('beginbf')) continue;
      const after = text
        .replace(
          /^(\s*<[0-9a-fA-F]+>\s*<[0-9a-fA-F]+>\s*)<([0-9a-fA-F]+)>/gm,
          (_, head: string, to: string) => `${head}<${change(to)}>`,
        )
        .replace(
          /^(\s*<[0-9a-fA-F]+>\s*)<([0-9a-fA-F]+)>\s*$/gm,
          (_, head: string, to: string) => `${head}<${change(to)}>`,
        )
        .replace(
          /\[([^\]]*)\]/g,
          (_, list: string) => `[${list.replace(/<([0-9a-fA-F]+)>/g, (__, to: string) => `<${change(to)}>`)}]`,
        );
      if (after === text) continue;
      changed = true;
      context.assign(reference, context.flateStream(Buffer.from(after, 'latin1')));
    }
    return changed;
  };
}

function textOf(stream: PDFRawStream): string | undefined {
  try {
    return decoded(stream);
  } catch {
    return undefined;
  }
}

/** A digit becomes the next one. */
export function nextDigit(hex: string): string {
  return hex.replace(/^00(3[0-9])$/i, (_, code: string) =>
    code === '39' ? '0030' : `00${(Number.parseInt(code, 16) + 1).toString(16)}`,
  );
}

/** UTF-8 taken for Latin-1. */
export function mojibake(hex: string): string {
  const code = Number.parseInt(hex.slice(0, 4), 16);
  return code >= 0x61 && code <= 0x7a ? `00c300${(code + 0x20).toString(16)}` : hex;
}

/** The annotations of all pages that are of a kind. */
export function annotationsOf(document: PDFDocument, subtype: string): { page: PDFPage; annotation: PDFDict }[] {
  return document.getPages().flatMap((page) => {
    const list = page.node.Annots()?.asArray() ?? [];
    return list.flatMap((entry) => {
      const annotation = document.context.lookup(entry);
      const isWanted = annotation instanceof PDFDict && annotation.get(PDFName.of('Subtype')) === PDFName.of(subtype);
      return isWanted ? [{ page, annotation }] : [];
    });
  });
}

export const dropAnnotations: Edit = (document) => {
  const pages = document.getPages().filter((page) => page.node.has(PDFName.of('Annots')));
  for (const page of pages) page.node.delete(PDFName.of('Annots'));
  return pages.length > 0;
};

export const retargetLinks: Edit = (document) => {
  let changed = false;
  for (const { annotation } of annotationsOf(document, 'Link')) {
    const action = annotation.lookup(PDFName.of('A'));
    if (action instanceof PDFDict && action.has(PDFName.of('URI'))) {
      action.set(PDFName.of('URI'), PDFString.of('https://elsewhere.example/'));
      changed = true;
    }
  }
  return changed;
};

/** Links within the document all lead to its last page. */
export const misleadJumps: Edit = (document) => {
  const last = document.getPages().at(-1)!;
  let changed = false;
  for (const { annotation, page } of annotationsOf(document, 'Link')) {
    const action = annotation.lookup(PDFName.of('A'));
    const isJump = annotation.has(PDFName.of('Dest')) || (action instanceof PDFDict && action.has(PDFName.of('D')));
    if (!isJump || document.getPageCount() < 2) continue;
    const target = page === last ? document.getPage(0) : last;
    annotation.delete(PDFName.of('A'));
    annotation.set(PDFName.of('Dest'), document.context.obj([target.ref, 'Fit']));
    changed = true;
  }
  return changed;
};

export function dropFromCatalog(...keys: string[]): Edit {
  return ({ catalog }) => {
    const known = keys.filter((key) => catalog.has(PDFName.of(key)));
    for (const key of known) catalog.delete(PDFName.of(key));
    return known.length > 0;
  };
}

export const changeFields: Edit = (document) => {
  let changed = false;
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || !object.has(PDFName.of('FT'))) continue;
    const value = object.lookup(PDFName.of('V'));
    if (!(value instanceof PDFString || value instanceof PDFHexString)) continue;
    object.set(PDFName.of('V'), PDFString.of('another value'));
    changed = true;
  }
  return changed;
};

/** What pages have from the nodes above them (ISO 32000-1, 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((key) => PDFName.of(key));

/** Other pages than there are, in another order: some may be left out, and some may come twice. */
export function movePages(order: (count: number) => number[]): Edit {
  return (document) => {
    const pages = document.getPages();
    if (pages.length < 2) return false;
    const { context, catalog } = document;
    const root = catalog.get(PDFName.of('Pages'))!;
    const tree = context.lookup(root, PDFDict);
    for (const { node } of pages) {
      for (const key of INHERITED) {
        const value = node.getInheritableAttribute(key);
        if (value) node.set(key, value);
      }
      node.set(PDFName.of('Parent'), root);
    }
    const taken = new Set<number>();
    const kids = order(pages.length).map((index) => {
      const { node, ref } = pages[index]!;
      if (!taken.has(index)) {
        taken.add(index);
        return ref;
      }
      return context.register(node.clone());
    });
    tree.set(PDFName.of('Kids'), context.obj(kids));
    tree.set(PDFName.of('Count'), context.obj(kids.length));
    return true;
  };
}

export function rotateAll(angle: number, only?: number): Edit {
  return (document) => {
    for (const [index, page] of document.getPages().entries())
      if (only === undefined || only === index) page.setRotation(degrees((page.getRotation().angle + angle) % 360));
  };
}

export const crop: Edit = (document) => {
  for (const page of document.getPages())
    page.setCropBox(0, page.getHeight() / 2, page.getWidth(), page.getHeight() / 2);
};

/** Every image becomes a grey point of the same place. */
export const greyImages: Edit = (document) =>
  changeImages(document, (context) =>
    context.flateStream(Uint8Array.of(128), {
      ...{ Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, ColorSpace: 'DeviceGray', BitsPerComponent: 8 },
    }),
  );

function imagesOf({ context }: PDFDocument): (readonly [Parameters<typeof context.assign>[0], PDFRawStream])[] {
  return context
    .enumerateIndirectObjects()
    .flatMap(([reference, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
        ? [[reference, object] as const]
        : [],
    );
}

function changeImages(document: PDFDocument, make: (context: PDFDocument['context']) => PDFObject): boolean {
  const images = imagesOf(document);
  for (const [reference] of images) document.context.assign(reference, make(document.context));
  return images.length > 0;
}

/** The images of a document change places. */
export const exchangeImages: Edit = (document) => {
  const images = imagesOf(document).filter(
    ([, { dict }]) => !dict.has(PDFName.of('Matte')) && dict.has(PDFName.of('ColorSpace')),
  );
  const [first, second] = [
    images[0],
    images.findLast(([, { contents }]) => contents.length !== images[0]?.[1].contents.length),
  ];
  if (!first || !second) return false;
  document.context.assign(first[0], second[1]);
  document.context.assign(second[0], first[1]);
  return true;
};
