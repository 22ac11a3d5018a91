import { keysIn } from './keys-in.ts';

const FUNCTION = /create function (\w+)\(\) returns trigger language plpgsql as\s*\$\$(.*?)\$\$;?/gs;

const TRIGGER =
  /create (?:constraint )?trigger (\w+) (?:before|after) ([\w ]+?) on (\w+)(?: deferrable initially deferred)? for each row(?: when \((.*?)\))? execute function (\w+)\(\);?/g;

/** `if … then …; end if;`, or another statement. */
const STATEMENT = /\s*(?:if (.*?) then (.*?;)\s*end if;|([^;]+?);)/gs;

/**
 * Creates one AFTER trigger per event. A trigger runs once per statement: `n` is a new or deleted row, `o` the old
 * version of an updated one.
 */
export function sqlserverTriggers(text: string): string {
  const bodies = new Map([...text.matchAll(FUNCTION)].map(([, name, body]) => [name, body ?? '']));
  const keys = keysIn(text);
  return text
    .replaceAll(FUNCTION, (found, name: string) => (bodies.has(name) ? '' : found))
    .replaceAll(TRIGGER, (_, name, events: string, table: string, condition: string | undefined, called) =>
      events
        .split(' or ')
        .map((event) => {
          const place: Place = { table, event, key: (keys.get(table) ?? 'id').split(/,\s*/) };
          const statements = statementsOf(bodies.get(called) ?? '', place, condition);
          // On some servers, a change of its own table fires the trigger again.
          const changesTable = statements.some((statement) => / t (?:set|from) /.test(statement));
          const all = [
            'set nocount on;',
            ...(changesTable ? ['if trigger_nestlevel() > 1 return;'] : []),
            ...statements,
          ];
          return `\ngo\ncreate trigger ${name}_${event} on ${table} after ${event} as\n${all.join('\n')}\ngo\n`;
        })
        .join('\n'),
    );
}

interface Place {
  readonly table: string;
  readonly event: string;
  readonly key: readonly string[];
}

function statementsOf(body: string, place: Place, condition: string | undefined): readonly string[] {
  const side = place.event === 'delete' ? 'old' : 'new';
  const translated = body
    .trim()
    .replace(/^begin\b/, '')
    .replace(/\bend$/, '')
    .replaceAll(/coalesce\(new\.(\w+), old\.\w+\)/g, `${side}.$1`)
    .replaceAll('tg_op', `'${place.event.toUpperCase()}'`);
  return statementsIn(translated, condition)
    .map(([what, when]) => [inRows(what), when === undefined ? undefined : inRows(when)] as const)
    .map(([what, when]) => statementOf(what, when, place))
    .filter((statement) => statement !== '');

  function inRows(words: string): string {
    return words.replaceAll(/\bnew\./g, 'n.').replaceAll(/\bold\./g, place.event === 'delete' ? 'n.' : 'o.');
  }
}

/** Returns statements with the condition for their rows; consecutive assignments are merged. */
function statementsIn(
  body: string,
  condition: string | undefined,
): readonly (readonly [what: string, when: string | undefined])[] {
  const found = [...body.matchAll(STATEMENT)].flatMap(([, when, guarded, plain = '']) =>
    guarded === undefined
      ? [[plain.trim(), condition] as const]
      : statementsIn(guarded, when).map(([what]) => [what, when] as const),
  );
  const assigned = found.filter(([what]) => ASSIGNED.test(what)).map(([what]) => what.replace(ASSIGNED, '$1 ='));
  const others = found.filter(([what]) => !ASSIGNED.test(what));
  return assigned.length === 0 ? others : [[`assign ${assigned.join(', ')}`, condition], ...others];
}

const ASSIGNED = /^new\.(\w+) :=/;

function statementOf(what: string, when: string | undefined, place: Place): string {
  const { table, event, key } = place;
  const rows = `${event === 'delete' ? 'deleted' : 'inserted'} n`;
  const isKey = (left: string, right: string): string =>
    key.map((name) => `${left}.${name} = ${right}.${name}`).join(' and ');
  const where = when === undefined ? '' : ` where ${when}`;
  const guard = when === undefined ? '' : `if exists (select * from ${rows}${where}) `;
  const matched = `${rows} join ${table} t on ${isKey('t', 'n')}`;
  if (what.startsWith('assign ')) {
    const old = what.includes('o.') ? ` join deleted o on ${isKey('o', 'n')}` : '';
    return `update t set ${what.slice('assign '.length)} from ${matched}${old}${where};`;
  }
  // Before a write: the row is skipped.
  if (what === 'return null') return when === undefined ? '' : `delete t from ${matched}${where};`;
  if (what.startsWith('return')) return '';
  const raised = /^raise exception ('[^']*')/.exec(what)?.[1];
  if (raised !== undefined) return `${guard}throw 50000, ${raised}, 1;`;
  const slept = /^perform pg_sleep\(([\d.]+)\)/.exec(what)?.[1];
  if (slept !== undefined) return `${guard}begin ${sleep(Number(slept))} end;`;
  return `${withAlias(what)
    .replace(/ values \((.*)\)$/s, (_, values: string) => ` select ${values} from ${rows}${where}`)
    .replaceAll(/(\S+) = n\.(\w+)/g, `$1 in (select n.$2 from ${rows}${where})`)};`;
}

/** `update bills b set …` */
const withAlias = (statement: string): string =>
  statement.replace(/^update (\w+) (?!set\b)(\w+) set (.*?)(?= where [^()]*$)/s, 'update $2 set $3 from $1 $2');

/** Not every engine has `waitfor`. */
const sleep = (seconds: number): string =>
  `declare @until datetime2 = dateadd(millisecond, ${seconds * 1000}, sysdatetime()); while sysdatetime() < @until set @until = @until;`;
