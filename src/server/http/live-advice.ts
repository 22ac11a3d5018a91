import type { Runtime } from '../../config/config.ts';

/**
 * Returns the end of an error message for a request that requires live queries, while they are disabled. In production,
 * clients do not learn the keys of the configuration.
 */
export const liveAdvice = ({ mode, live }: Pick<Runtime, 'mode' | 'live'>): string =>
  mode === 'development' && !live.enabled
    ? ' Live queries are disabled. To enable them, set "runtime.live.enabled" to true.'
    : '';
