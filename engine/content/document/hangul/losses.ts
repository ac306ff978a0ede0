import type { RunContext } from '../../../contract/codec.ts';

/** What of a document is not taken over. */
export class HangulLosses {
  pictures = 0;
  drawings = 0;

  report(context: RunContext): void {
    const { pictures, drawings } = this;
    if (pictures > 0) {
      const message = `${pictures} pictures of the document are left out.`;
      context.warn({ code: 'picture_dropped', message, lost: ['figures'], details: { pictures } });
    }
    if (drawings > 0) {
      const message = `${drawings} drawings are left out; their text stands where they were.`;
      context.warn({ code: 'feature_dropped', message, details: { drawings } });
    }
  }
}
