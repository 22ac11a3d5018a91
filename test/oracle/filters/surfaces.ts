import type { GraphQLInputType } from 'graphql';
import type { Application } from '../../../src/app/application.ts';
import { type ServedRest, serveRest } from '../../http/support/serve-rest.ts';
import { bootRoles, EVERYTHING, type Shop } from '../expressions/boot-roles.ts';
import { type Filter, toGraphqlFilter } from '../expressions/graphql-filter.ts';
import { printCondition } from '../expressions/print-condition.ts';
import { runAs } from '../expressions/run-as.ts';
import type { Random } from '../generate/random.ts';
import { parseExactJson } from '../naive/exact-json.ts';
import { writeAnswer } from '../write-answer.ts';
import { encodeOption } from './encode-option.ts';
import { printFilter } from './print-filter.ts';
import { PARENTS, type Question, writeDocument } from './question.ts';

/** Ways to query one application; results are the JSON text of items. */
export interface Surfaces {
  readonly application: Application;
  /**
   * Queries by `$filter`.
   * @throws Error with the error response
   */
  byText(question: Question, filter: string, random: Random): Promise<string>;
  /**
   * Queries by a GraphQL filter, as a variable or a literal.
   * @throws Error with the error response
   */
  byFilter(question: Question, filter: Filter, place: 'variable' | 'document'): Promise<string>;
  /**
   * Counts the rows of a collection by both filters.
   * @throws Error with the error response
   */
  counts(question: Question, filters: { filter: string; graphql: Filter }, random: Random): Promise<readonly number[]>;
  close(): Promise<void>;
}

/**
 * Boots the shop.
 * @throws Error if it does not start
 */
export async function openSurfaces(shop: Shop): Promise<Surfaces> {
  const application = await bootRoles(shop, []);
  if (!('answer' in application)) throw new Error(`The shop does not start: ${JSON.stringify(application)}`);
  return overHttp(application);
}

async function overHttp(application: Application): Promise<Surfaces> {
  const rest = await serveRest(application);
  const run = runAs(application, 'anonymous', { token: {}, claims: new Map() });
  return {
    application,
    byText: async (question, filter, random) => {
      const { under } = question;
      const options = [...(under === undefined ? rootOptions(question, filter) : expandOptions(question, filter))];
      const { value } = await requestRest(rest, {
        entity: under?.entity.name ?? question.entity.name,
        options,
        random,
      });
      return writeAnswer(value);
    },
    byFilter: byFilter(application),
    counts: async ({ entity }, { filter, graphql }, random) => {
      const options = [
        ...new Map([
          ['$filter', filter],
          ['$select', entity.key.join()],
          ['$first', '1'],
          ['$count', 'true'],
        ]),
      ];
      const { count } = await requestRest(rest, { entity: entity.name, options, random });
      const document = `query ($f: ${entity.name}FilterInput) { value: ${entity.list}_connection(filter: $f) { totalCount } }`;
      const { data, errors } = await run(document, JSON.stringify({ f: graphql }));
      if (typeof data !== 'string') throw new Error(`GraphQL: ${errors?.[0]?.message}`);
      const { value } = JSON.parse(data) as { value: { totalCount: number } };
      return [Number(writeAnswer(count)), value.totalCount];
    },
    close: async () => {
      await rest.close();
      await application.close();
    },
  };
}

type Options = readonly (readonly [name: string, value: string])[];

const rootOptions = ({ fields }: Question, filter: string): Options => [
  ['$filter', filter],
  ['$select', fields.join()],
  ['$first', '-1'],
];

function expandOptions({ fields, under }: Question, filter: string): Options {
  if (under === undefined) return [];
  const { entity, relationship, counted, parents } = under;
  const inner = [`$filter=${filter}`, `$select=${fields.join()}`, '$first=-1', ...(counted ? ['$count=true'] : [])];
  return [
    ['$select', entity.key.join()],
    ['$first', String(PARENTS)],
    ...(parents === undefined ? [] : [['$filter', printCondition(parents, '$filter')] as const]),
    ['$expand', `${relationship}(${inner.join(';')})`],
  ];
}

async function requestRest(
  rest: ServedRest,
  { entity, options, random }: { readonly entity: string; readonly options: Options; readonly random: Random },
): Promise<{ readonly value: unknown; readonly count?: unknown }> {
  const written = options.map(([name, value]) => encodeOption(name, value, random));
  const url = `/api/${entity}?${random.chance(0.5) ? written.join('&') : written.toReversed().join('&')}`;
  const { status, text } = await rest.fetch(url);
  if (status !== 200) throw new Error(`REST: ${status} ${text}`);
  return parseExactJson(text) as { readonly value: unknown; readonly count?: unknown };
}

function byFilter(application: Application): Surfaces['byFilter'] {
  const run = runAs(application, 'anonymous', { token: {}, claims: new Map() });
  return async (question, filter, place) => {
    const { parents, entity: above = question.entity } = question.under ?? {};
    const [type, aboveType] = [question.entity, above].map(({ name }) => `${name}FilterInput`);
    const aboveFilter = parents && toGraphqlFilter(parents);
    const written = (value: Filter, name = ''): string =>
      printFilter(value, application.schema.getType(name) as GraphQLInputType);
    const parts =
      place === 'variable'
        ? { argument: 'filter: $f', parents: 'filter: $above', variables: `($f: ${type}, $above: ${aboveType})` }
        : {
            argument: `filter: ${written(filter, type)}`,
            ...(aboveFilter && { parents: `filter: ${written(aboveFilter, aboveType)}` }),
            variables: '',
          };
    const variables = place === 'variable' ? JSON.stringify({ f: filter, above: aboveFilter }) : '{}';
    const { data, errors } = await run(writeDocument(question, { ...parts, first: EVERYTHING }), variables);
    if (typeof data !== 'string') throw new Error(`GraphQL by ${place}: ${errors?.[0]?.message}`);
    return itemsOf(data);
  };
}

const itemsOf = (data: string): string => writeAnswer((parseExactJson(data) as { readonly value: unknown }).value);
