import { raw, type Sql, sql } from '../../../sql/fragment.ts';

/**
 * An expression that no number can hold: where it is evaluated, the statement fails, and nothing but this says so. A subquery of two rows,
 * which fails too, would cost more than the whole of a row that is read by its key.
 */
export const FAILS = 'exp(7107107)';

/**
 * A text that is never NULL. CONCAT gives NULL for more than `max_allowed_packet`, and GROUP_CONCAT leaves NULL out: instead the statement
 * fails. What fails is evaluated there alone.
 */
export const uncut = (text: Sql): Sql => sql`ifnull(${text}, ${raw(FAILS)})`;
