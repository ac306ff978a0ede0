/** Identifiers that the library draws by lot, or counts on from document to document in one thread. */
const RELATIONSHIP = /(?<=")rId[\w-]{21}(?=")/g;
/** Those of drawings, some of which have a name that ends with it. */
const DRAWING = /<(wp:docPr|\w+:cNvPr) id="(\d+)"( name="\w+ \2")?/g;
const BOOKMARK = /(?<=<w:bookmark(?:Start|End)\b[^>]*w:id=")\d+(?=")/g;
/** When the document was made, and by nobody that is known. */
const CLOCK = /<(dcterms:(?:created|modified)|cp:lastModifiedBy)\b.*?<\/\1>/gs;

/** Makes the parts of a document depend on nothing but its content: equal documents have equal bytes. */
export class SteadyIds {
  readonly #relationships = new Map<string, string>();
  readonly #bookmarks = new Map<string, string>();
  #drawings = 0;

  steady(xml: string): string {
    return xml
      .replaceAll(RELATIONSHIP, (id) => numberOf(id, this.#relationships, 'link'))
      .replaceAll(BOOKMARK, (id) => numberOf(id, this.#bookmarks))
      .replaceAll(DRAWING, (_, tag: string, id: string, name = '') => {
        const number = String(++this.#drawings);
        return `<${tag} id="${number}"${String(name).replace(id, number)}`;
      })
      .replaceAll(CLOCK, '');
  }
}

function numberOf(id: string, known: Map<string, string>, prefix = ''): string {
  const number = known.get(id) ?? `${prefix}${known.size + 1}`;
  known.set(id, number);
  return number;
}
