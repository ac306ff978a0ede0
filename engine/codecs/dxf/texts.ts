/* What texts of drawings say, without the codes that format them. */

const SIGNS: Readonly<Record<string, string>> = { d: '°', p: '±', c: '⌀', '%': '%' };

/** Signs by two percent signs, and characters by their numbers. */
export function plainText(text: string): string {
  return text
    .replaceAll(/%%([dpc%])/gi, (_, sign: string) => SIGNS[sign.toLowerCase()]!)
    .replaceAll(/%%[uok]/gi, '')
    .replaceAll(/%%(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\\U\+([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/\p{Cc}/gu, ' ');
}

const CODE =
  /\\(?:(?<line>P|N|X)|(?<space>~)|(?<plain>[\\{}])|S(?<stacked>[^;]*);|[ACcfFHQTWpb][^;]*;|[LlOoKk]|U\+(?<unicode>[0-9a-fA-F]{4})|M\+[0-9a-fA-F]{5})|[{}]|\^(?<caret>[IJ ])/g;

/** Lines of a text of several lines. */
export function linesOfText(text: string): string[] {
  const plain = text.replaceAll(CODE, (...found: unknown[]) => {
    const { line, space, plain: sign, stacked, unicode, caret } = found.at(-1) as Record<string, string | undefined>;
    if (line || caret === 'J') return '\n';
    if (space || caret) return caret === ' ' ? '^' : ' ';
    if (sign) return sign;
    if (unicode) return String.fromCharCode(parseInt(unicode, 16));
    return stacked === undefined
      ? ''
      : stacked
          .replace(/[#^]/, '/')
          .replace(/\/\s*$/, '')
          .trim();
  });
  return plain.split('\n').map((each) => plainText(each).trimEnd());
}

/** Lines that fit into a width, in characters. */
export function wrapped(lines: readonly string[], most: number): string[] {
  if (!(most > 0)) return [...lines];
  return lines.flatMap((line) => {
    const folded: string[] = [];
    let current = '';
    for (const word of line.split(' ')) {
      if (current !== '' && current.length + 1 + word.length > most) {
        folded.push(current);
        current = word;
      } else current = current === '' ? word : `${current} ${word}`;
    }
    return [...folded, current];
  });
}
