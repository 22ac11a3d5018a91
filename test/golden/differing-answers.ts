import type { ServerName } from '../support/server-names.ts';

type Reasons = Readonly<Partial<Record<Exclude<ServerName, 'postgres'>, string>>>;

const onFamily = (reason: string, more: Reasons = {}): Reasons => ({ mysql: reason, mariadb: reason, ...more });

const SORTED_LABELS = 'Texts that a check lists are an enum, and sort as texts.';

/**
 * Golden cases whose answer differs from PostgreSQL, with reasons. `answer.<dialect>.json` next to a case contains the
 * other answer. Row hashes always differ, so `expect-answer.ts` only compares which of them are equal.
 */
export const differingAnswers: Readonly<Record<string, Reasons>> = {
  'connection-nested': onFamily(
    'A cursor holds the database’s own text of a value: there a point in time has no offset, and all digits of its fraction.',
    { sqlserver: 'As on MySQL: a cursor holds the database’s own text of a value.' },
  ),
  'filter-json-path': onFamily(
    'MariaDB keeps JSON as it was written, with the order of its keys; MySQL holds numbers in it as 64 bits, integers or floating point.',
    {
      sqlserver:
        'JSON is kept as it was written, with the order of its keys, and a column with a check holds lists and objects alone.',
    },
  ),
  'groups-by-fields': { sqlserver: SORTED_LABELS },
  'groups-merged': { sqlserver: SORTED_LABELS },
  'groups-of-every-type': onFamily(
    'There are neither NaN nor infinities, and a warranty is a text, which sorts as such.',
    { sqlserver: 'As on MySQL: there are neither NaN nor infinities.' },
  ),
  'groups-ordered': onFamily(
    'A mean has four digits more behind the point than its values, 16 at least; on PostgreSQL they depend on the mean.',
    { sqlserver: 'A mean has as many digits behind the point as its type.' },
  ),
  scalars: onFamily('There are neither NaN nor infinities: such a weight is NULL.', {
    sqlserver: 'As on MySQL: such a weight is NULL.',
  }),
  'types-shown-as-text': onFamily('Intervals and addresses are texts, and compare as such.', {
    sqlserver: 'As on MySQL: intervals and addresses are texts.',
  }),
};
