import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConsoleRequest, ConsoleRequests } from '../../console-data.ts';
import { countOf, formatTime, StatusChip } from '../parts/chips.tsx';
import { Code, CopyButton } from '../parts/code.tsx';
import { Icon } from '../parts/icons.tsx';
import { Empty, Failed, Loading, ViewHead } from '../parts/states.tsx';
import { linkTo } from '../state/route.ts';
import { Failure, loadConsole } from '../state/send.ts';

const POLL_INTERVAL_MS = 1_000;

/** Older requests are dropped. */
const MAX_REQUESTS = 500;

interface Log {
  /** Newest first. */
  readonly requests: readonly ConsoleRequest[] | undefined;
  readonly failure: Failure | undefined;
}

/** Polls while the tab is visible. */
function useRequests(isPaused: boolean): Log {
  const [log, setLog] = useState<Log>({ requests: undefined, failure: undefined });
  const last = useRef(0);
  useEffect(() => {
    if (isPaused) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const poll = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        try {
          const { requests } = await loadConsole<ConsoleRequests>(`requests.json?after=${last.current}`, {
            signal: controller.signal,
          });
          last.current = requests.at(-1)?.id ?? last.current;
          setLog(({ requests: before = [] }) => ({
            requests: [...requests.toReversed(), ...before].slice(0, MAX_REQUESTS),
            failure: undefined,
          }));
        } catch (error) {
          if (controller.signal.aborted) return;
          if (error instanceof Failure) setLog(({ requests }) => ({ requests, failure: error }));
        }
      }
      timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [isPaused]);
  return log;
}

const classes = ['2xx', '3xx', '4xx', '5xx'] as const;

export function RequestsView(): JSX.Element {
  const [isPaused, setPaused] = useState(false);
  const [statusClass, setStatusClass] = useState('');
  const [entity, setEntity] = useState('');
  const { requests, failure } = useRequests(isPaused);
  const found = useMemo(
    () =>
      (requests ?? []).filter(
        ({ status, entities }) =>
          (statusClass === '' || `${Math.floor(status / 100)}xx` === statusClass) &&
          (entity === '' || entities.includes(entity)),
      ),
    [requests, statusClass, entity],
  );
  const names = useMemo(
    () => [...new Set((requests ?? []).flatMap(({ entities }) => entities))].toSorted(),
    [requests],
  );
  return (
    <>
      <ViewHead
        title="Requests"
        actions={
          <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            <Icon name={isPaused ? 'play' : 'pause'} />
            {isPaused ? 'Continue' : 'Pause'}
          </button>
        }
      >
        <p class="lead">Requests to both APIs, newest first, with the time of each stage.</p>
      </ViewHead>
      <div class="toolbar">
        <label>
          Status
          <select value={statusClass} onChange={({ currentTarget }) => setStatusClass(currentTarget.value)}>
            <option value="">all</option>
            {classes.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Entity
          <select value={entity} onChange={({ currentTarget }) => setEntity(currentTarget.value)}>
            <option value="">all</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <span class="muted">
          {countOf(found.length, 'request')}
          {isPaused && ', paused'}
        </span>
      </div>
      {failure !== undefined && <Failed failure={failure} />}
      {requests === undefined && failure === undefined && <Loading what="requests" />}
      {requests !== undefined && found.length === 0 && (
        <Empty title="No requests">
          {requests.length === 0 ? 'Requests to the APIs show up here.' : 'No request matches the filter.'}
        </Empty>
      )}
      {found.length > 0 && <RequestList requests={found} />}
    </>
  );
}

/** Returns the names of stages in the order of their first request, so that each name keeps its color. */
function stageNames(requests: readonly ConsoleRequest[]): readonly string[] {
  return [...new Set(requests.toReversed().flatMap(({ stages }) => stages.map(([name]) => name)))];
}

function RequestList({ requests }: { readonly requests: readonly ConsoleRequest[] }): JSX.Element {
  const names = stageNames(requests);
  const longest = Math.max(1, ...requests.slice(0, 50).map(({ milliseconds }) => milliseconds));
  return (
    <>
      <p class="legend muted">
        {names.map((name, index) => (
          <span key={name}>
            <span class={`swatch stage-${index % 8}`} />
            {name}
          </span>
        ))}
      </p>
      <ul class="requests" aria-label="Requests">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestEntry request={request} names={names} longest={longest} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface RequestEntryProps {
  readonly request: ConsoleRequest;
  readonly names: readonly string[];
  /** Milliseconds of the longest of the newest requests: the scale of the bars. */
  readonly longest: number;
}

function RequestEntry({ request, names, longest }: RequestEntryProps): JSX.Element {
  const { time, method, url, role, entities, status, milliseconds, stages, statements, operation, document, error } =
    request;
  return (
    <details class="request">
      <summary>
        <Icon name="chevron" />
        <time dateTime={time}>{new Date(time).toLocaleTimeString()}</time>
        <StatusChip status={status} />
        <span class="request-line">
          <b>{method}</b> <span class="url">{url}</span>
          {operation !== undefined && <code class="operation">{operation}</code>}
        </span>
        <span class="request-metadata muted">
          {entities.length > 0 && <span>{entities.join(', ')}</span>}
          {role !== undefined && <span class="chip">{role}</span>}
        </span>
        <span class="duration">{formatTime(milliseconds)}</span>
        <StageBar stages={stages} names={names} longest={Math.max(longest, milliseconds)} />
      </summary>
      <div class="request-details">
        {error !== undefined && <p class="alert bad">{error}</p>}
        <p class="url">
          <code>
            {method} {url}
          </code>
        </p>
        {document !== undefined && <Document text={document} />}
        <dl class="stages">
          {stages.map(([name, duration]) => (
            <div key={name}>
              <dt>
                <span class={`swatch stage-${names.indexOf(name) % 8}`} />
                {name}
              </dt>
              <dd>{formatTime(duration)}</dd>
            </div>
          ))}
          <div>
            <dt>total</dt>
            <dd>{formatTime(milliseconds)}</dd>
          </div>
          <div>
            <dt>statements</dt>
            <dd>{statements}</dd>
          </div>
        </dl>
      </div>
    </details>
  );
}

/** The log contains no values of variables, so the link passes only the document. */
const Document = ({ text }: { readonly text: string }): JSX.Element => (
  <>
    <Code text={text} language="graphql" label="Document" />
    <div class="actions">
      <CopyButton text={text} />
      <a class="button" href={linkTo(['explain'], { query: text })}>
        <Icon name="explain" />
        Explain
      </a>
    </div>
  </>
);

interface StageBarProps extends Pick<RequestEntryProps, 'names' | 'longest'> {
  readonly stages: ConsoleRequest['stages'];
}

const StageBar = ({ stages, names, longest }: StageBarProps): JSX.Element => (
  <span class="stage-bar" aria-hidden="true">
    {stages.map(([name, duration]) => (
      <span
        key={name}
        class={`stage-${names.indexOf(name) % 8}`}
        style={{ width: `${(100 * duration) / longest}%` }}
        title={`${name}: ${formatTime(duration)}`}
      />
    ))}
  </span>
);
