import { shopRules } from '../expressions/shop-rules.ts';
import { often } from '../lengthen.ts';
import type { Findings } from './compare-databases.ts';

/** Features that a run must use on every store. */
export const generalFeatures: readonly string[] = [
  ...[
    'graphql random',
    'graphql with forbidden names',
    'graphql get',
    'graphql post',
    'rest item',
    'revalidate',
    'bad',
  ],
  ...['aimed: _etag', 'aimed: order by a path', 'aimed: items', 'aimed: quantifiers'],
  ...['rest PUT', 'rest PATCH', 'rest DELETE', 'graphql replace', 'graphql update'],
  ...['if-match of a change', 'if-none-match of a change'],
  ...['status 200', 'status 304', 'status 400', 'status 403', 'status 404', 'status 412'],
];

/** Features required if the store has page metadata. */
export const pageFeatures: readonly string[] = [
  ...[
    'rest list',
    'follow',
    'cursors',
    'aimed: end of a list',
    'aimed: search',
    'aimed: aggregates',
    'aimed: cursors of a path',
  ],
  ...[
    '$select',
    '$filter',
    '$search',
    '$orderby',
    '$expand',
    '$count',
    '$first',
    '$top',
    '$skip',
    '$last',
    '$after',
    '$before',
  ],
];

/** Returns missing coverage of a run; empty for a good one. */
export function findShortfalls({ tally, views }: Findings, features: readonly string[]): readonly string[] {
  const { answers, audited } = tally;
  const changes = views.flatMap((view) => view.changes);
  const kinds = ['update', 'insert', 'delete'].filter((kind) => !changes.some((change) => change.kind === kind));
  const tables = views[0]?.everything.entities.filter(({ name }) => !shopRules.views.includes(name)) ?? [];
  const unchanged = tables.filter(
    (entity) => changes.filter((change) => change.entity.name === entity.name).length < views.length,
  );
  return [
    ...tally.below(features, often(20)),
    ...(answers.nonEmpty < 0.6 * answers.all
      ? [`only ${answers.nonEmpty} of ${answers.all} answers have something in them`]
      : []),
    ...(audited.different < 0.3 * audited.all
      ? [`only ${audited.different} of ${audited.all} requests distinguished the databases`]
      : []),
    ...kinds.map((kind) => `nothing that is hidden: ${kind}`),
    ...unchanged.map(({ name }) => `hardly anything hidden of ${name} is changed`),
  ];
}
