import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleEntity, ConsoleExample, ConsoleModel } from '../../../console-data.ts';
import { formatTime, StatusChip } from '../../parts/chips.tsx';
import { Code, CopyButton } from '../../parts/code.tsx';
import type { Language } from '../../parts/highlight.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { formatJson } from '../../state/exact-json.ts';
import { linkTo } from '../../state/route.ts';
import { Failure, type Reply, send } from '../../state/send.ts';
import { chosenRole, ownRoles, token } from '../../state/session.ts';
import { useResource } from '../../state/use-resource.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { type ApiName, curlOf, fillKey, type HttpRequest, loadKey, requestOf, typescriptOf } from './example-code.ts';
import { type Tab, Tabs } from './tabs.tsx';

type TabName = ApiName | 'curl' | 'typescript';

interface ExamplesProps {
  readonly entity: ConsoleEntity;
  readonly model: ConsoleModel;
  readonly initial?: TabName;
}

export function Examples({ entity, model, initial }: ExamplesProps): JSX.Element {
  const [title, setTitle] = useState('');
  const { examples } = entity;
  const example = examples.find((one) => one.title === title) ?? examples[0];
  if (example === undefined) return <p class="muted">The role {model.role} can send no requests to this entity.</p>;
  return (
    <div class="card examples">
      {examples.length > 1 && (
        <fieldset class="segments">
          <legend class="visually-hidden">Example</legend>
          {examples.map((one) => (
            <label key={one.title}>
              <input
                type="radio"
                name={`example-${entity.name}`}
                checked={one === example}
                onChange={() => setTitle(one.title)}
              />
              <span>{one.title}</span>
            </label>
          ))}
        </fieldset>
      )}
      <CompleteExample
        key={`${entity.name} ${example.title} ${model.role}`}
        example={example}
        model={model}
        initial={initial}
      />
    </div>
  );
}

interface ExampleProps {
  readonly example: ConsoleExample;
  readonly model: ConsoleModel;
  readonly initial: TabName | undefined;
}

/** If an example needs a key, loads the key of a row first. */
function CompleteExample({ example, model, initial }: ExampleProps): JSX.Element {
  const { key } = example;
  const isComplete = key === undefined;
  const row = useResource(isComplete ? undefined : example.title, (signal) => loadKey(example, model, signal));
  if (isComplete) return <Example example={example} model={model} initial={initial} />;
  if (row.failure !== undefined) return <Failed failure={row.failure} retry={row.reload} />;
  if (row.isLoading) return <Loading what="a row for the example" />;
  if (row.value === undefined) {
    return (
      <Empty title="No row for the example">
        {key.graphql === undefined && key.rest === undefined
          ? `The role ${model.role} cannot read the key of a row.`
          : 'The table is empty, or a policy hides its rows.'}
      </Empty>
    );
  }
  return <Example example={fillKey(example, row.value)} model={model} initial={initial} />;
}

