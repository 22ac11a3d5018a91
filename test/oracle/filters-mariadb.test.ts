import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { describeFilters } from './filters/describe-filters.ts';

/** MariaDB has neither arrays nor NaN, and its shop has text for addresses and spans of time. It has no connections yet. */
const missing = ['Product.tags', 'Product.monthly_sales', 'Product.weight', 'Customer.last_ip', 'Product.warranty'];

describeOn('mariadb', 'filters on MariaDB', () => {
  describeFilters({
    open: async () => ({
      server: 'mariadb',
      url: await createDatabase('mariadb', 'shop_filters', 'shop'),
      prepared: true,
    }),
    missing,
    places: ['a collection', 'under another', 'under filtered ones'],
    counts: { common: 800, textOnly: 600, plans: 600 },
    seed: 5,
  });
});
