import type { Field } from '../model.ts';

/** No content: scripts and forms, templates of indexes, declarations. */
export const SKIPPED = new Set(
  'forms scripts event-listeners table-of-content-source illustration-index-source table-index-source object-index-source user-index-source alphabetical-index-source bibliography-source variable-decls sequence-decls user-field-decls header-decl footer-decl date-time-decl settings'.split(
    ' ',
  ),
);
/** Fields whose text differs from page to page, from day to day and from program to program, unless it is fixed. */
export const COMPUTED: ReadonlyMap<string, Field['field']> = new Map([
  ['page-number', 'page-number'],
  ['page-count', 'page-count'],
  ['page-continuation', 'page-reference'],
  ['date', 'date'],
  ['time', 'time'],
  ...'title expression file-name template-name modification-date modification-time print-date print-time editing-duration editing-cycles word-count character-count paragraph-count'
    .split(' ')
    .map((name) => [name, 'other'] as const),
]);
export const BODIES = new Set(['text', 'presentation', 'drawing']);
export const MARGIN = /^(header|footer)(?:-(?:left|first))?$/;
export const DRAWN = new Set(
  'frame g custom-shape rect ellipse circle line polygon polyline path connector caption measure regular-polygon'.split(
    ' ',
  ),
);
