import { t } from '../i18n/index.ts';
import { ExampleTabs } from './example-tabs.tsx';
import { exampleOf } from './examples.ts';
import { FieldList } from './field-list.tsx';
import type { Field, Operation } from './interface.ts';
import { Text } from './text.tsx';

/** One call: authentication, parameters, answers and errors. */
export function OperationSection({ operation, host }: { readonly operation: Operation; readonly host: string }) {
  const { id, method, path, summary, by, parameters, form, json, answers, errors } = operation;
  return (
    <article class="card operation" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{summary}</h3>
      <p class="call" dir="ltr">
        <span class={`method method-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </p>
      <p class="by">{t(`docs.by.${by}`)}</p>
      <Part title={t('docs.parameters')} fields={parameters} />
      <Part title={t('docs.form')} fields={form ?? []} />
      <Part title={t('docs.json')} fields={json ?? []} />
      {by !== 'session' && <ExampleTabs id={id} call={exampleOf(operation, host)} />}
      <details>
        <summary>{t('docs.answers')}</summary>
        {answers.map(({ status, description, data }) => (
          <div key={status} class="answer">
            <h4>
              <span class="method">{status}</span> <Text>{description}</Text>
            </h4>
            <FieldList fields={data} />
          </div>
        ))}
      </details>
      {errors.length > 0 && (
        <details>
          <summary>{t('docs.errors', { count: errors.length })}</summary>
          <ul class="codes">
            {errors.map((code) => (
              <li key={code}>
                <a href={`/docs/errors#${code}`}>
                  <code>{code}</code>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

function Part({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <FieldList fields={fields} />
    </>
  );
}
