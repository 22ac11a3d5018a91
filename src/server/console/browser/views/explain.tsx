import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleExplanation, ExplainRequest } from '../../console-data.ts';
import { countOf } from '../parts/chips.tsx';
import { Code, CopyButton } from '../parts/code.tsx';
import { Icon } from '../parts/icons.tsx';
import { Empty, Failed, ViewHead } from '../parts/states.tsx';
import { entities, model } from '../state/model.ts';
import { replaceQuery, route } from '../state/route.ts';
import { Failure, loadConsole, roleOption } from '../state/send.ts';

type Outcome =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly explanation: ConsoleExplanation; readonly showsDatabasePlan: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Returns the query of the first example that only reads. */
function sampleQuery(): string {
  const samples = entities.value.flatMap(({ examples }) => examples.filter(({ isChange }) => !isChange));
  return samples.find(({ graphql }) => graphql !== undefined)?.graphql?.query ?? '{ __typename }';
}

export function ExplainView(): JSX.Element {
  const { query: parameters } = route.value;
  const [query, setQuery] = useState(() => parameters.get('query') ?? sampleQuery());
  const [variables, setVariables] = useState(() => parameters.get('variables') ?? '');
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' });
  const explain = async (database: boolean): Promise<void> => {
    setOutcome({ kind: 'running' });
    try {
      const body: ExplainRequest = { query, database, ...readVariables(variables) };
      const explanation = await loadConsole<ConsoleExplanation>(`explain.json${roleOption()}`, {
        method: 'POST',
        body,
      });
      setOutcome({ kind: 'done', explanation, showsDatabasePlan: database });
      // The URL then contains the query, so users can share a link.
      if (query.length + variables.length < 4_000) replaceQuery({ query, variables: variables || undefined });
    } catch (error) {
      if (error instanceof Failure) setOutcome({ kind: 'failed', failure: error });
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void explain(false);
  };
  const isRunning = outcome.kind === 'running';
  return (
    <>
      <ViewHead title="Explain">
        <p class="lead">
          The SQL that a GraphQL query runs in the role <b>{model.value?.role}</b>, with its policies.
        </p>
      </ViewHead>
      <form
        class="card form explain"
        onSubmit={(event) => {
          event.preventDefault();
          void explain(false);
        }}
      >
        <label class="field">
          Query
          <textarea
            class="editor"
            rows={Math.min(16, Math.max(6, query.split('\n').length + 1))}
            spellcheck={false}
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
            onKeyDown={press}
          />
        </label>
        <label class="field">
          Variables (JSON)
          <textarea
            class="editor"
            rows={Math.min(10, Math.max(2, variables.split('\n').length))}
            spellcheck={false}
            placeholder={'{ "id": 1 }'}
            value={variables}
            onInput={({ currentTarget }) => setVariables(currentTarget.value)}
            onKeyDown={press}
          />
        </label>
        <div class="actions">
          <button type="submit" class="button primary" disabled={isRunning}>
            <Icon name="explain" />
            Explain
          </button>
          <button type="button" class="button" disabled={isRunning} onClick={() => void explain(true)}>
            Database plan
          </button>
          <span class="muted" role="status">
            {isRunning && 'Explaining …'}
            {outcome.kind === 'done' && countOf(outcome.explanation.statements.length, 'statement')}
          </span>
        </div>
      </form>
      {outcome.kind === 'failed' && <Failed failure={outcome.failure} />}
      {outcome.kind === 'done' && <Explanation {...outcome} />}
    </>
  );
}

/** @throws Failure if the text is not a JSON object */
function readVariables(text: string): Pick<ExplainRequest, 'variables'> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { variables: { ...value } };
  } catch {
    // The error below also covers invalid JSON.
  }
  throw new Failure(0, 'Invalid variables', 'The variables are not a JSON object. Write them as { "name": value }.');
}

interface ExplanationProps {
  readonly explanation: ConsoleExplanation;
  readonly showsDatabasePlan: boolean;
}

function Explanation({ explanation: { statements, plan }, showsDatabasePlan }: ExplanationProps): JSX.Element {
  return (
    <>
      {statements.length === 0 && <Empty title="No SQL">The service answers this query without the database.</Empty>}
      {statements.map(({ text, values, when, databasePlan, databaseError }, index) => (
        <section key={text} class="card">
          <div class="section-head">
            <h2>{statements.length === 1 ? 'SQL' : `SQL ${index + 1}`}</h2>
            {when !== undefined && <span class="muted">{when}</span>}
            <CopyButton text={text} />
          </div>
          <Code text={text} language="sql" label={`SQL ${index + 1}`} class="sql" />
          {values.length > 0 && <Values values={values} />}
          {showsDatabasePlan && databasePlan !== undefined && (
            <>
              <h3>Plan of the database</h3>
              <Code
                text={databasePlan}
                language={/^\s*\{/.test(databasePlan) ? 'json' : 'plan'}
                label="Plan of the database"
                class="plan"
              />
            </>
          )}
          {databaseError !== undefined && <p class="alert warn">{databaseError}</p>}
        </section>
      ))}
      <details class="disclosure">
        <summary>
          <Icon name="chevron" />
          Plan
        </summary>
        <Code text={JSON.stringify(plan, null, 2)} language="json" label="Plan" />
      </details>
    </>
  );
}

const Values = ({ values }: { readonly values: readonly unknown[] }): JSX.Element => (
  <ol class="values" aria-label="Values of the parameters">
    {values.map((value, index) => (
      <li key={index}>
        <code>{JSON.stringify(value)}</code>
      </li>
    ))}
  </ol>
);
