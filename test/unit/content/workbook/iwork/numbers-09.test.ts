import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { openNumbers09 } from '../../../../../engine/content/workbook/iwork/numbers-09.ts';

const SHEET = `<ls:document xmlns:ls="http://developer.apple.com/namespaces/ls" xmlns:sf="http://developer.apple.com/namespaces/sf"
  xmlns:sfa="http://developer.apple.com/namespaces/sfa"><ls:workspace-array><ls:workspace ls:workspace-name="Trips">
<sf:tabular-model><sf:grid sf:numcols="2" sf:numrows="3"><sf:datasource>
  <sf:d sf:cell-date="277344000"/>
  <sf:pm><sf:menu-choices sfa:ID="menu">
      <sf:t sfa:ID="choice-1"><sf:ct sfa:s="Food"/></sf:t><sf:t sfa:ID="choice-2"><sf:ct sfa:s="Gas"/></sf:t>
    </sf:menu-choices><sf:proxied-cell-ref sfa:IDREF="choice-2"/></sf:pm>
  <sf:d sf:cell-date="2009-10-16 12:00:00"/>
  <sf:pm><sf:menu-choices-ref sfa:IDREF="menu"/><sf:proxied-cell-ref sfa:IDREF="choice-1"/></sf:pm>
  <sf:d sf:cell-date="0"/>
  <sf:pm><sf:menu-choices-ref sfa:IDREF="menu"/></sf:pm>
</sf:datasource></sf:grid></sf:tabular-model></ls:workspace></ls:workspace-array></ls:document>`;

it('reads dates that count seconds, and what was chosen of a menu', () => {
  const { sheets } = openNumbers09({ source: SHEET } as Parameters<typeof openNumbers09>[0], DEFAULT_LIMITS);
  const rows: unknown[][] = [];
  sheets[0]!.read(({ cells }) => {
    rows.push(cells.map(({ value }) => value));
    return undefined;
  });
  expect(rows).toEqual([[40_102, 'Gas'], [40_102.5, 'Food'], [36_892]]);
});
