import { type IRunOptions, ImportedXmlComponent, TextRun, XmlAttributeComponent, XmlComponent } from 'docx';

class CharacterType extends XmlAttributeComponent<{ readonly type: string }> {
  protected override readonly xmlKeys = { type: 'w:fldCharType' };
}

/** A mark that begins, separates or ends a field. */
class FieldCharacter extends XmlComponent {
  constructor(type: 'begin' | 'separate' | 'end') {
    super('w:fldChar');
    this.root.push(new CharacterType({ type }));
  }
}

/**
 * A run that holds a field with its present result: readers that do not count pages themselves show the number that the
 * PDF has.
 */
export function fieldRun(instruction: 'PAGE' | 'NUMPAGES', result: string, format: IRunOptions): TextRun {
  const code = new ImportedXmlComponent('w:instrText', { 'xml:space': 'preserve' });
  code.push(instruction);
  return new TextRun({
    ...format,
    children: [new FieldCharacter('begin'), code, new FieldCharacter('separate'), result, new FieldCharacter('end')],
  });
}
