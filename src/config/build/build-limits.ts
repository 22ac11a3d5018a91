import type { ApiStyle } from '../compatibility.ts';
import type { Limits } from '../config.ts';
import type { GraphqlFile, RuntimeFile } from '../config-file.ts';
import { defaults } from '../defaults.ts';
import { apiObject } from './api-object.ts';

const MEBIBYTE = 1024 * 1024;

/** The largest value of `max-response-size-mb`, for which -1 stands. */
const LARGEST_RESPONSE_MB = 158;

/** Returns what one request may cost, from `limits`, from the two keys that stand elsewhere, and from the style of the APIs. */
export function buildLimits({ limits: written = {}, host, graphql }: RuntimeFile, style: ApiStyle['limits']): Limits {
  const limits = { ...defaults.limits, ...written };
  const { 'depth-limit': depth }: GraphqlFile = apiObject(graphql) ?? {};
  const rate = written['requests-per-minute'];
  return {
    body: limits['body-bytes'],
    url: limits['url-bytes'],
    inValues: limits['in-values'],
    requestTimeout: limits['request-timeout-ms'],
    anonymousStatement: limits['anonymous-statement-ms'],
    response: responseBytes(host?.['max-response-size-mb']) ?? limits['response-bytes'],
    sendTimeout: limits['send-timeout-ms'],
    sendingBytes: limits['sending-bytes'],
    depth: depth === -1 ? Number.POSITIVE_INFINITY : (depth ?? limits.depth),
    aliases: limits.aliases,
    directives: limits.directives,
    tokens: limits.tokens,
    cost: written.cost ?? style.cost,
    rows: written.rows ?? style.rows,
    filterNodes: limits['filter-nodes'],
    orderTerms: limits['order-terms'],
    searchWords: limits['search-words'],
    patternLength: limits['pattern-length'],
    cursorBytes: limits['cursor-bytes'],
    newRows: limits['new-rows'],
    fields: limits.fields,
    jsonValues: limits['json-values'],
    jsonDepth: limits['json-depth'],
    ...(rate !== undefined && { requestsPerMinute: rate }),
  };
}

function responseBytes(megabytes: number | null | undefined): number | undefined {
  if (megabytes === undefined || megabytes === null) return undefined;
  return (megabytes === -1 ? LARGEST_RESPONSE_MB : megabytes) * MEBIBYTE;
}
