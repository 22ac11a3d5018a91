import type { StoreName } from '../support/server-names.ts';

type Reasons = Readonly<Partial<Record<Exclude<StoreName, 'postgres'>, string>>>;

const onFamily = (reason: string, more: Reasons = {}): Reasons => ({ mysql: reason, mariadb: reason, ...more });

const SORTED_LABELS = 'Texts that a check lists are an enum, and sort as texts.';

const CURSORS = 'A cursor contains BSON values, and its order the name "_id".';
const MILLISECONDS = 'A date has milliseconds.';
const DATES = 'A date without a time is stored as a point in time.';

const onMongodb: Readonly<Record<string, string>> = {
  'connection-facts': CURSORS,
  'connection-nested': CURSORS,
  'dab-last-page': CURSORS,
  'dab-list': CURSORS,
  'dab-nested': CURSORS,
  'filter-comparisons': MILLISECONDS,
  'groups-by-fields': SORTED_LABELS,
  'groups-merged': SORTED_LABELS,
  'groups-of-all-rows': 'The average of doubles is not rounded to that of a float.',
  'groups-ordered': 'An average has at most 34 digits.',
  'item-by-key': MILLISECONDS,
  'order-directions': DATES,
  'response-key-longer-than-columns': CURSORS,
  'rest-collection-expand': CURSORS,
  'rest-collection-filter-null': CURSORS,
  'rest-collection-filter-relationships': CURSORS,
  'rest-collection-last': CURSORS,
  'rest-collection-page': CURSORS,
  'rest-dab-dates': DATES,
  'rest-item': MILLISECONDS,
  'rest-role-with-excluded-fields': MILLISECONDS,
  'rest-view': DATES,
  scalars: DATES,
  'types-shown-as-text': 'An interval is a string, and is compared as such.',
  view: DATES,
};

/**
 * Golden cases whose answer differs from PostgreSQL, with reasons. `answer.<dialect>.json` next to a case contains the
 * other answer. Row hashes always differ, so `expect-answer.ts` only compares which of them are equal.
 */
const onSqlDatabases: Readonly<Record<string, Reasons>> = {
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

export const differingAnswers: Readonly<Record<string, Reasons>> = Object.fromEntries(
  [...new Set([...Object.keys(onSqlDatabases), ...Object.keys(onMongodb)])].map((name) => {
    const mongodb = onMongodb[name];
    return [name, { ...onSqlDatabases[name], ...(mongodb !== undefined && { mongodb }) }];
  }),
);
