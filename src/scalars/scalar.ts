/** The neutral scalar types, named as the GraphQL schema names them. */
export const scalarNames = [
  'Short',
  'Int',
  'Long',
  'Single',
  'Float',
  'Decimal',
  'Boolean',
  'String',
  'UUID',
  'Date',
  'DateTime',
  'LocalTime',
  'Base64String',
  'JSON',
] as const;

export type ScalarName = (typeof scalarNames)[number];
