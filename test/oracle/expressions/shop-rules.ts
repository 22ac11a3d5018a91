import type { Rules } from './hidden-changes.ts';

/** Constraints of the sample shop other than keys and references. */
export const shopRules: Rules = {
  unique: ['Employee.email', 'Customer.email', 'Product.sku', 'Product.barcode', 'Order.reference', 'Category.name'],
  derived: ['OrderDetail.quantity', 'OrderDetail.unit_price', 'OrderDetail.discount', 'OrderDetail.line_total'],
  views: ['Sale'],
};

export const generatedColumns: readonly string[] = ['OrderDetail.line_total'];
