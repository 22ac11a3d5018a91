import { fileURLToPath } from 'node:url';

/** The SQL files that make the sample shop on PostgreSQL. */
export const shopFiles: readonly string[] = ['postgres.sql', 'rows.sql'].map((name) =>
  fileURLToPath(new URL(`../../config/shop/${name}`, import.meta.url)),
);

/** A copy of the shop on PostgreSQL that nobody connects to: only such a database can be copied. */
export const shopTemplate = 'shop_template';
