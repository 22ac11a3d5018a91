import type { EntityDescription, Relationship } from './naive/entity.ts';

type On = Readonly<Record<string, string>>;

const toOne = (name: string, target: string, on: On): Relationship => ({ name, target, many: false, on });
const many = (name: string, target: string, on: On): Relationship => ({ name, target, many: true, on });

/** The sample shop, described independently of the configuration. */
export const shop: readonly EntityDescription[] = [
  {
    name: 'Customer',
    table: 'customers',
    list: 'customers',
    key: ['id'],
    relationships: [
      many('orders', 'Order', { id: 'customer_id' }),
      many('addresses', 'Address', { id: 'customer_id' }),
      toOne('accountManager', 'Employee', { account_manager_id: 'id' }),
    ],
  },
  {
    name: 'Address',
    table: 'addresses',
    list: 'addresses',
    key: ['id'],
    relationships: [
      toOne('customer', 'Customer', { customer_id: 'id' }),
      many('billedOrders', 'Order', { id: 'billing_address_id' }),
      many('shippedOrders', 'Order', { id: 'shipping_address_id' }),
    ],
  },
  {
    name: 'Order',
    table: 'orders',
    list: 'orders',
    key: ['id'],
    relationships: [
      toOne('customer', 'Customer', { customer_id: 'id' }),
      toOne('employee', 'Employee', { employee_id: 'id' }),
      toOne('billingAddress', 'Address', { billing_address_id: 'id' }),
      toOne('shippingAddress', 'Address', { shipping_address_id: 'id' }),
      many('orderDetails', 'OrderDetail', { id: 'order_id' }),
    ],
  },
  {
    name: 'OrderDetail',
    table: 'order_details',
    list: 'orderDetails',
    key: ['order_id', 'line_no'],
    relationships: [toOne('order', 'Order', { order_id: 'id' }), toOne('product', 'Product', { product_id: 'id' })],
  },
  {
    name: 'Product',
    table: 'products',
    list: 'products',
    key: ['id'],
    relationships: [
      toOne('category', 'Category', { category_id: 'id' }),
      many('orderDetails', 'OrderDetail', { id: 'product_id' }),
      many('productSuppliers', 'ProductSupplier', { id: 'product_id' }),
      {
        ...many('suppliers', 'Supplier', { id: 'product_id' }),
        through: { entity: 'ProductSupplier', on: { supplier_id: 'id' } },
      },
    ],
  },
  {
    name: 'Category',
    table: 'categories',
    list: 'categories',
    key: ['id'],
    relationships: [
      toOne('parent', 'Category', { parent_id: 'id' }),
      many('children', 'Category', { id: 'parent_id' }),
      many('products', 'Product', { id: 'category_id' }),
    ],
  },
  {
    name: 'Supplier',
    table: 'suppliers',
    list: 'suppliers',
    key: ['id'],
    relationships: [
      many('productSuppliers', 'ProductSupplier', { id: 'supplier_id' }),
      {
        ...many('products', 'Product', { id: 'supplier_id' }),
        through: { entity: 'ProductSupplier', on: { product_id: 'id' } },
      },
    ],
  },
  {
    name: 'ProductSupplier',
    table: 'product_suppliers',
    list: 'productSuppliers',
    key: ['product_id', 'supplier_id'],
    relationships: [
      toOne('product', 'Product', { product_id: 'id' }),
      toOne('supplier', 'Supplier', { supplier_id: 'id' }),
    ],
  },
  {
    name: 'Employee',
    table: 'employees',
    list: 'employees',
    key: ['id'],
    relationships: [
      toOne('manager', 'Employee', { manager_id: 'id' }),
      many('reports', 'Employee', { id: 'manager_id' }),
      many('orders', 'Order', { id: 'employee_id' }),
      many('customers', 'Customer', { id: 'account_manager_id' }),
    ],
  },
  {
    name: 'Sale',
    table: 'sales',
    list: 'sales',
    key: ['month', 'country'],
    relationships: [many('customers', 'Customer', { country: 'country' })],
  },
];
