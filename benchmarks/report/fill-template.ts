/**
 * Replaces each `{{name}}`.
 * @throws RangeError for a placeholder without a value, or a value without a placeholder
 */
export function fillTemplate(template: string, texts: Readonly<Record<string, string>>): string {
  const places = [...template.matchAll(/\{\{([\w-]+)\}\}/g)].map(([, name = '']) => name);
  const missing = places.find((name) => !Object.hasOwn(texts, name));
  if (missing !== undefined) throw new RangeError(`The placeholder "${missing}" of the template has no value.`);
  const lost = Object.keys(texts).find((name) => !places.includes(name));
  if (lost !== undefined) throw new RangeError(`The template has no placeholder "${lost}".`);
  return template.replaceAll(/\{\{([\w-]+)\}\}/g, (_, name: string) => texts[name] ?? '');
}
