/** Part of the time of a statement for which it may wait for a lock: so the server itself says that it was undone. */
const WAITING = 0.9;

/**
 * What every session must have for the same answers everywhere, beside what tedious tells it as it opens: ANSI settings on, `dateformat mdy`,
 * `datefirst 7`, texts of any size, READ COMMITTED.
 * @param timeoutMs of each statement, for which the server itself has no bound
 */
export const settingsOf = (timeoutMs: number): string => `set lock_timeout ${Math.ceil(timeoutMs * WAITING)}`;
