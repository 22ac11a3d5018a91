const FUNCTION = /create function (\w+)\(\) returns trigger language plpgsql as\s*\$\$(.*?)\$\$;?/gs;

const TRIGGER =
  /create (?:constraint )?trigger (\w+) (before|after) ([\w ]+?) on (\w+)(?: deferrable initially deferred)? for each row(?: when \((.*?)\))? execute function (\w+)\(\);?/g;

const bodyWords: readonly (readonly [RegExp, string])[] = [
  [/\b(new\.\w+) :=/g, 'set $1 ='],
  [/\braise exception ('[^']*')/g, "signal sqlstate '45000' set message_text = $1"],
  [/\bperform pg_sleep\(/g, 'do sleep('],
  [/\breturn \w+;/g, 'do 0;'],
];

/** Creates one trigger per event, with an inline body. */
export function mysqlTriggers(text: string): string {
  const bodies = new Map([...text.matchAll(FUNCTION)].map(([, name, body]) => [name, body ?? '']));
  return text
    .replaceAll(FUNCTION, (found, name: string) => (bodies.has(name) ? '' : found))
    .replaceAll(TRIGGER, (_, name, time, events: string, table, condition: string | undefined, called) =>
      events
        .split(' or ')
        .map((event) => {
          const body = bodyOf(bodies.get(called) ?? '', event);
          const guarded = condition === undefined ? body : `if ${condition} then ${body}; end if`;
          return `create trigger ${name}_${event} ${time} ${event} on ${table} for each row ${guarded};`;
        })
        .join('\n'),
    );
}

/** Replaces `new` or `old` if the event has only one of them. */
function bodyOf(body: string, event: string): string {
  let translated = body.trim();
  for (const [postgres, mysql] of bodyWords) translated = translated.replaceAll(postgres, mysql);
  const side = event === 'delete' ? 'old' : 'new';
  return translated
    .replaceAll(/coalesce\(new\.(\w+), old\.\w+\)/g, `${side}.$1`)
    .replaceAll('tg_op', `'${event.toUpperCase()}'`);
}
