import { scanXml } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import { isEmptyPicture, type OfficePackage, type Relationship } from '../../document/ooxml/package.ts';
import type { PlacedPicture, SheetExtras } from '../model.ts';

/** Pictures and charts that lie on a sheet. */
export function readSheetDrawings(
  parts: OfficePackage,
  relationships: readonly Relationship[],
  limits: Limits,
): Pick<SheetExtras, 'pictures' | 'charts'> {
  const pictures: PlacedPicture[] = [];
  const charts: string[] = [];
  for (const { target } of relationships.filter(({ type, external }) => type === 'drawing' && !external)) {
    const source = parts.readXml(target);
    if (source === undefined) continue;
    const inside = parts
      .relationshipsOf(target)
      .filter((relationship) => !relationship.external && !isEmptyPicture(parts, relationship));
    const targets = new Map(inside.map((relationship) => [relationship.id, relationship.target]));
    let alternative = '';
    let isHidden = false;
    scanXml(
      source,
      {
        open(name, attributes) {
          if (name === 'cNvPr') {
            alternative = attributes.get('descr') ?? attributes.get('title') ?? '';
            isHidden = /^(?:1|true)$/.test(attributes.get('hidden') ?? '');
          }
          const picture = name === 'blip' ? targets.get(attributes.get('embed') ?? '') : undefined;
          if (picture !== undefined) {
            pictures.push({ target: picture, alternative, ...(isHidden ? { isHidden } : {}) });
          }
        },
        close() {},
        text() {},
      },
      limits.nesting,
    );
    charts.push(...inside.filter(({ type }) => type === 'chart').map((relationship) => relationship.target));
  }
  return { pictures, charts };
}
