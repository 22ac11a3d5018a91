import { mutateVariables } from '../http/support/mutate.ts';
import { mutateUrl } from '../http/support/mutate-url.ts';
import type { Random } from '../oracle/generate/random.ts';
import { FRAGMENTS, type FuzzContext, type Generate, mutateBytes, toPath, type ValidRest } from './hostile-request.ts';
import {
  authorize,
  insertAt,
  JSON_TYPE,
  METHODS,
  oddContentType,
  oddHeaders,
  PATH_PARTS,
  receiver,
  times,
} from './parts.ts';

/** Options of OData that inject an expression, or ask for more than the service has. */
const OPTIONS: readonly string[] = [
  ...[
    '$filter=1 eq 1) or (1 eq 1',
    "$filter=name eq 'x' or '1' eq '1",
    "$filter=name eq 'a''b'",
    '$filter=$it/id eq 1',
  ],
  ...[
    '$filter=id in ()',
    '$filter=id eq 1 ge 2',
    '$filter=not',
    '$filter=cast(id,Edm.String) eq 1',
    '$filter=@claims.sub',
  ],
  ...[
    "$filter=contains(name,'%')",
    '$filter=orders/any(o:o/any(p:p eq 1))',
    '$orderby=id;drop table x',
    '$orderby=(select 1)',
  ],
  ...[
    '$select=*,*,password',
    '$select=__proto__',
    '$expand=customer($expand=orders($expand=customer($expand=orders)))',
  ],
  ...[
    '$expand=$ref',
    '$expand=*',
    '$apply=groupby((id))',
    '$compute=1 as x',
    '$search="',
    '$first=1e9',
    '$first=-2',
    '$skip=-1',
  ],
  ...[
    '$top=1&$top=2',
    '$count=maybe',
    '$after=',
    '$after=WyJ4Il0',
    '$format=xml',
    '$skiptoken=x',
    '$levels=max',
    '$filter=',
  ],
];

export const restUrl: Generate = (random, context) => {
  const { path, role } = random.pick(context.rest.filter(({ method }) => method === 'GET'));
  const change = (): string =>
    `/api/${mutateUrl(path.replace(/^\/api\//, ''), { random, names: context.names, times: random.int(0, 2) })}`;
  const changed = random.pick<() => string>([
    change,
    change,
    change,
    change,
    () => insertAt(path, random.int(0, path.length), random.pick(PATH_PARTS)),
    () => `${path}${path.includes('?') ? '&' : '?'}${random.pick(OPTIONS)}`,
    () => `/api/${random.pick(context.names)}?${random.pick(OPTIONS)}&${random.pick(OPTIONS)}`,
    () => `/api/${random.pick(context.names)}/${random.pick(FRAGMENTS)}/${random.pick(FRAGMENTS)}`,
  ])();
  return {
    to: receiver(random),
    method: random.chance(0.8) ? 'GET' : random.pick(['HEAD', 'OPTIONS', ...METHODS]),
    path: toPath(changed),
    headers: { ...authorize(role, context), ...(random.chance(0.2) && oddHeaders(random)) },
  };
};

export const restWrite: Generate = (random, context) => {
  const valid = random.pick(context.rest.filter(({ method }) => method !== 'GET'));
  const text = valid.body === undefined ? '{}' : valid.body;
  const body = random.pick<() => Buffer>([
    () => Buffer.from(text),
    () => Buffer.from(changeJson(text, random)),
    () => Buffer.from(changeJson(text, random)),
    () => Buffer.from(changeJson(text, random)),
    () => mutateBytes(Buffer.from(text), random, times(random)),
    () => Buffer.from(`[${Array.from({ length: random.int(0, 1200) }, () => text).join(',')}]`),
    () => Buffer.from(`{"__proto__":${text},"constructor":{"prototype":${text}}}`),
    () => Buffer.from(`{${JSON.stringify(random.pick(context.names))}:${JSON.stringify(random.pick(FRAGMENTS))}}`),
    () => Buffer.alloc(random.int(0, 3) * 400_000, random.pick(['[', ' ', '{', '"'])),
  ])();
  return {
    to: receiver(random),
    method: random.chance(0.85) ? valid.method : random.pick(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: random.chance(0.8) ? valid.path : changePath(valid, random, context),
    headers: {
      ...valid.headers,
      ...(random.chance(0.7) ? JSON_TYPE : oddContentType(random)),
      ...authorize(random.chance(0.85) ? valid.role : random.pick(Object.keys(context.tokens)), context),
      ...(random.chance(0.2) && oddHeaders(random)),
    },
    body,
  };
};

const changePath = ({ path }: ValidRest, random: Random, { names }: FuzzContext): string =>
  toPath(`/api/${mutateUrl(path.replace(/^\/api\//, ''), { random, names, times: times(random) })}`);

function changeJson(text: string, random: Random): string {
  try {
    return mutateVariables(JSON.parse(text), { random, times: random.int(0, 2) });
  } catch {
    return text;
  }
}
