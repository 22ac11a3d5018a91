import { raw, type Sql, sql } from '../../../../sql/fragment.ts';

/**
 * An expression that fails the statement with a unique error when evaluated. A subquery of two rows would fail too, but
 * costs more than reading a row by key.
 */
export const FAILING_EXPRESSION = 'exp(7107107)';

/**
 * Returns a string that is never NULL. CONCAT returns NULL beyond `max_allowed_packet`, and GROUP_CONCAT skips NULL;
 * here the statement fails instead.
 */
export const failIfTruncated = (text: Sql): Sql => sql`ifnull(${text}, ${raw(FAILING_EXPRESSION)})`;
