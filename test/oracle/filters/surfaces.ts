import { type GraphQLInputType, parse } from 'graphql';
import type { Application } from '../../../src/app/application.ts';
import { Stages } from '../../../src/base/stages.ts';
import { ANONYMOUS } from '../../../src/model/identity.ts';
import { FilterValue } from '../../../src/odata/filter-value.ts';
import { parseFilter } from '../../../src/odata/parse-filter.ts';
import { type ServedRest, serveRest } from '../../http/support/serve-rest.ts';
import { bootRoles, EVERYTHING, type Shop } from '../expressions/boot-roles.ts';
import type { Filter } from '../expressions/graphql-filter.ts';
import { runAs } from '../expressions/run-as.ts';
import type { Random } from '../generate/random.ts';
import { parseExactJson } from '../naive/exact-json.ts';
import { writeAnswer } from '../write-answer.ts';
import { encodeOption } from './encode-option.ts';
import { printFilter } from './print-filter.ts';
import { PARENTS, type Question, writeDocument } from './question.ts';

/** The ways in which one application can be asked. Answers are the JSON text of items. */
export interface Surfaces {
  readonly application: Application;
  /** By `$filter`. @throws Error with what was said instead of an answer */
  byText(question: Question, filter: string, random: Random): Promise<string>;
  /** By a filter of GraphQL in a variable, or in the document. @throws Error as above */
  byFilter(question: Question, filter: Filter, place: 'variable' | 'document'): Promise<string>;
  /** How many rows each of the two counts, asked of a collection; absent where there are no connections. @throws Error as above */
  readonly counts?: (
    question: Question,
    asked: { filter: string; graphql: Filter },
    random: Random,
  ) => Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Opens the shop. MariaDB has no collections over HTTP yet: there the schema behind those is asked. @throws Error where it does not start */
export async function openSurfaces(shop: Shop): Promise<Surfaces> {
  const application = await bootRoles(shop, []);
  if (!('answer' in application)) throw new Error(`The shop does not start: ${JSON.stringify(application)}`);
  return shop.server === 'postgres' ? overHttp(application) : throughSchema(application);
}

async function overHttp(application: Application): Promise<Surfaces> {
  const rest = await serveRest(application);
  const run = runAs(application, 'anonymous', { token: {}, claims: new Map() });
  return {
    application,
    byText: async (question, filter, random) => {
      const { under } = question;
      const options = [...(under === undefined ? rootOptions(question, filter) : expandOptions(question, filter))];
      const { value } = await askRest(rest, { entity: under?.entity.name ?? question.entity.name, options, random });
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
      const { count } = await askRest(rest, { entity: entity.name, options, random });
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
  const { entity, relationship, counted } = under;
  const inner = [`$filter=${filter}`, `$select=${fields.join()}`, '$first=-1', ...(counted ? ['$count=true'] : [])];
  return [
    ['$select', entity.key.join()],
    ['$first', String(PARENTS)],
    ['$expand', `${relationship}(${inner.join(';')})`],
  ];
}

async function askRest(
  rest: ServedRest,
  { entity, options, random }: { readonly entity: string; readonly options: Options; readonly random: Random },
): Promise<{ readonly value: unknown; readonly count?: unknown }> {
  const written = options.map(([name, value]) => encodeOption(name, value, random));
  const url = `/api/${entity}?${random.chance(0.5) ? written.join('&') : written.toReversed().join('&')}`;
  const { status, text } = await rest.ask(url);
  if (status !== 200) throw new Error(`REST: ${status} ${text}`);
  return parseExactJson(text) as { readonly value: unknown; readonly count?: unknown };
}

/** The documents are kept, as the service keeps those of its requests: plans belong to them. */
function throughSchema(application: Application): Surfaces {
  const { restSchema: schema } = application;
  if (schema === undefined) throw new Error('There is no REST API.');
  const documents = new Map<string, ReturnType<typeof parse>>();
  const documentOf = (text: string) => {
    const document = documents.get(text) ?? parse(text);
    documents.set(text, document);
    return document;
  };
  return {
    application,
    byText: async (question, filter) => {
      const asked = { argument: 'where: $where', variables: '($where: ODataFilter)', first: EVERYTHING };
      const result = await application.answer({
        schema,
        document: documentOf(writeDocument(question, asked)),
        operationName: undefined,
        variables: { where: new FilterValue(parseFilter(filter), { option: '$filter', suggest: true }) },
        identity: ANONYMOUS,
        stages: new Stages(),
      });
      if (result.kind === 'answered') return itemsOf(result.data);
      const refusals = result.kind === 'failed' ? [result.refusal] : result.refusals;
      throw new Error(`$filter: ${refusals.map(({ message, cause }) => `${message} ${cause ?? ''}`).join()}`);
    },
    byFilter: byFilter(application),
    close: () => application.close(),
  };
}

function byFilter(application: Application): Surfaces['byFilter'] {
  const run = runAs(application, 'anonymous', { token: {}, claims: new Map() });
  return async (question, filter, place) => {
    const type = `${question.entity.name}FilterInput`;
    const asked =
      place === 'variable'
        ? { argument: 'filter: $f', variables: `($f: ${type})` }
        : {
            argument: `filter: ${printFilter(filter, application.schema.getType(type) as GraphQLInputType)}`,
            variables: '',
          };
    const variables = place === 'variable' ? JSON.stringify({ f: filter }) : '{}';
    const { data, errors } = await run(writeDocument(question, { ...asked, first: EVERYTHING }), variables);
    if (typeof data !== 'string') throw new Error(`GraphQL by ${place}: ${errors?.[0]?.message}`);
    return itemsOf(data);
  };
}

const itemsOf = (data: string): string => writeAnswer((parseExactJson(data) as { readonly value: unknown }).value);
