import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { countOf } from '../parts/chips.tsx';
import { CopyButton } from '../parts/code.tsx';
import { Icon } from '../parts/icons.tsx';
import { Empty, Loading, ViewHead } from '../parts/states.tsx';
import { entityByName, loadProblems, problems } from '../state/model.ts';
import { linkTo } from '../state/route.ts';

export function ProblemsView(): JSX.Element {
  const found = problems.value;
  return (
    <>
      <ViewHead
        title="Problems"
        actions={
          <button type="button" class="button" onClick={() => void loadProblems()}>
            <Icon name="reload" />
            Reload
          </button>
        }
      >
        <p class="lead">Mistakes in the configuration, and differences from the database.</p>
      </ViewHead>
      {found === undefined ? <Loading what="problems" /> : <ProblemList list={found.problems} />}
      {found?.unexposed !== undefined && <Unexposed names={found.unexposed} />}
    </>
  );
}

type Problem = NonNullable<typeof problems.value>['problems'][number];

function ProblemList({ list }: { readonly list: readonly Problem[] }): JSX.Element {
  if (list.length === 0) return <Empty title="No problems">The configuration matches the database.</Empty>;
  return (
    <ul class="problems" aria-label="Problems">
      {list.map(({ time, severity, path, message }) => {
        const name = /^entities\.([^.]+)/.exec(path)?.[1];
        const isEntity = name !== undefined && entityByName.value.has(name);
        return (
          <li key={`${time} ${path} ${message}`} class={severity === 'error' ? 'bad' : 'warn'}>
            <Icon name={severity === 'error' ? 'error' : 'problems'} />
            <div>
              <p>
                <span class="visually-hidden">{severity}: </span>
                {message}
              </p>
              <p class="muted">
                {isEntity ? <a href={linkTo(['entities', name])}>{path}</a> : <code>{path}</code>}
                {' · '}
                <time dateTime={time}>{new Date(time).toLocaleTimeString()}</time>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Number of names shown at first. */
const MAX_NAMES = 60;

function Unexposed({ names }: { readonly names: readonly string[] }): JSX.Element {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? names : names.slice(0, MAX_NAMES);
  return (
    <section>
      <div class="section-head">
        <h2>Not exposed</h2>
        {names.length > 0 && <CopyButton text={names.join('\n')} label="Copy names" />}
      </div>
      {names.length === 0 ? (
        <p class="muted">Every table, view, and routine of the database is an entity.</p>
      ) : (
        <>
          <p class="muted">
            {countOf(names.length, 'object')} of the database that no entity exposes. To expose one, add an entity to
            the configuration, or run <code>joinery update</code>.
          </p>
          <ul class="names">
            {shown.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          {shown.length < names.length && (
            <button type="button" class="button" onClick={() => setShowsAll(true)}>
              Show all {names.length}
            </button>
          )}
        </>
      )}
    </section>
  );
}
