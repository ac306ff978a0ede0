const DATE = /(<dateModified>)([^<]{1,60})(?=<\/dateModified>)/;

/** When an outline (OPML) was changed, as `2024-05-01`: it spells dates as mails do. */
export function dateOfOutline(outline: string): string | undefined {
  const written = DATE.exec(outline)?.[2];
  const date = written === undefined ? undefined : new Date(written);
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}

/** The outline with that date spelled as other texts do. */
export function withPlainDate(outline: string): string {
  const date = dateOfOutline(outline);
  return date === undefined ? outline : outline.replace(DATE, `$1${date}`);
}
