import type { Runtime } from '../../config/config.ts';

/**
 * Returns advice for an error message, if live queries are disabled. In production, the advice is empty, because
 * messages must not reveal keys of the configuration.
 */
export const liveAdvice = ({ mode, live }: Pick<Runtime, 'mode' | 'live'>): string =>
  mode === 'development' && !live.enabled
    ? ' Live queries are disabled. To enable them, set "runtime.live.enabled" to true.'
    : '';
