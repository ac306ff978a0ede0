import type { RunContext, WarningCode } from '../../contract/codec.ts';
import type { Feature } from '../../formats/features.ts';
import type { Relationship } from '../../content/document/ooxml/package.ts';
import type { MammothFile } from './parts.ts';

/** How mammoth names an element that it skipped; its other messages are about styles and single images. */
const IGNORED_ELEMENT = /^An unrecognised element was ignored: (.+)$/;
/** WordprocessingML without content of its own; drawing instructions (`v:…`) are skipped with their drawing. */
const WITHOUT_CONTENT = new Set([
  'w:tblPrEx',
  'w:smartTagPr',
  'w:customXmlPr',
  'w:background',
  'w:permStart',
  'w:permEnd',
]);
const MAX_NAMED = 10;

interface Loss {
  readonly code: WarningCode;
  readonly message: string;
  readonly lost?: readonly Feature[];
}

/** What a document refers to and mammoth has no counterpart for, by the type of the relationship. */
const LOST_RELATIONSHIPS: Readonly<Record<string, Loss>> = {
  comments: { code: 'text_dropped', message: 'Comments were left out.' },
  aFChunk: { code: 'text_dropped', message: 'Documents that are embedded as a whole were left out.' },
  chart: { code: 'feature_dropped', message: 'Charts were left out.', lost: ['vector'] },
  diagramData: { code: 'feature_dropped', message: 'Diagrams were left out.', lost: ['vector'] },
  oleObject: { code: 'feature_dropped', message: 'Embedded objects were left out; their preview images stay.' },
  package: { code: 'feature_dropped', message: 'Embedded files were left out; their preview images stay.' },
};

/** Tells the caller what the result lacks. */
export function reportDropped(file: MammothFile, relationships: readonly Relationship[], context: RunContext): void {
  const { formulas, hiddenRuns } = file.findings;
  const lost: readonly Feature[] = ['formulas'];
  if (formulas > 0) {
    const message = `${formulas} formulas were written as linear text.`;
    context.warn({ code: 'feature_dropped', message, lost, details: { count: formulas } });
  }
  if (hiddenRuns > 0) {
    const message = 'Text that the document hides was left out.';
    context.warn({ code: 'text_dropped', message, details: { count: hiddenRuns } });
  }
  for (const type of new Set(relationships.map((relationship) => relationship.type))) {
    const loss = LOST_RELATIONSHIPS[type];
    if (loss) context.warn(loss);
  }
  if (relationships.some(({ type, external }) => type === 'image' && external)) {
    context.warn({ code: 'picture_dropped', message: 'Images outside the file were not fetched.' });
  }
  const elements = ignoredElements(file.messages);
  if (elements.length > 0) {
    const message = 'Some elements of the document have no counterpart and were left out.';
    context.warn({ code: 'feature_dropped', message, details: { elements: elements.slice(0, MAX_NAMED) } });
  }
}

function ignoredElements(messages: readonly string[]): string[] {
  const names = messages.map((message) => IGNORED_ELEMENT.exec(message)?.[1]).filter((name) => name !== undefined);
  return [...new Set(names)].filter((name) => name.startsWith('w:') && !WITHOUT_CONTENT.has(name));
}
