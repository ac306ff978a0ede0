/** Fields as a line of delimited text (RFC 4180), without its end. */
export function delimitedLine(fields: readonly string[], delimiter: string): string {
  return fields.map((field) => quote(field, delimiter)).join(delimiter);
}

function quote(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
