import { keptBy, type Target } from '../formats/targets.ts';
import { listOf, named, t } from '../i18n/index.ts';

/** What a conversion keeps, as a mark and in one sentence. */
export function Loss({ of }: { readonly of: Pick<Target, 'lost' | 'gone'> }) {
  return (
    <p class="loss">
      <KeptMark of={of} /> {lossText(of)}
    </p>
  );
}

/** Three bars: all, two or one of them are filled. */
export function KeptMark({ of }: { readonly of: Pick<Target, 'lost' | 'gone'> }) {
  return <span class={`kept kept-${keptBy(of)}`} aria-hidden="true" />;
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
