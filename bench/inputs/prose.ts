import { seededRandom } from './random.ts';

const WORDS = (
  'the of and to in a is that it was for on are as with his they at be this from have or by one had not but what all ' +
  'were when we there can an your which their said if do will each about how up out them then she many some so these ' +
  'would other into has more her two like him see time could no make than first been its who now people my made over ' +
  'did down only way find use may water long little very after words called just where most know furnace vessel copper ' +
  'glass ember steady vapour measure charcoal winter harbour ledger merchant evening translation document conversion'
).split(' ');

const SENTENCES_A_PARAGRAPH = 5;

/** Paragraphs of made-up English: word lengths and repetitions as in real text, the same ones for the same seed. */
export function paragraphs(count: number, seed = 3): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: SENTENCES_A_PARAGRAPH }, () => sentence(random)).join(' '),
  );
}

function sentence(random: () => number): string {
  const length = 6 + Math.floor(random() * 14);
  const words = Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]!);
  const text = words.join(' ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
