import type { CatalogObject } from '../../../model/catalog.ts';

type Changes = NonNullable<CatalogObject['changes']>;

export interface ViewChanges {
  readonly changes: Changes;
  /** 1-based positions of columns that accept no value. */
  readonly computedColumns: ReadonlySet<number>;
  /** True if the view has an INSTEAD OF trigger, which may accept a value for any column. */
  readonly hasInstead: boolean;
}

const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|N?'(?:[^']|'')*'|\[(?:[^\]]|\]\])*\]|"(?:[^"]|"")*"|[\w@#$]+|[^\s\w]/gi;

/** Keywords of views whose rows do not map to table rows. */
const NON_UPDATABLE_KEYWORDS: ReadonlySet<string> = new Set([
  'union',
  'except',
  'intersect',
  'group',
  'having',
  'distinct',
  'pivot',
  'unpivot',
]);

const JOINS: ReadonlySet<string> = new Set([',', 'join', 'apply']);

/** `check` belongs to `with check option`; `with` alone may be a hint. */
const ENDS_FROM: ReadonlySet<string> = new Set(['where', 'order', 'check']);

const AGGREGATE =
  /(?:^| )(?:avg|checksum_agg|count(?:_big)?|max|min|stdevp?|string_agg|sum|varp?) \( \)(?! over(?: |$))/;

const TOP = /^(?:all )?(?:top (?:\( \)|\d+) )?(?:percent )?(?:with ties )?/;

const NAME = String.raw`(?:[a-z_]\w*|\[\])`;

/** `o . total`, `o . total as sum`, `o . total sum`, `sum = o . total`. */
const COLUMN = new RegExp(`^(?!null|current_)(?:${NAME} = )?${NAME}(?: \\. ${NAME})*(?:(?: as)? (?:${NAME}|''))?$`);

const ALL: Changes = { insert: true, update: true, delete: true };

const NONE: Changes = { insert: false, update: false, delete: false };

/**
 * Reads which changes a view accepts. A join accepts changes of one table at a time, but no deletes. If the definition
 * is hidden or unclear, all changes are offered, and the database decides.
 * https://learn.microsoft.com/sql/t-sql/statements/create-view-transact-sql#updatable-views
 * @param definition null if the login cannot see it
 * @param instead events of INSTEAD OF triggers
 */
export function readViewChanges(definition: string | null, instead: ReadonlySet<string>): ViewChanges {
  const { changes, computedColumns } = definition === null ? unknown : readBody(bodyOf(definition));
  return {
    changes: {
      insert: changes.insert || instead.has('insert'),
      update: changes.update || instead.has('update'),
      delete: changes.delete || instead.has('delete'),
    },
    computedColumns,
    hasInstead: instead.size > 0,
  };
}

type Body = Omit<ViewChanges, 'hasInstead'>;

const unknown: Body = { changes: ALL, computedColumns: new Set() };

/** Returns lower-case words, without parenthesized parts. */
function bodyOf(definition: string): readonly string[] {
  const tokens = (definition.match(TOKENS) ?? []).filter((token) => !/^(?:--|\/\*)/.test(token));
  let depth = 0;
  const outer = tokens.flatMap((token) => {
    if (token === ')') depth -= 1;
    const isOuter = depth === 0;
    if (token === '(') depth += 1;
    return isOuter && token !== ';' ? [plain(token)] : [];
  });
  return outer.slice(outer.indexOf('as', outer.indexOf('view')) + 1);
}

/** Replaces quoted names and strings by placeholders. */
function plain(token: string): string {
  if (token.startsWith('[') || token.startsWith('"')) return '[]';
  return token.endsWith("'") ? "''" : token.toLowerCase();
}

function readBody(body: readonly string[]): Body {
  const [first] = body;
  if (first !== 'select') return unknown;
  const from = body.indexOf('from');
  const selected = body.slice(1, Math.max(from, 0)).join(' ');
  const isMerged = from < 0 || body.some((token) => NON_UPDATABLE_KEYWORDS.has(token)) || AGGREGATE.test(selected);
  if (isMerged) return { changes: NONE, computedColumns: new Set() };
  const rest = body.slice(from + 1);
  const end = rest.findIndex((token) => ENDS_FROM.has(token));
  const isJoined = rest.slice(0, end < 0 ? undefined : end).some((token) => JOINS.has(token));
  const items = selected.replace(TOP, '').split(' , ');
  const positions = items.flatMap((item, index) => (COLUMN.test(item) ? [] : [index + 1]));
  const hasStar = items.some((item) => item.endsWith('*'));
  return { changes: { ...ALL, delete: !isJoined }, computedColumns: new Set(hasStar ? [] : positions) };
}
