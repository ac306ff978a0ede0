import type { BoundedReader } from './bounded-reader.ts';
import { found, type Detector, type Finding } from './finding.ts';
import { detectLongSignature } from './signatures.ts';
import { decodeText } from './text/decode.ts';
import { detectDelimited } from './text/delimited.ts';
import { detectJson } from './text/json.ts';
import { detectMail, detectMarked } from './text/marked.ts';
import { detectMarkup } from './text/prose.ts';
import { detectSettings } from './text/settings.ts';
import { detectHtml, detectXml } from './text/xml.ts';

/**
 * Files whose head is text, in whichever encoding. Everything that is text is at least plain text; raw samples can look
 * like it (frames of a video like Shift JIS), and have a signature before them.
 */
export const detectText: Detector = async (reader) => {
  const decoded = decodeText(reader.head, reader.headIsAll);
  if (!decoded) return undefined;
  const kind = kindOf(decoded.text, reader.headIsAll);
  const marked = kind === undefined ? await detectLongSignature(reader) : undefined;
  return marked ?? { ...(kind ?? found('txt', 0.6)), text: decoded.text };
};

/** Whether there is something for `detectText` to look into. */
export async function isText({ head, headIsAll }: BoundedReader): Promise<'text' | undefined> {
  return decodeText(head, headIsAll) && 'text';
}

function kindOf(text: string, isWhole: boolean): Finding | undefined {
  return (
    detectMarked(text) ??
    detectMarkupLanguage(text, isWhole) ??
    detectJson(text, isWhole) ??
    detectMail(text) ??
    firmest(detectSettings(text, isWhole), detectMarkup(text), detectDelimited(text, isWhole))
  );
}

function detectMarkupLanguage(text: string, isWhole: boolean): Finding | undefined {
  if (!/^\s*</.test(text)) return undefined;
  const html = detectHtml(text);
  // An XHTML document is HTML by its root; a fragment is so only if it is no other XML.
  if (html && html.confidence >= 0.9) return html;
  const xml = detectXml(text, isWhole);
  return xml && (!html || xml.confidence >= 0.9) ? xml : html;
}

function firmest(...findings: readonly (Finding | undefined)[]): Finding | undefined {
  const present = findings.filter((finding) => finding !== undefined);
  return present.length === 0 ? undefined : present.reduce((a, b) => (b.confidence > a.confidence ? b : a));
}
