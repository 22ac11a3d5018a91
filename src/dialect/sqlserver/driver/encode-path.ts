import type { JsonPath } from '../../../scalars/json-path.ts';

/**
 * A path in two: what all but its last step lead to within `[value]`, what JSON of that begins with where the last step can be there, and that step:
 * `$.a[0]` is `{"parent":"$[0].\"a\"","open":"[","leaf":"0"}`.
 */
export function encodePath(path: JsonPath): string {
  const steps = [0, ...path];
  const leaf = steps.at(-1) ?? 0;
  const parent = steps
    .slice(0, -1)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${JSON.stringify(step)}`));
  return JSON.stringify({
    parent: `$${parent.join('')}`,
    open: typeof leaf === 'number' ? '[' : '{',
    leaf: String(leaf),
  });
}
