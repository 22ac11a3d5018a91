import type { ConfigPath, Problem } from '../../base/problem.ts';
import { styleFor } from '../compatibility.ts';
import type { ConfigFile, Draft, RuntimeFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';

/** Sizes that contradict each other, or are said in two places. */
export function checkLimits({ runtime = {} }: Draft<ConfigFile>): Problem[] {
  const { graphql, host = {}, limits = {} } = runtime;
  return [
    ...checkPages(runtime),
    ...(typeof graphql === 'object' && 'depth-limit' in graphql && 'depth' in limits
      ? [saidTwice(['runtime', 'graphql', 'depth-limit'], 'runtime.limits.depth')]
      : []),
    ...('max-response-size-mb' in host && 'response-bytes' in limits
      ? [saidTwice(['runtime', 'host', 'max-response-size-mb'], 'runtime.limits.response-bytes')]
      : []),
  ];
}

const saidTwice = (path: ConfigPath, other: string): Problem =>
  errorAt(path, `This is said by "${other}" too; remove one of them.`);

function checkPages({ pagination = {}, compatibility }: Draft<RuntimeFile>): Problem[] {
  const { 'default-page-size': size, 'max-page-size': written } = pagination;
  const max = written ?? styleFor(compatibility).pagination.maxPageSize;
  if (size === undefined || size === null || max === -1 || size <= max) return [];
  return [
    errorAt(['runtime', 'pagination', 'default-page-size'], 'The default page is larger than the largest.', {
      found: size,
      expected: `at most max-page-size, which is ${max}`,
    }),
  ];
}
