import { scanXml } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import { isEmptyImage, type OfficePackage, type Relationship } from '../../document/ooxml/package.ts';
import type { PlacedImage, SheetExtras } from '../model.ts';

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
    scanXml(
      source,
      {
        open(name, attributes) {
          if (name === 'cNvPr') {
            alternative = attributes.get('descr') ?? attributes.get('title') ?? '';
            isHidden = /^(?:1|true)$/.test(attributes.get('hidden') ?? '');
          }
          const image = name === 'blip' ? targets.get(attributes.get('embed') ?? '') : undefined;
          if (image !== undefined) {
            images.push({ target: image, alternative, ...(isHidden ? { isHidden } : {}) });
          }
        },
        close() {},
        text() {},
      },
      limits.nesting,
    );
    charts.push(...inside.filter(({ type }) => type === 'chart').map((relationship) => relationship.target));
  }
  return { images, charts };
}
