import { styleText } from 'node:util';
import type { Application } from '../app/application.ts';
import type { UnexposedObject } from '../app/own-catalog.ts';
import { countNoun } from '../base/count-noun.ts';
import { listNames } from '../base/list-names.ts';
import { compareModels } from '../model/compare-models.ts';
import type { CommandContext } from './command-context.ts';

/** Returns a sentence with the objects that no entity exposes. Undefined if there are none. */
export function describeUnexposed(objects: readonly UnexposedObject[]): string | undefined {
  if (objects.length === 0) return undefined;
  const parts = (['table', 'view', 'routine'] as const).flatMap((kind) => {
    const names = objects.filter((object) => object.kind === kind).map(({ name }) => name);
    if (names.length === 0) return [];
    return [`${countNoun(names.length, kind)} (${listNames(names)})`];
  });
  return `Not exposed: ${parts.join(', ')}. Run "joinery update" to add ${objects.length === 1 ? 'it' : 'them'}.`;
}

/** Names that have been reported. A reloaded configuration does not report them again. */
export type ReportedObjects = Set<string>;

/**
 * In development, reports the objects that no entity exposes. After a change of the catalog, also reports the effects
 * on clients. Observers of problems report mistakes in the configuration.
 */
export function reportCatalog(
  application: Application,
  { stdout }: Pick<CommandContext, 'stdout'>,
  reported: ReportedObjects,
): void {
  if (application.config.runtime.mode !== 'development') return;
  let { model } = application;
  const reportUnexposed = async (): Promise<void> => {
    // After an error, the next change of the catalog tries again.
    const objects = await application.readUnexposed().catch(() => []);
    const sentence = describeUnexposed(objects.filter(({ name }) => !reported.has(name)));
    for (const { name } of objects) reported.add(name);
    if (sentence !== undefined) stdout.write(`${sentence}\n`);
  };
  application.observers.add({
    catalogRead: () => {
      const before = model;
      model = application.model;
      for (const change of compareModels(before, model)) {
        stdout.write(`${styleText('yellow', 'Changed', { stream: stdout })}  ${change}\n`);
      }
      void reportUnexposed();
    },
  });
  void reportUnexposed();
}
