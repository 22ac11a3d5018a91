/**
 * Golden cases that MySQL and MariaDB answer otherwise than PostgreSQL, and why; `answer.<dialect>.json` beside a case has what they say.
 * The hashes of rows, which are of each database's own making, are no such difference: `expect-answer.ts` compares which of them are equal.
 */
export const differingAnswers: Readonly<Record<string, string>> = {
  'connection-nested':
    'A cursor holds the database’s own text of a value: there a point in time has no offset, and all digits of its fraction.',
  'filter-json-path':
    'MariaDB keeps JSON as it was written, with the order of its keys; MySQL holds numbers in it as 64 bits, integers or floating point.',
  'groups-of-every-type': 'There are neither NaN nor infinities, and a warranty is a text, which sorts as such.',
  'groups-ordered':
    'A mean has four digits more behind the point than its values, 16 at least; on PostgreSQL they depend on the mean.',
  scalars: 'There are neither NaN nor infinities: such a weight is NULL.',
  'types-shown-as-text': 'Intervals and addresses are texts, and compare as such.',
};
