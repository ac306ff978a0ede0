import { escapeXml } from '../../io/xml.ts';
import type { ColouredCode, Token } from './highlighter.ts';

/** A page that shows the code alone, with its colours in it. */
export function writePage({ lines, colour, background }: ColouredCode, fileName: string): string {
  const code = lines.map((line) => line.map((token) => spanOf(token, colour)).join('')).join('\n');
  return [
    '<!doctype html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(fileName)}</title>`,
    '<style>',
    'pre { padding: 1rem; overflow-x: auto; border-radius: 0.5rem; tab-size: 4; }',
    'pre { font: 0.875rem/1.5 ui-monospace, monospace; }',
    '</style>',
    '</head>',
    '<body>',
    `<pre style="color: ${colour}; background: ${background}"><code>${code}</code></pre>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function spanOf({ text, colour, isBold, isItalic }: Token, usual: string): string {
  const styles = [
    ...(colour === usual ? [] : [`color: ${colour}`]),
    ...(isBold ? ['font-weight: bold'] : []),
    ...(isItalic ? ['font-style: italic'] : []),
  ];
  const escaped = escapeXml(text);
  return styles.length === 0 || text.trim() === '' ? escaped : `<span style="${styles.join('; ')}">${escaped}</span>`;
}
