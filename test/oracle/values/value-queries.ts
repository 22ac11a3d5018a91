import { parse } from 'graphql';
import type { Application } from '../../../src/app/application.ts';
import { ApiError } from '../../../src/base/errors.ts';
import { ANONYMOUS, type Identity } from '../../../src/base/identity.ts';
import { parseJson } from '../../../src/base/json.ts';
import { FilterValue } from '../../../src/odata/filter-value.ts';
import { parseFilter } from '../../../src/odata/parse-filter.ts';

/** IDs in order, or the error. */
export type Found = readonly number[] | string;

/** Ways to query rows. */
export interface ValueQueries {
  byFilter(filter: string): Promise<Found>;
  /** @param variables JSON text */
  byGraphql(document: string, variables: string): Promise<Found>;
  /** Rows visible to a role. */
  asRole(role: string): Promise<Found>;
}

interface Rows {
  readonly vals: readonly { readonly id: number }[];
}

/** A root field that returns the object whose list `vals` has all rows. */
const HOLDER = 'holder_by_pk(id: 1)';

/**
 * Uses the schema behind REST for `$filter`. Documents and their plans are cached.
 * @param isNested true to read the rows below `HOLDER`
 */
export function createValueQueries(application: Application, { isNested = false } = {}): ValueQueries {
  const documents = new Map<string, ReturnType<typeof parse>>();
  const run = async (
    text: string,
    schema: Application['schema'],
    variables: Readonly<Record<string, unknown>>,
    identity: Identity = ANONYMOUS,
  ) => {
    const document =
      documents.get(text) ?? parse(isNested ? `${text.replace('{ vals', `{ ${HOLDER} { vals`)} }` : text);
    documents.set(text, document);
    const request = { schema, document, operationName: undefined, variables, identity };
    const result = await application.answer(request);
    if (result.kind === 'answered') {
      const data = JSON.parse(result.data) as Rows & { readonly holder_by_pk?: Rows };
      return (data.holder_by_pk ?? data).vals.map(({ id }) => id);
    }
    const apiErrors = result.kind === 'failed' ? [result.apiError] : result.apiErrors;
    return apiErrors.map(({ code, message }) => `${code}: ${message}`).join();
  };
  return {
    byFilter: async (filter) => {
      const { restSchema } = application;
      if (restSchema === undefined) throw new Error('There is no REST API.');
      try {
        const where = new FilterValue(parseFilter(filter), { option: '$filter', suggest: true });
        return await run('query ($where: ODataFilter) { vals(where: $where, first: 100) { id } }', restSchema, {
          where,
        });
      } catch (error) {
        if (error instanceof ApiError) return `${error.code}: ${error.message}`;
        throw error;
      }
    },
    byGraphql: (document, variables) =>
      run(document, application.schema, parseJson(variables) as Readonly<Record<string, unknown>>),
    asRole: (role) => run('{ vals(first: 100) { id } }', application.schema, {}, { role, claims: {} }),
  };
}
