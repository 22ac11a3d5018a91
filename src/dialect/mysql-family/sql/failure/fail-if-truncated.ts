import { raw, type Sql, sql } from '../../../../sql/fragment.ts';

/** Fails the statement with a unique error. A subquery of two rows would be slower. */
export const FAILING_EXPRESSION = 'exp(7107107)';

/** CONCAT returns NULL beyond `max_allowed_packet`, and GROUP_CONCAT skips NULL. Here the statement fails instead. */
export const failIfTruncated = (text: Sql): Sql => sql`ifnull(${text}, ${raw(FAILING_EXPRESSION)})`;
