import { useSignal } from '@preact/signals';
import { groupTargets, searchTargets, type Target, targetsByUse } from '../formats/targets.ts';
import { formatName, named, t } from '../i18n/index.ts';
import { KeptMark, lossText } from './loss.tsx';

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
const KEPT = [
  { kept: 'all', of: { lost: [], gone: [] } },
  { kept: 'most', of: { lost: ['look'], gone: [] } },
  { kept: 'part', of: { lost: [], gone: ['look'] } },
] as const;

/** The formats that a file can be converted to: the common ones by use, all others by family. */
export function TargetPicker({ id, source, targets, chosen, onChoose }: TargetPickerProps) {
  const query = useSignal('');
  const isSearching = query.value.trim() !== '';
  const found = isSearching ? searchTargets(targets, query.value, formatName) : targets;
  const byUse = isSearching ? [] : targetsByUse(source, targets);
  const suggested = new Set(byUse.flatMap((group) => group.targets));
  const rest = found.filter((target) => !suggested.has(target));
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
      {byUse.length > 0 && (
        <div class="uses">
          {byUse.map(({ use, targets: those }) => (
            <div key={use} class="use" role="group" aria-labelledby={`${id}-${use}`}>
              <p class="use-name" id={`${id}-${use}`}>
                {t(`use.${use}`)}
              </p>
              {choices(those)}
            </div>
          ))}
        </div>
      )}
      <div class="target-tools">
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
          {KEPT.map(({ kept, of }) => (
            <span key={kept}>
              <KeptMark of={of} /> {t(`kept.${kept}`)}
            </span>
          ))}
        </p>
      </div>
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
  const { id } = target;
  const name = formatName(target);
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
      <span class="target-name">{name}</span>
      <KeptMark of={target} />
    </label>
  );
}
