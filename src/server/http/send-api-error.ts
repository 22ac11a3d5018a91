import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../base/errors.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { renderHtmlPage } from '../../base/html-page.ts';
import { truncateMiddle } from '../../base/truncate-middle.ts';
import type { Runtime } from '../../config/config.ts';
import { prefersHtml } from '../graphql/negotiate.ts';
import { HEADER_STYLE, pageHeader } from '../pages/page-header.ts';
import { homePath } from '../pages/page-paths.ts';
import { HTML_TYPE, pagePolicy } from '../pages/page-policy.ts';
import { errorBody } from './error-body.ts';
import { errorHeaders, JSON_TYPE } from './headers.ts';
import { publicCode } from './public-code.ts';

const POLICY = pagePolicy({ 'style-src': "'unsafe-inline'", 'img-src': 'data:' });

const STYLE = `${HEADER_STYLE}
  main { max-width: 44rem; overflow-wrap: anywhere; }
`;

/**
 * Sends an error as JSON or, in development, as a page if the client prefers HTML. `NotAcceptable` is always JSON,
 * because browsers accept every type.
 */
export function sendApiError(reply: FastifyReply, apiError: ApiError, runtime: Runtime): void {
  // If Fastify cannot decode the URL, it creates a request without decorators.
  const { headers, publicAddress }: Pick<FastifyRequest, 'headers'> & Partial<FastifyRequest> = reply.request;
  reply.code(apiError.status).headers(errorHeaders(apiError));
  if (runtime.mode === 'development' && apiError.code !== 'NotAcceptable' && prefersHtml(headers.accept)) {
    const page = renderErrorPage(apiError, runtime, `${publicAddress?.prefix ?? ''}/`);
    reply.header('content-security-policy', POLICY).type(HTML_TYPE).send(page);
  } else {
    reply.type(JSON_TYPE).send(errorBody(apiError, runtime.errorCodes));
  }
}

function renderErrorPage({ code, message, status, details }: ApiError, runtime: Runtime, root: string): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
  const home = homePath(runtime) === undefined ? '' : `<p><a href="${escapeHtml(root)}">Console</a></p>`;
  return renderHtmlPage({
    title: `${title} - Joinery`,
    style: STYLE,
    header: pageHeader(runtime, { root }),
    main: `<h1>${title}</h1>
<p>${escapeHtml(truncateMiddle(message))}</p>
<p><small>Error code: ${escapeHtml(publicCode(code, runtime.errorCodes, 'default', details))}</small></p>
${home}`,
  });
}
