/** Parses `orders`, `sales.orders`, `"odd.name"`, `[odd.name]`. */
export function splitObjectName(written: string): { schema: string | undefined; name: string } {
  const parts = [...written.matchAll(/"((?:[^"]|"")*)"|\[((?:[^\]]|\]\])*)\]|`((?:[^`]|``)*)`|([^.]+)/g)].map(
    ([, double, bracket, back, plain]) =>
      double?.replaceAll('""', '"') ?? bracket?.replaceAll(']]', ']') ?? back?.replaceAll('``', '`') ?? plain ?? '',
  );
  const name = parts.at(-1) ?? written;
  return { schema: parts.length > 1 ? parts.at(-2) : undefined, name };
}

/** Returns `b`, `a`, `a.b` for `a.b.c`. */
export function possibleSchemas(written: string): readonly string[] {
  const { schema } = splitObjectName(written);
  const parts = written.split('.');
  const others = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
  return [...new Set([...(schema === undefined ? [] : [schema]), ...others])];
}
