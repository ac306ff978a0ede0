import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { doctypeOf } from '../../io/xml.ts';
import { sourceOfValue } from '../../content/records/plain-values.ts';
import { readXml } from '../../content/records/xml/reader.ts';
import { dataOfXml, type XmlElement } from '../../content/records/xml/elements.ts';
import { Entities } from '../../content/records/xml/entities.ts';
import type { DataSource } from '../../content/records/model.ts';
import { notParsed } from './content.ts';

const ATTRIBUTES = ':@';
const TEXT = '#text';
const CDATA = '#cdata';
/** Names that the parser refuses whatever its options say. */
const REFUSED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** What is behind them while it works: no name of XML ends so. */
const DISGUISE = ' ';

/** A node as fast-xml-parser gives it when it keeps the order: its name is the key of its children. */
type Node = Readonly<Record<string, unknown>>;

/** Reads XML with fast-xml-parser, which is told to expand no entity of its own: `Entities` does so within bounds. */
export async function readXmlElements(text: string, context: RunContext): Promise<DataSource> {
  const source = withLineFeeds(text);
  const doctype = doctypeOf(source);
  const [root, ...others] = parse(source, doctype, context).filter(isElement);
  if (!root || others.length > 0) throw notParsed('XML', undefined);
  const entities = new Entities();
  entities.declare(doctype);
  return sourceOfValue(dataOfXml(elementOf(root, entities)));
}

function parse(text: string, doctype: string, context: RunContext): readonly Node[] {
  // Without the document type, for which neither has much understanding, but with its lines.
  const body = text.replace(doctype, () => doctype.replace(/[^\n]+/g, ''));
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    cdataPropName: CDATA,
    // No name is dangerous as long as nothing but keys are looked at.
    onDangerousProperty: (name: string) => name,
    transformTagName: disguised,
    transformAttributeName: disguised,
    maxNestedTags: context.limits.nesting,
  });
  try {
    const validity = XMLValidator.validate(body);
    if (validity !== true) throw notParsed('XML', validity.err, { where: `line ${validity.err.line}` });
    return parser.parse(body) as readonly Node[];
  } catch (error) {
    // What is wrong with it the codec's own reader says by name.
    readXml(text, context);
    throw error instanceof ConversionError ? error : notParsed('XML', error);
  }
}

/** Line ends as they stand in the file are all one (XML 1.0, section 2.11); those in references are kept. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function disguised(name: string): string {
  return REFUSED.has(name) ? name + DISGUISE : name;
}

function keyOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ATTRIBUTES)!;
}

function isElement(node: Node): boolean {
  const name = keyOf(node);
  return name !== TEXT && name !== CDATA;
}

function elementOf(node: Node, entities: Entities): XmlElement {
  const key = keyOf(node);
  const inner = node[key] as readonly Node[];
  const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>);
  return {
    name: key.trimEnd(),
    // White space in an attribute is spaces (XML 1.0, section 3.3.3), but for what references stand for.
    attributes: attributes.map(([name, value]) => [name.trimEnd(), entities.decode(value.replace(/[\t\n]/g, ' '))]),
    children: inner.filter(isElement).map((child) => elementOf(child, entities)),
    text: inner.map((child) => ownText(child, entities)).join(''),
  };
}

function ownText(node: Node, entities: Entities): string {
  if (TEXT in node) return entities.decode(String(node[TEXT]));
  const sections = node[CDATA] as readonly Node[] | undefined;
  return sections ? sections.map((section) => String(section[TEXT])).join('') : '';
}
