/** A description with `code`. */
export function Text({ children }: { readonly children: string }) {
  const parts = children.split('`');
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
