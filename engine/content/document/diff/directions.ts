const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/gu;
const RIGHT_TO_LEFT_SHARE = 0.1;

export function hasRightToLeft(text: string): boolean {
  return text.search(RIGHT_TO_LEFT) >= 0;
}

/** Lines of pages in which words run in both directions come in the order of one of them. */
export function isRightToLeft(text: string): boolean {
  return (text.match(RIGHT_TO_LEFT) ?? []).length > text.length * RIGHT_TO_LEFT_SHARE;
}
