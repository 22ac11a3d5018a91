import type { JSX } from 'preact';
import type { ConsoleEntity } from '../../../console-data.ts';
import { Icon } from '../../parts/icons.tsx';
import { ViewHead } from '../../parts/states.tsx';
import { model } from '../../state/model.ts';
import { linkTo } from '../../state/route.ts';

export function listsRows({ source, graphql, rest }: ConsoleEntity): boolean {
  const isTable = source.kind === 'table' || source.kind === 'view';
  const hasList = graphql?.connection !== undefined || graphql?.list !== undefined;
  return isTable && (hasList || rest?.collection.includes('GET') === true);
}

interface EntityHeadProps {
  readonly entity: ConsoleEntity;
  readonly page: 'definition' | 'data';
  readonly actions?: JSX.Element;
}

export function EntityHead({ entity, page, actions }: EntityHeadProps): JSX.Element {
  const { name, description, source, rest, graphql, isReachable } = entity;
  const roots = [graphql?.list ?? graphql?.connection ?? graphql?.execute, rest?.path].filter(
    (root) => root !== undefined,
  );
  const pages: readonly (readonly [EntityHeadProps['page'], string, string])[] = [
    ['definition', 'Definition', linkTo(['entities', name])],
    ...(listsRows(entity) ? [['data', 'Data', linkTo(['entities', name, 'data'])] as const] : []),
  ];
  return (
    <>
      <ViewHead title={name} actions={actions}>
        <p class="metadata">
          <span class={`chip kind-chip ${source.kind}`}>{source.kind}</span>
          <code>{source.name}</code>
          {roots.map((root) => (
            <code key={root}>{root}</code>
          ))}
        </p>
        {description !== undefined && <p class="lead">{description}</p>}
      </ViewHead>
      {!isReachable && (
        <p class="alert warn">
          <Icon name="lock" />
          <span>
            The role <b>{model.value?.role}</b> has no rights to this entity. Choose another role to run requests.
          </span>
        </p>
      )}
      <nav class="subpages" aria-label={`Pages of ${name}`}>
        {pages.map(([id, title, target]) => (
          <a key={id} href={target} aria-current={id === page ? 'page' : undefined}>
            {title}
          </a>
        ))}
        <a href={linkTo(['diagram'], { entity: name })}>Diagram</a>
      </nav>
    </>
  );
}
