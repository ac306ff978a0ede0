import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/index.ts';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';

/** Length of a new password in characters, as the service requires. */
const MIN_PASSWORD = 10;
const MAX_PASSWORD = 128;

const FIELDS = {
  email: { type: 'email', autocomplete: 'username', maxLength: 254 },
  password: { type: 'password', autocomplete: 'current-password', maxLength: MAX_PASSWORD },
  newPassword: { type: 'password', autocomplete: 'new-password', minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD },
} as const;

type FieldName = keyof typeof FIELDS;

interface AccountFormProps<Name extends FieldName> {
  readonly fields: readonly Name[];
  readonly submit: string;
  /** Submits the form. A failure is shown, and the form keeps its values. */
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => Promise<void>;
  readonly children?: ComponentChildren;
}

/** A form for credentials. */
export function AccountForm<Name extends FieldName>({ fields, submit, onSubmit, children }: AccountFormProps<Name>) {
  const problem = useSignal<Problem | undefined>(undefined);
  const isBusy = useSignal(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    isBusy.value = true;
    try {
      await onSubmit(Object.fromEntries(new FormData(form)) as Record<Name, string>);
      problem.value = undefined;
      form.reset();
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  };
  return (
    <form class="card account-form" onSubmit={(event) => void send(event)}>
      {fields.map((name) => {
        const hasHint = name === 'newPassword';
        return (
          <div key={name} class="account-field">
            <label for={name}>{t(`account.${name}`)}</label>
            <input
              id={name}
              name={name}
              required
              {...FIELDS[name]}
              dir="ltr"
              aria-describedby={hasHint ? `${name}-hint` : undefined}
            />
            {hasHint && <small id={`${name}-hint`}>{t('account.passwordHint', { min: MIN_PASSWORD })}</small>}
          </div>
        );
      })}
      {problem.value && <ProblemText problem={problem.value} />}
      <button class="button primary" disabled={isBusy.value} aria-busy={isBusy.value}>
        {submit}
      </button>
      {children}
    </form>
  );
}
