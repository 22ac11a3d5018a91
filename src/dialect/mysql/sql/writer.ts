import type { Dialect } from '../../../sql/dialect.ts';
import { conditionsOf } from '../../mysql-family/sql/conditions.ts';
import { readsOf } from '../../mysql-family/sql/read.ts';
import { routinesOf } from '../../mysql-family/sql/routines.ts';
import { capabilities } from './capabilities.ts';
import { forms } from './forms.ts';
import { operands } from './operands.ts';
import { writes } from './writes.ts';

/** The SQL of MySQL 8.0.19 and later. */
export const mysql = {
  name: 'MySQL',
  capabilities,
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
  conditions: conditionsOf(forms),
  operands,
  ...readsOf(forms),
  writes,
  keepsSettings: true,
  routines: routinesOf(forms),
} satisfies Dialect;
