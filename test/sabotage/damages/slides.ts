import { buildDamages } from '../documents/build-damages.ts';
import { detailDamages } from '../documents/detail-damages.ts';
import { textDamages } from '../documents/text-damages.ts';
import type { Scenario } from '../scenario.ts';

const THREE = 'three-slides-picture-table-notes';

const conversion = (source: string, to: Scenario['to']): Scenario => ({
  family: 'slides',
  source,
  to,
  damages: [...textDamages(to), ...buildDamages(to), ...detailDamages(to)],
});

export const SCENARIOS: readonly Scenario[] = [
  conversion(`corpus/sources/pptx/${THREE}.pptx`, 'odp'),
  conversion(`corpus/sources/odp/${THREE}.odp`, 'pptx'),
  conversion(`corpus/sources/ppt/${THREE}.ppt`, 'pptx'),
  conversion(`corpus/sources/pptx/${THREE}.pptx`, 'html'),
  conversion('corpus/sources/pptx/columns-chart-smartart-hidden-slide.pptx', 'odp'),
  conversion('../shared/corpora/slides/docling/powerpoint_with_image.pptx', 'odp'),
  conversion('../shared/corpora/slides/docling/odf_presentation_01.odp', 'pptx'),
  conversion('../shared/corpora/slides/tika/testPPT.pptm', 'txt'),
  conversion('corpus/sources/key/lamps-picture-table-notes-2009.key', 'odp'),
  conversion('corpus/sources/key/lamps-picture-table-notes-2013.key', 'html'),
  conversion('../shared/corpora/slides/tika/testTextBoxes.key', 'odp'),
];
