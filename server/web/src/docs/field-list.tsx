import { t } from '../i18n/index.ts';
import type { Field } from './interface.ts';
import { Text } from './text.tsx';

/** Fields with their types. Those of objects can be expanded. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map(({ name, type, isRequired, description, fields: inner }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span class="type">{type}</span>{' '}
            {isRequired && <span class="required">{t('docs.required')}</span>}
          </dt>
          <dd>
            <Text>{description}</Text>
            {inner.length > 0 && (
              <details>
                <summary>{t('docs.fields', { count: inner.length, name })}</summary>
                <FieldList fields={inner} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
