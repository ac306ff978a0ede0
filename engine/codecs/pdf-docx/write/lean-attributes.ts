import { NextAttributeComponent } from 'docx';

interface Attributes {
  readonly root: Readonly<Record<string, { readonly key: string; readonly value: unknown }>>;
}

/**
 * Gathers the attributes of an element in one object. docx copies all of them for each further one, which takes a tenth
 * of the conversion of a document that is full of tables. What is written stays the same.
 */
NextAttributeComponent.prototype.prepForXml = function gather() {
  const { root } = this as unknown as Attributes;
  const attributes: Record<string, unknown> = {};
  for (const { key, value } of Object.values(root)) if (value !== undefined) attributes[key] = value;
  return { _attr: attributes };
};
