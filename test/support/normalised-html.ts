import { decodeHTML } from 'entities/decode';

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const BLOCKS =
  'address|article|aside|blockquote|body|div|dl|dd|dt|fieldset|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul';
const AROUND_BLOCKS = new RegExp(`\\s*(</?(?:${BLOCKS})(?=[\\s>])[^>]*>)\\s*`, 'gi');

/** As the normaliser of the CommonMark specification has it: attributes in order, references resolved, white space without meaning. */
export function normalisedHtml(html: string): string {
  const tags = html.replace(TAG, (_, slash: string, name: string, attributes: string) => {
    const list = Array.from(attributes.matchAll(ATTRIBUTE), ([, key, double, single, bare]) => {
      const value = double ?? single ?? bare;
      return value === undefined ? key : `${key}="${escaped(decodeHTML(value))}"`;
    });
    return `<${slash}${name.toLowerCase()}${list
      .sort()
      .map((each) => ` ${each}`)
      .join('')}>`;
  });
  return tags
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part) => (part.startsWith('<pre') ? part : part.replace(/\s+/g, ' ').replace(AROUND_BLOCKS, '$1')))
    .join('')
    .replace(/&(?:quot|#39);/g, (reference) => decodeHTML(reference))
    .replace(/\s*(<\/?pre)|(<\/pre>)\s*/g, '$1$2')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
