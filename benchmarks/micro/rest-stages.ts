import { ANONYMOUS } from '../../src/base/identity.ts';
import { splitUrl } from '../../src/server/http/split-url.ts';
import {
  createRestOperations,
  type RestOperation,
  type RestOperations,
} from '../../src/server/rest/document/rest-operations.ts';
import { createFindTarget } from '../../src/server/rest/path/find-target.ts';
import { readKey } from '../../src/server/rest/path/read-key.ts';
import { measure } from './measure.ts';
import type { OpenShop } from './open-shop.ts';
import type { Stage } from './stages.ts';
import type { RestWorkload } from './workloads.ts';

/** Stages from a URL to a document with variables. */
export function restStagesOf(
  { path: url }: RestWorkload,
  { application }: OpenShop,
): readonly (Omit<Stage, 'name'> & { readonly name: string })[] {
  const { model, config } = application;
  const findTarget = createFindTarget(model, { apiPath: '/api', suggest: false });
  const { path, query } = splitUrl(url);
  const find = () => findTarget(path.split('/').slice(1));
  const readUrl = (operations: RestOperations): RestOperation => {
    const { entity, key } = find();
    const isItem = key.length > 0;
    if (isItem) readKey(entity, key);
    return operations[isItem ? 'item' : 'collection'](entity, ANONYMOUS.role, query);
  };
  const remembering = createRestOperations(application);
  // Stores nothing.
  const runtime = { ...config.runtime, limits: { ...config.runtime.limits, operationCacheBytes: 1 } };
  const forgetting = createRestOperations({
    ...application,
    model,
    restSchema: application.restSchema,
    config: { ...config, runtime },
  });
  return [
    { name: 'find the target', when: 'each', measure: () => measure(find) },
    { name: 'URL to document, first', when: 'together', measure: () => measure(() => readUrl(forgetting)) },
    { name: 'URL to document, later', when: 'together', measure: () => measure(() => readUrl(remembering)) },
  ];
}
