import type { PlanReader } from '../../store/driver.ts';

/**
 * Reads plans with a keyword in front of the statement, for databases that return the lines of the plan in one column.
 * @param keyword `explain`, with options that do not run the statement
 */
export const plansOf = (keyword: string): PlanReader => ({
  planQuery: ({ settings, statement: { text, slots }, values, maxBytes }) => ({
    settings,
    // Drivers cache data by the identity of `slots`, so another statement needs another array.
    statement: { text: `${keyword} ${text}`, slots: [...slots], isUnprepared: true },
    values,
    ...(maxBytes !== undefined && { maxBytes }),
  }),
  readPlan: ([set]) => (set?.rows ?? []).map(([line]) => line ?? '').join('\n'),
});
