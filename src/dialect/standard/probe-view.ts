import { ApiError } from '../../base/errors.ts';
import { SchemaChanged } from '../../store/schema-changed.ts';
import type { ProbeView } from '../introspection.ts';

/**
 * Makes the database plan a query of the view. The query names the columns, so that their expressions are resolved.
 * @param never a condition that is always false
 */
export const viewProbe =
  (quote: (name: string) => string, never = '1 = 0'): ProbeView =>
  async (query, { schema, name, columns }) => {
    const view = [schema, name]
      .filter((part) => part !== '')
      .map(quote)
      .join('.');
    try {
      await query(`select ${columns.map(quote).join(', ') || '1'} from ${view} where ${never}`, []);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'DatabaseTimeout') return undefined;
      if (error instanceof ApiError && error.code === 'Unavailable' && !(error instanceof SchemaChanged)) throw error;
      return reasonOf(error);
    }
  };

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
