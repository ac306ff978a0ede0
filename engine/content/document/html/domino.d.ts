declare module '@mixmark-io/domino' {
  /** Builds the tree of an HTML page as the standard says (HTML, section 13.2); scripts are never run. */
  export function createDocument(html: string, force?: boolean): import('./dom.ts').DomDocument;
}
