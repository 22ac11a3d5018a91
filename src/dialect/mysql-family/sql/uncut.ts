import { type Sql, sql } from '../../../sql/fragment.ts';

/**
 * A text that is never NULL. CONCAT gives NULL for more than `max_allowed_packet`, and GROUP_CONCAT leaves NULL out: instead the statement
 * fails with 1242, as the subquery gives two rows. It is evaluated there alone.
 */
export const uncut = (text: Sql): Sql => sql`ifnull(${text}, (select 1 union all select 2))`;
