import { describe, expect, it } from 'vitest';
import { requireBoundedMacros } from '../../../engine/codecs/pandoc/macros.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';

const letters = (index: number): string => `q${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;
/** Definitions of which each uses the next one. */
const chain = (length: number, define: (name: string, next: string) => string): string =>
  Array.from({ length }, (_, index) => define(letters(index), letters(index + 1))).join('\n');
const outcome = (text: string): 'read' | 'refused' => {
  try {
    requireBoundedMacros(text, DEFAULT_LIMITS);
    return 'read';
  } catch {
    return 'refused';
  }
};
const doubling = (name: string, next: string): string => `\\newcommand{\\${name}}{\\${next}\\${next}}`;

describe('macros of a text', () => {
  it.each([
    ['that double with each other', `${chain(30, doubling)}\n\\${letters(0)}`],
    ['that double, by the primitive', `${chain(30, (a, b) => `\\def\\${a}{\\${b}\\${b}}`)}\n$\\${letters(0)}$`],
    ['that double without braces', `${chain(30, (a, b) => `\\newcommand*\\${a}{\\${b} \\${b}}`)}\n\\${letters(0)}`],
    ['that contain themselves', '\\newcommand{\\x}{a\\x} \\x'],
    ['that contain each other', '\\def\\x{\\y}\\def\\y{\\x} $\\x$'],
    ['that double their argument', `\\newcommand{\\dd}[1]{#1#1} ${'\\dd{'.repeat(30)}x${'}'.repeat(30)}`],
    ['that double an optional one', `\\newcommand\\dd[2][a]{#2#2} ${'\\dd[b]{'.repeat(30)}x${'}'.repeat(30)}`],
    ['of an environment in itself', '\\newenvironment{xx}{\\begin{xx}}{\\end{xx}} \\begin{xx}a\\end{xx}'],
    [
      'of environments that double',
      `${chain(25, (a, b) => `\\newenvironment{${a}}{\\begin{${b}}\\end{${b}}\\begin{${b}}}{\\end{${b}}}`)}\\newenvironment{${letters(25)}}{x}{y}\\begin{${letters(0)}}`,
    ],
    [
      'in a chain without end',
      `${Array.from({ length: 9000 }, (_, i) => `\\def\\a${'b'.repeat(i % 90)}${'c'.repeat(Math.floor(i / 90))}{\\a${'b'.repeat((i + 1) % 90)}${'c'.repeat(Math.floor((i + 1) / 90))}}`).join('')} \\a`,
    ],
  ])('%s: refused', (_name, text) => {
    expect(outcome(text)).toBe('refused');
  });

  it.each([
    [
      'that are short',
      '\\newcommand{\\R}{\\mathbb{R}} \\newcommand{\\norm}[1]{\\lVert #1\\rVert} $\\norm{x}\\in\\R$ '.repeat(2000),
    ],
    ['that are not used', `${chain(30, doubling)} text`],
    ['that add to what they were', '\\def\\list{a}\\edef\\list{\\list, b}\\edef\\list{\\list, c} \\list'],
    ['that use what they replace', '\\let\\old\\emph \\renewcommand{\\emph}[1]{\\old{#1}} \\emph{a}'],
    ['that define others', '\\newcommand{\\make}[1]{\\newcommand{\\made}{#1}} \\make{a}'],
    [
      'that repeat an argument',
      '\\newcommand{\\term}[1]{\\textbf{#1}\\index{#1}} \\term{\\term{a} and b} '.repeat(500),
    ],
    ['that double a few times', `${chain(8, doubling)} \\${letters(0)}`],
    ['that are defined again and again', `${'\\def\\x{a}'.repeat(200_000)} ${'\\x '.repeat(20_000)}`],
    ['that are not closed', '\\newcommand{\\x}{'.repeat(20_000)],
    ['of a text that has none', '{'.repeat(100_000)],
  ])('%s: read', (_name, text) => {
    expect(outcome(text)).toBe('read');
  });
});
