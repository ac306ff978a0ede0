import { scanXml } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import { isEmptyImage, type OfficePackage, type Relationship } from '../../document/ooxml/package.ts';
import { columnLetters } from '../cell-names.ts';
import type { PlacedImage, SheetExtras } from '../model.ts';

const ANCHOR = /Anchor$/;

/** Images and charts that lie on a sheet. */
export function readSheetDrawings(
  parts: OfficePackage,
  relationships: readonly Relationship[],
  limits: Limits,
): Pick<SheetExtras, 'images' | 'charts'> {
  const images: PlacedImage[] = [];
  const charts: string[] = [];
  for (const { target } of relationships.filter(({ type, external }) => type === 'drawing' && !external)) {
    const source = parts.readXml(target);
    if (source === undefined) continue;
    const inside = parts
      .relationshipsOf(target)
      .filter((relationship) => !relationship.external && !isEmptyImage(parts, relationship));
    const targets = new Map(inside.map((relationship) => [relationship.id, relationship.target]));
    let alternative = '';
    let isHidden = false;
    /** The column and row, from 0, at which the anchor begins; `asked` is the one that a text follows of. */
    const corner: { col: number | undefined; row: number | undefined } = { col: undefined, row: undefined };
    let isCorner = false;
    let asked: 'col' | 'row' | undefined;
    scanXml(
      source,
      {
        open(name, attributes) {
          if (ANCHOR.test(name)) corner.col = corner.row = undefined;
          if (name === 'from') isCorner = true;
          asked = isCorner && (name === 'col' || name === 'row') ? name : undefined;
          if (name === 'cNvPr') {
            alternative = attributes.get('descr') ?? attributes.get('title') ?? '';
            isHidden = /^(?:1|true)$/.test(attributes.get('hidden') ?? '');
          }
          const image = name === 'blip' ? targets.get(attributes.get('embed') ?? '') : undefined;
          if (image !== undefined) {
            const { col, row } = corner;
            const cell = col === undefined || row === undefined ? undefined : `${columnLetters(col)}${row + 1}`;
            images.push({ target: image, alternative, ...(cell && { cell }), ...(isHidden ? { isHidden } : {}) });
          }
        },
        close(name) {
          asked = undefined;
          if (name === 'from') isCorner = false;
        },
        text(value) {
          if (asked) corner[asked] = Number(value);
        },
      },
      limits.nesting,
    );
    charts.push(...inside.filter(({ type }) => type === 'chart').map((relationship) => relationship.target));
  }
  return { images, charts };
}
