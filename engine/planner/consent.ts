import { CONSENT_WEIGHT, FEATURE_WEIGHTS, type Feature } from '../formats/features.ts';
import type { Format } from '../formats/index.ts';
import { isNaturalPair } from '../formats/natural.ts';
import { listNames } from './wording.ts';

export type AllowLoss = readonly Feature[] | 'any';

/** What a caller must agree to before a plan runs. */
export interface Consent {
  /** One sentence: what would be dropped. */
  readonly text: string;
  /** The smallest `allowLoss` that accepts it. */
  readonly allowLoss: AllowLoss;
}

interface Loss {
  readonly dropped: readonly Feature[];
  readonly unsupported: readonly Feature[];
  /** An option asks for just this (see `onlyWith`), however unusual the pair is. */
  readonly isAskedFor?: boolean;
}

/** The consent that a path needs, if any: the pair is not natural, or it loses what the file is about. */
export function consentFor(
  from: Format,
  to: Format,
  { dropped, unsupported, isAskedFor = false }: Loss,
): Consent | undefined {
  if (!isAskedFor && !isNaturalPair(from, to))
    return { text: describeUnnatural(from, to, [...unsupported, ...dropped]), allowLoss: 'any' };
  const heavy = dropped.filter((feature) => FEATURE_WEIGHTS[feature] >= CONSENT_WEIGHT);
  if (heavy.length === 0) return undefined;
  const text = `Converting ${from.id} to ${to.id} would lose ${listNames(heavy)}, although ${to.id} can hold it.`;
  return { text, allowLoss: heavy };
}

function describeUnnatural(from: Format, to: Format, given: readonly Feature[]): string {
  const loss = given.length === 0 ? 'it changes what the file is' : `it drops ${listNames(given)}`;
  return `Converting ${from.id} to ${to.id} is unusual: ${loss}.`;
}

export function isAllowed(consent: Consent, allowLoss: AllowLoss = []): boolean {
  if (allowLoss === 'any') return true;
  return consent.allowLoss !== 'any' && consent.allowLoss.every((feature) => allowLoss.includes(feature));
}
