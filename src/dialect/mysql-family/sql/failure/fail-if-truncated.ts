import { raw, type Sql, sql } from '../../../../sql/fragment.ts';

/** Expression that makes the statement fail with a unique error. A subquery of two rows would be slower. */
export const FAILING_EXPRESSION = 'exp(7107107)';

/**
 * Makes the statement fail if CONCAT returns NULL, which it does beyond `max_allowed_packet`. GROUP_CONCAT would skip
 * NULL.
 */
export const failIfTruncated = (text: Sql): Sql => sql`ifnull(${text}, ${raw(FAILING_EXPRESSION)})`;
