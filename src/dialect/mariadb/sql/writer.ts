import type { Dialect } from '../../../sql/dialect.ts';
import { conditionsOf } from '../../mysql-family/sql/conditions.ts';
import { operandsOf } from '../../mysql-family/sql/operands.ts';
import { readsOf } from '../../mysql-family/sql/read.ts';
import { routinesOf } from '../../mysql-family/sql/routines.ts';
import { capabilities } from './capabilities.ts';
import { forms } from './forms.ts';
import { comparedJson, jsonPath } from './json-path.ts';
import { writes } from './writes.ts';

const operands = operandsOf(forms);

/** The SQL of MariaDB 10.6 and later. */
export const mariadb = {
  name: 'MariaDB',
  capabilities,
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
  conditions: conditionsOf(forms),
  operands: {
    ...operands,
    value: (slot, type) => (type.scalar === 'JSON' ? comparedJson(slot) : operands.value(slot, type)),
    jsonPath,
  },
  ...readsOf(forms),
  writes,
  keepsSettings: true,
  routines: routinesOf(forms),
} satisfies Dialect;
