import { describe, expect, it } from 'vitest';
import { Entities } from '../../../../../engine/content/records/xml/entities.ts';

function entitiesOf(doctype: string): Entities {
  const entities = new Entities();
  entities.declare(doctype);
  return entities;
}

describe('the entities of a document type', () => {
  it('are expanded, within each other as well', () => {
    const entities = entitiesOf(`<!DOCTYPE r [<!ENTITY c "Acme &amp; Sons"><!ENTITY d '&c; "Ltd"'>]>`);
    expect(entities.decode('&d;, &lt;&#65;&gt;')).toBe('Acme & Sons "Ltd", <A>');
  });

  it('may be characters that are markup elsewhere', () => {
    expect(entitiesOf('<!DOCTYPE r [<!ENTITY less "&#38;#60;">]>').decode('1 &less; 2')).toBe('1 < 2');
  });

  it('count as they are declared first, and not in comments', () => {
    const entities = entitiesOf('<!DOCTYPE r [<!-- <!ENTITY a "0"> --><!ENTITY a "1"><!ENTITY a "2">]>');
    expect(entities.decode('&a;')).toBe('1');
  });

  it('stay as they are when nothing declares them', () => {
    const entities = entitiesOf('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y "z">]>');
    expect(entities.decode('&amp; &y; &z;')).toBe('& &y; &z;');
  });

  it.each(['SYSTEM "file:///etc/passwd"', 'PUBLIC "-//x" "x.ent"', 'SYSTEM "x.gif" NDATA gif'])(
    'are refused by name when they are used and their text is elsewhere: %s',
    (place) => {
      const entities = entitiesOf(`<!DOCTYPE r [<!ENTITY a "1"><!ENTITY x ${place}><!-- <!ENTITY z SYSTEM "z"> -->]>`);
      expect(entities.decode('&a; &z;')).toBe('1 &z;');
      expect(() => entities.decode('&x;')).toThrow('entity x lies in another file');
    },
  );

  it('that refer to themselves are refused', () => {
    const entities = entitiesOf('<!DOCTYPE r [<!ENTITY a "&b;"><!ENTITY b "&a;">]>');
    expect(() => entities.decode('&a;')).toThrow('refers to itself');
  });

  it('that contain elements are refused', () => {
    expect(() => entitiesOf('<!DOCTYPE r [<!ENTITY a "<b>x</b>">]>').decode('&a;')).toThrow('contains elements');
  });

  it('that become very much text are refused, before they are that text', () => {
    const names = [...'abcdefghi'];
    const declarations = names.map((name, index) => {
      const value = index === 0 ? 'aaaaaaaaaa' : `&${names[index - 1]!};`.repeat(10);
      return `<!ENTITY ${name} "${value}">`;
    });
    const entities = entitiesOf(`<!DOCTYPE r [${declarations.join('')}]>`);
    expect(() => entities.decode('&i;')).toThrow(expect.objectContaining({ code: 'input_too_complex' }));
  });
});
