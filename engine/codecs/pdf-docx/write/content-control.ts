import { type ParagraphChild, XmlAttributeComponent, XmlComponent } from 'docx';
import { BOX_SIGNS, EMPTY_FIELD, type FormField } from '../../../content/pages/model.ts';

const { box, radio } = BOX_SIGNS;
const TICKED: readonly string[] = [box.on, radio.on];
const NOT_TICKED: readonly string[] = [box.off, radio.off];
/** The font of these signs in Word. */
const SYMBOL_FONT = 'MS Gothic';
/** Word takes names of at most so many characters. */
const MAX_NAME = 64;

class Attributes extends XmlAttributeComponent<Readonly<Record<string, string>>> {
  protected override readonly xmlKeys = {
    val: 'w:val',
    displayText: 'w:displayText',
    value: 'w:value',
    mark: 'w14:val',
    font: 'w14:font',
  };
}

class Element extends XmlComponent {
  constructor(name: string, attributes: Readonly<Record<string, string>>, children: readonly XmlComponent[] = []) {
    super(name);
    if (Object.keys(attributes).length > 0) this.root.push(new Attributes(attributes));
    this.root.push(...children);
  }
}

/** Whether a text can be the value of a field: a box to tick has one sign. */
export function isValueOf({ kind }: FormField, text: string): boolean {
  return kind !== 'check' || [...TICKED, ...NOT_TICKED].includes(text.trimEnd());
}

/** Runs that hold the value of a field as a content control (ISO/IEC 29500-1, 17.5.2). */
export function makeContentControl(field: FormField, text: string, runs: readonly ParagraphChild[]): ParagraphChild {
  const name = field.name.slice(-MAX_NAME);
  const properties = [
    new Element('w:alias', { val: (field.title ?? name).slice(0, MAX_NAME) }),
    new Element('w:tag', { val: name }),
    ...(text === EMPTY_FIELD ? [new Element('w:showingPlcHdr', {})] : []),
    typeOf(field, text),
  ];
  const content = new Element('w:sdtContent', {}, runs as readonly unknown[] as readonly XmlComponent[]);
  return new Element('w:sdt', {}, [new Element('w:sdtPr', {}, properties), content]) as unknown as ParagraphChild;
}

function typeOf({ kind, choices, isOpen }: FormField, text: string): XmlComponent {
  if (kind === 'text') return new Element('w:text', {});
  if (kind === 'choice') {
    const items = choices.map((choice) => new Element('w:listItem', { displayText: choice, value: choice }));
    return new Element(isOpen ? 'w:comboBox' : 'w:dropDownList', {}, items);
  }
  const signs = text === radio.on || text === radio.off ? radio : box;
  const state = (name: string, sign: string): Element =>
    new Element(name, { mark: sign.codePointAt(0)!.toString(16), font: SYMBOL_FONT });
  return new Element('w14:checkbox', {}, [
    new Element('w14:checked', { mark: TICKED.includes(text) ? '1' : '0' }),
    state('w14:checkedState', signs.on),
    state('w14:uncheckedState', signs.off),
  ]);
}
