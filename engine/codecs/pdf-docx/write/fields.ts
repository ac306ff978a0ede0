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
 * A field with its present result: readers that do not count pages themselves show the number that the PDF has. Each
 * part is a run of its own, as Word writes them: LibreOffice shows a field that is in one run without its format.
 */
export function fieldRuns(instruction: 'PAGE' | 'NUMPAGES', result: string, format: IRunOptions): TextRun[] {
  const code = new ImportedXmlComponent('w:instrText', { 'xml:space': 'preserve' });
  code.push(instruction);
  const parts = [new FieldCharacter('begin'), code, new FieldCharacter('separate'), result, new FieldCharacter('end')];
  return parts.map((part) => new TextRun({ ...format, children: [part] }));
}
