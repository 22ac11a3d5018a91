import type { Problem } from '../base/problem.ts';
import type { ProbeView, QueryRows } from '../dialect/introspection.ts';
import type { Model } from '../model/model.ts';
import { readableFields } from '../model/visibility.ts';

/** Returns a warning for each entity whose view the database cannot run. A view that fails on some of its rows is not found. */
export async function checkViews(
  { entities }: Model,
  { query, probeView }: { readonly query: QueryRows; readonly probeView: ProbeView },
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const entity of entities) {
    const { name, source, routine } = entity;
    if (source.kind !== 'view' || routine !== undefined) continue;
    const columns = readableFields(entity).map(({ column }) => column);
    if (columns.length === 0) continue;
    const reason = await probeView(query, { ...source, columns });
    if (reason === undefined) continue;
    problems.push({
      path: ['entities', name, 'source'],
      message: `The database cannot run the view "${source.name}": ${reason}. Fix the view, or every request that reads it fails.`,
      severity: 'warning',
      kind: 'The database cannot run the views of {count} entities',
    });
  }
  return problems;
}
