import type { Estimate } from '../../../store/driver.ts';

/**
 * What the planner holds to be small, in its units: a read by a key costs 8, a page of twenty rows by an index 10 to 30, three levels
 * of lists 500. https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-CONSTANTS
 */
const SMALL_COST = 100;

/** https://www.postgresql.org/docs/current/sql-explain.html, as JSON */
interface ExplainedPlan {
  readonly Plan: { readonly 'Total Cost': number };
}

/** The planner's own estimate. */
export const estimate: Estimate = {
  unitFor: ({ settings, statement: { text, slots }, values }) => ({
    settings,
    statement: { text: `explain (format json) ${text}`, slots },
    values,
  }),
  isSmall: ([set]) => {
    const [explained] = JSON.parse(set?.rows[0]?.[0] ?? '[]') as readonly ExplainedPlan[];
    return explained !== undefined && explained.Plan['Total Cost'] <= SMALL_COST;
  },
};
