import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import { TEXT_NODE, type XmlNode } from '../../io/xml-tree.ts';
import { wordsIn } from './book-notes.ts';

/** What an element means without a style: said twice it would be taken back. */
export const FORMAT_OF: Readonly<Record<string, string>> = {
  ...{ em: 'i', i: 'i', cite: 'i', dfn: 'i', var: 'i', strong: 'b', b: 'b' },
  ...{ u: 'u', ins: 'u', s: 's', del: 's', sub: 'sub', sup: 'sup' },
};
const KEPT_ATTRIBUTES = ['lang', 'dir', 'colspan', 'rowspan', 'start'] as const;

/** A distance that somebody has set: it may divide scenes. */
export function isBlankLine(node: XmlNode): boolean {
  return !isShown(node) && wordsIn(node).includes('\u00a0');
}

export function isShown(node: XmlNode): boolean {
  if (node.name === TEXT_NODE) return /[^\s\u00a0]/.test(node.text);
  return node.name === 'img' || node.name === 'math' || node.children.some(isShown);
}

export function union(formats: readonly string[], others: readonly string[]): readonly string[] {
  return others.length === 0 ? formats : [...new Set([...formats, ...others])];
}

export function formatted(inner: string, formats: readonly string[]): string {
  return inner === '' ? '' : formats.reduce((content, format) => `<${format}>${content}</${format}>`, inner);
}

export function attributesOf({ name, attributes }: XmlNode): string {
  const align = /^t[dh]$/.test(name)
    ? /text-align:(left|right|center)/.exec(attributes.get('style') ?? '')?.[1]
    : undefined;
  const kept = KEPT_ATTRIBUTES.map((key) => [key, attributes.get(key)] as const);
  const present = [...kept, ['align', align] as const].filter(([, value]) => value !== undefined);
  return present.map(([key, value]) => ` ${key}="${escapeXmlAttribute(value!)}"`).join('');
}

export function languageOf({ attributes }: XmlNode): string {
  const language = /^language-(.+)$/.exec(attributes.get('class') ?? '')?.[1];
  return language === undefined ? '' : ` class="${escapeXmlAttribute(language)}"`;
}

/** A formula as it stands. */
export function markupOf(node: XmlNode): string {
  if (node.name === TEXT_NODE) return escapeXml(node.text);
  const attributes = Array.from(node.attributes.all(), ([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(markupOf).join('')}</${node.name}>`;
}
