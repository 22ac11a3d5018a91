import type { Problem } from '../base/problem.ts';
import type { Config } from '../config/config.ts';

/**
 * Problems of options that the configuration knows and nothing serves yet. An option that would weaken security or change what clients see
 * is never ignored: it keeps the service from starting.
 */
export function checkServed({ runtime }: Config): readonly Problem[] {
  const { limits } = runtime;
  const refused: readonly (readonly [asked: boolean, path: Problem['path'], message: string])[] = [
    [
      limits.requestsPerMinute !== undefined,
      ['runtime', 'limits', 'requests-per-minute'],
      'A limit of requests per client is not kept yet; leave it out, and let what stands in front keep one.',
    ],
  ];
  return refused.flatMap(([asked, path, message]) => (asked ? [{ path, message, severity: 'error' as const }] : []));
}
