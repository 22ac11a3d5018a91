import { fileURLToPath } from 'node:url';

/** SQL files of the sample shop on PostgreSQL. */
export const shopFiles: readonly string[] = ['postgres.sql', 'rows.sql'].map((name) =>
  fileURLToPath(new URL(`../../config/shop/${name}`, import.meta.url)),
);

/** A copy of the shop without connections, as required of a template database. */
export const shopTemplate = 'shop_template';
