import type { OperandVerbs } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { operandsOf } from '../../mysql-family/sql/operands.ts';
import { forms } from './forms.ts';
import { jsonPath } from './json-path.ts';

const common = operandsOf(forms);

const exactText = (text: Sql): Sql => sql`convert(${text} using utf8mb4) collate ${raw(forms.exactCollation)}`;

export const operands = {
  ...common,
  value: (slot, type) => {
    // A text would compare as a JSON string.
    if (type.scalar === 'JSON') return sql`cast(${parameter(slot)} as json)`;
    // NULL by itself has the character set of bytes.
    if (type.scalar === 'String' && type.native === '') return exactText(parameter(slot));
    // A parameter that is cast to a time at once is another one from the second execution of a prepared statement on.
    if (type.scalar === 'LocalTime' && type.native === '')
      return sql`cast(cast(${parameter(slot)} as char) as time(6))`;
    return common.value(slot, type);
  },
  jsonPath,
} satisfies OperandVerbs;
