/** Represents the value of a slot in a cached command. */
export class Placeholder {
  /** Index of the slot. */
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  toJSON(): unknown {
    return { $parameter: this.index };
  }
}

/** JSON of a command, in which a `Placeholder` stands for a value. */
export type Template = unknown;

export type TemplateObject = Readonly<Record<string, Template>>;

/** A stage that selects no document. */
const NOTHING: TemplateObject = { $match: { $nor: [{}] } };

/**
 * Returns a copy in which the values replace the placeholders. Values are never interpreted as parts of a command. A
 * stage `$limit` of 0, which is invalid, becomes one that selects nothing.
 */
export function fillTemplate(template: Template, values: readonly unknown[]): unknown {
  if (template instanceof Placeholder) return values[template.index];
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== 'object' || template === null) return template;
  const filled = Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillTemplate(value, values)]));
  return filled.$limit === 0 ? NOTHING : filled;
}

/** Parses the text of a template. */
export const parseTemplate = (text: string): Template =>
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$parameter' in value)) return value;
    return new Placeholder(Number(value.$parameter));
  });
