/** Parses `orders`, `sales.orders`, `"odd.name"`, `[odd.name]`. */
export function splitObjectName(qualifiedName: string): { schema: string | undefined; name: string } {
  const parts = [...qualifiedName.matchAll(/"((?:[^"]|"")*)"|\[((?:[^\]]|\]\])*)\]|`((?:[^`]|``)*)`|([^.]+)/g)].map(
    ([, double, bracket, back, plain]) =>
      double?.replaceAll('""', '"') ?? bracket?.replaceAll(']]', ']') ?? back?.replaceAll('``', '`') ?? plain ?? '',
  );
  const name = parts.at(-1) ?? qualifiedName;
  return { schema: parts.length > 1 ? parts.at(-2) : undefined, name };
}

/** Returns `sales.orders` for messages, or `orders` without a schema. Nothing is quoted. */
export const joinObjectName = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  schema === '' ? name : `${schema}.${name}`;

/** Returns the schemas that a name may contain, if names may contain dots: `b`, `a`, and `a.b` for `a.b.c`. */
export function possibleSchemas(qualifiedName: string): readonly string[] {
  const { schema } = splitObjectName(qualifiedName);
  const parts = qualifiedName.split('.');
  const others = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
  return [...new Set([...(schema === undefined ? [] : [schema]), ...others])];
}
