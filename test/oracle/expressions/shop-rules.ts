import type { Rules } from './hidden-changes.ts';

/** What the tables of the sample shop demand, beside keys and references. */
export const shopRules: Rules = {
  unique: ['Employee.email', 'Customer.email', 'Product.sku', 'Product.barcode', 'Order.reference', 'Category.name'],
  derived: ['OrderDetail.quantity', 'OrderDetail.unit_price', 'OrderDetail.discount', 'OrderDetail.line_total'],
  views: ['Sale'],
};

/** Columns that the database writes itself. */
export const generatedColumns: readonly string[] = ['OrderDetail.line_total'];