function Example({ example, model, initial }: ExampleProps): JSX.Element | null {
  const apis = (['graphql', 'rest'] as const).filter((api) => requestOf(example, api, model) !== undefined);
  const [api, setApi] = useState<ApiName>(apis[0] ?? 'graphql');
  const [tab, setTab] = useState<TabName>(initial ?? apis[0] ?? 'graphql');
  const [run, setRun] = useState<Run>({ kind: 'idle' });
  const [isConfirming, setConfirming] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const request = requestOf(example, api, model);
  if (request === undefined) return null;

  const select = (name: TabName): void => {
    setTab(name);
    if ((name !== 'graphql' && name !== 'rest') || name === api) return;
    setApi(name);
    setRun({ kind: 'idle' });
  };
  const start = async ({ method, path, body }: HttpRequest): Promise<void> => {
    setConfirming(false);
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setRun({ kind: 'running' });
    try {
      setRun({ kind: 'done', reply: await send(path, { method, body, signal }) });
    } catch (error) {
      if (error instanceof Failure) setRun({ kind: 'failed', failure: error });
    }
  };
  const tabs: readonly Tab<TabName>[] = [
    ...apis.map((name) => ({ name, label: name === 'graphql' ? 'GraphQL' : 'REST' })),
    { name: 'curl', label: 'curl' },
    { name: 'typescript', label: 'TypeScript' },
  ];
  const { text, language } = codeOf(tab, { example, request });
  return (
    <>
      <Tabs tabs={tabs} selected={tab} onSelect={select} label="Language" actions={<CopyButton text={text} />}>
        <Code text={text} language={language} label={`Example in ${tab}`} />
        {tab === 'graphql' && Object.keys(example.graphql?.variables ?? {}).length > 0 && (
          <Code text={JSON.stringify(example.graphql?.variables, null, 2)} language="json" label="Variables" />
        )}
      </Tabs>
      <div class="actions">
        <button
          type="button"
          class="button primary"
          disabled={run.kind === 'running'}
          onClick={() => (example.isChange ? setConfirming(true) : void start(request))}
        >
          <Icon name="play" />
          Run{(tab === 'curl' || tab === 'typescript') && apis.length > 1 && (api === 'graphql' ? ' GraphQL' : ' REST')}
        </button>
        {api === 'graphql' && example.graphql !== undefined && (
          <QueryLinks example={example} graphiql={model.paths.graphiql} />
        )}
        <RunSummary run={run} />
      </div>
      {run.kind === 'done' && (
        <Code text={formatJson(run.reply.text) || '(no body)'} language="json" label="Response" class="response" />
      )}
      {run.kind === 'failed' && <Failed failure={run.failure} />}
      {isConfirming && (
        <ChangeDialog
          title={example.title}
          role={model.role}
          request={request}
          isGraphql={api === 'graphql'}
          onClose={() => setConfirming(false)}
          onRun={(edited) => void start(edited)}
        />
      )}
    </>
  );
}

type Run =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'done'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A live region, so that screen readers announce the result. */
const RunSummary = ({ run }: { readonly run: Run }): JSX.Element => (
  <span class="run-summary" role="status">
    {run.kind === 'running' && 'Running …'}
    {run.kind === 'done' && (
      <>
        <StatusChip status={run.reply.status} text={run.reply.statusText} />
        <span class="muted">
          {formatTime(run.reply.milliseconds)} · {(run.reply.text.length / 1024).toFixed(1)} KB
        </span>
      </>
    )}
  </span>
);

interface QueryLinksProps {
  readonly example: ConsoleExample;
  readonly graphiql: string | undefined;
}

function QueryLinks({ example: { graphql, isChange }, graphiql }: QueryLinksProps): JSX.Element | null {
  if (graphql === undefined) return null;
  const { query, variables = {} } = graphql;
  const text = Object.keys(variables).length === 0 ? undefined : JSON.stringify(variables, null, 2);
  const parameters = new URLSearchParams({ query, ...(text !== undefined && { variables: text }) });
  return (
    <>
      {!isChange && (
        <a class="button" href={linkTo(['explain'], { query, variables: text })}>
          <Icon name="explain" />
          Explain
        </a>
      )}
      {graphiql !== undefined && (
        <a class="button" href={`${graphiql}?${parameters}`}>
          Open in GraphiQL
        </a>
      )}
    </>
  );
}

interface CodeSource {
  readonly example: ConsoleExample;
  readonly request: HttpRequest;
}

function codeOf(
  tab: TabName,
  { example, request }: CodeSource,
): { readonly text: string; readonly language: Language } {
  const hasToken = token.value !== '' || ownRoles.value !== undefined;
  const options = {
    origin: location.origin,
    hasToken,
    ...(chosenRole.value !== undefined && { role: chosenRole.value }),
  };
  if (tab === 'graphql') return { text: example.graphql?.query ?? '', language: 'graphql' };
  if (tab === 'curl') return { text: curlOf(request, options), language: 'shell' };
  if (tab === 'typescript') return { text: typescriptOf(request, options), language: 'typescript' };
  const { method, path, body } = request;
  const text = `${method} ${path}`;
  return { text: body === undefined ? text : `${text}\n\n${JSON.stringify(body, null, 2)}`, language: 'json' };
}
