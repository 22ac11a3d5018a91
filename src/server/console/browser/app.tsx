import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TokenForm } from './controls.tsx';
import { Empty, Failed, Loading, ViewHead } from './parts/states.tsx';
import { Sidebar } from './sidebar.tsx';
import { entityByName, loadModel, model, modelFailure } from './state/model.ts';
import { linkTo, type Route, route } from './state/route.ts';
import { pastesToken, token } from './state/session.ts';
import { RowsView } from './views/data/rows-view.tsx';
import { DiagramView } from './views/diagram/diagram-view.tsx';
import { EntityView } from './views/entity/entity-view.tsx';
import { ExplainView } from './views/explain.tsx';
import { OverviewView } from './views/overview.tsx';
import { PermissionsView } from './views/permissions.tsx';
import { ProblemsView } from './views/problems.tsx';
import { RequestsView } from './views/requests.tsx';

interface Page {
  readonly title: string;
  readonly View: () => JSX.Element | null;
}

/** A Map, because users can edit the hash: in an object, the hash "constructor" would find a member. */
const views: ReadonlyMap<string, Page> = new Map([
  ['diagram', { title: 'Diagram', View: DiagramView }],
  ['permissions', { title: 'Permissions', View: PermissionsView }],
  ['explain', { title: 'Explain', View: ExplainView }],
  ['requests', { title: 'Requests', View: RequestsView }],
  ['problems', { title: 'Problems', View: ProblemsView }],
]);

export function App(): JSX.Element {
  const main = useRef<HTMLElement>(null);
  const title = titleOf(route.value);
  const place = route.value.path.join('/');
  const shown = useRef(place);
  useEffect(() => {
    document.title = `${title} - Joinery Console`;
  }, [title]);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // The focus makes screen readers continue in the new view.
    main.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [place]);
  return (
    <div class="frame">
      <Sidebar />
      <main id="main" tabIndex={-1} ref={main}>
        {model.value !== undefined && modelFailure.value !== undefined && (
          <Failed failure={modelFailure.value} retry={() => void loadModel()} />
        )}
        <CurrentView />
      </main>
    </div>
  );
}

function titleOf({ path: [first = '', name, page], query }: Route): string {
  if (first === 'entities' && name !== undefined) return page === 'data' ? `Data of ${name}` : name;
  const entity = query.get('entity');
  if (first === 'diagram' && entity !== null) return `Diagram of ${entity}`;
  return first === '' ? 'Overview' : (views.get(first)?.title ?? 'Unknown page');
}

function CurrentView(): JSX.Element {
  const failure = modelFailure.value;
  if (model.value === undefined) return failure === undefined ? <Loading what="the model" /> : <NoModel />;
  const [first, name, page] = route.value.path;
  if (first === undefined) return <OverviewView />;
  if (first === 'entities' && name !== undefined) {
    const entity = entityByName.value.get(name);
    if (entity === undefined) return <UnknownEntity name={name} />;
    return page === 'data' ? <RowsView key={name} entity={entity} /> : <EntityView key={name} entity={entity} />;
  }
  const view = views.get(first);
  if (view === undefined) return <Empty title="There is no such page.">Choose a page in the navigation.</Empty>;
  return <view.View />;
}

/** A reload of the configuration may have renamed or removed the entity. */
const UnknownEntity = ({ name }: { readonly name: string }): JSX.Element => (
  <>
    <ViewHead title="Entity not found" />
    <Empty title={`There is no entity "${name}".`}>
      The configuration may have changed. <a href={linkTo([])}>Show all entities</a>
    </Empty>
  </>
);

/** In production, loading the model requires a role that may use the console. */
function NoModel(): JSX.Element {
  const failure = modelFailure.value;
  const isDenied = failure?.status === 401 || failure?.status === 403;
  const isFirst = failure?.status === 401 && pastesToken && token.value === '';
  return (
    <>
      <ViewHead title={isDenied ? 'Sign in to the console' : 'The model is not available'} />
      {failure !== undefined && !isFirst && <Failed failure={failure} retry={() => void loadModel()} />}
      {isDenied && pastesToken && (
        <section class="card narrow">
          <TokenForm />
        </section>
      )}
    </>
  );
}
