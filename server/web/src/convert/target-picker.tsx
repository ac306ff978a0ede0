import { useSignal } from '@preact/signals';
import { groupTargets, keptBy, searchTargets, suggestedTargets, type Target } from '../formats/targets.ts';
import { listOf, named, t } from '../i18n/index.ts';

interface TargetPickerProps {
  /** Distinguishes the pickers of a page. */
  readonly id: string;
  /** The source format; absent for several files. */
  readonly source?: { readonly id: string; readonly family: string };
  readonly targets: readonly Target[];
  readonly chosen: string | undefined;
  readonly onChoose: (targetId: string) => void;
}

/** Search is shown above this number of targets. */
const SEARCH_FROM = 9;

/** The formats that a file can be converted to: the common ones first, all others by family. */
export function TargetPicker({ id, source, targets, chosen, onChoose }: TargetPickerProps) {
  const query = useSignal('');
  const isSearching = query.value.trim() !== '';
  const found = isSearching ? searchTargets(targets, query.value) : targets;
  const suggested = isSearching ? [] : suggestedTargets(source, targets);
  const rest = found.filter((target) => !suggested.includes(target));
  const isChosenHidden = rest.some((target) => target.id === chosen);
  const choices = (those: readonly Target[]) => (
    <ul class="targets">
      {those.map((target) => (
        <li key={target.id}>
          <TargetChoice {...{ group: id, target, isChosen: target.id === chosen, onChoose }} />
        </li>
      ))}
    </ul>
  );
  const groups = groupTargets(rest, source?.family ?? '');
  return (
    <fieldset class="target-picker">
      <legend>{t('targets.legend')}</legend>
      {suggested.length > 0 && choices(suggested)}
      {targets.length >= SEARCH_FROM && (
        <input
          type="search"
          placeholder={t('targets.search', { count: targets.length })}
          aria-label={t('targets.search', { count: targets.length })}
          value={query.value}
          onInput={({ currentTarget }) => (query.value = currentTarget.value)}
        />
      )}
      <p class="kept-legend">
        {(['all', 'most', 'part'] as const).map((kept) => (
          <span key={kept}>
            <span class={`kept kept-${kept}`} aria-hidden="true" /> {t(`kept.${kept}`)}
          </span>
        ))}
      </p>
      {isSearching && found.length === 0 && <p role="status">{t('targets.none')}</p>}
      <div class="target-groups">
        {groups.map(({ family, targets: those }) => (
          <details key={family} open={isSearching || groups.length === 1 || isChosenHidden}>
            <summary>
              {named('family', family)} <span class="count">{those.length}</span>
            </summary>
            {choices(those)}
          </details>
        ))}
      </div>
    </fieldset>
  );
}

interface TargetChoiceProps {
  readonly group: string;
  readonly target: Target;
  readonly isChosen: boolean;
  readonly onChoose: (targetId: string) => void;
}

function TargetChoice({ group, target, isChosen, onChoose }: TargetChoiceProps) {
  const { id, name } = target;
  const kept = keptBy(target);
  return (
    <label class="target" title={`${name} — ${lossText(target)}`}>
      <input
        type="radio"
        name={`target-${group}`}
        value={id}
        checked={isChosen}
        aria-label={`${id.toUpperCase()}, ${name}: ${lossText(target)}`}
        onChange={() => onChoose(id)}
      />
      <span class="target-id">{id.toUpperCase()}</span>
      <span class={`kept kept-${kept}`} aria-hidden="true" />
    </label>
  );
}

/** What a conversion loses, in one sentence. */
export function lossText({ lost, gone }: Pick<Target, 'lost' | 'gone'>): string {
  if (lost.length + gone.length === 0) return t('loss.none');
  const features = (names: readonly string[]): string => listOf(names.map((name) => named('feature', name)));
  const parts = [
    gone.length > 0 ? t('loss.gone', { features: features(gone) }) : '',
    lost.length > 0 ? t('loss.lost', { features: features(lost) }) : '',
  ];
  return parts.filter(Boolean).join(' ');
}
