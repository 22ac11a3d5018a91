import type { Result } from '../store/result.ts';
import type { Layout } from '../store/store.ts';
import type { Stage } from './scope.ts';
import type { Shape, ShapeWriter, StoredDocument } from './shape.ts';
import type { TemplateObject } from './template.ts';

export interface DocumentContext {
  readonly name: string;
  readonly writer: ShapeWriter;
  readonly catalogGeneration: number;
  readonly layout: Layout;
}

export interface Pipeline {
  /** Undefined if no collection is read. */
  readonly from: string | undefined;
  readonly stages: readonly Stage[];
}

type Values = readonly (string | null)[];

/** A root that one or several pipelines read. */
export interface CompiledRoot<T = Values> {
  readonly pipelines: readonly Pipeline[];
  /** Returns JSON of the root, followed by its separate metadata. */
  readonly read: (results: readonly (readonly StoredDocument[])[]) => T;
}

/** Fields of each returned document if there are several pipelines: the number of the pipeline, and its document. */
const PART = 'p';
const DOCUMENT = 'd';

interface UnitedPipelines<T> {
  readonly from: string | 1;
  readonly pipeline: readonly Stage[];
  /** Returns the result of each root. */
  readonly read: (result: Result) => readonly T[];
}

/** Unites the pipelines of the roots. If there are several, each document has the number of its pipeline. */
export function unitePipelines<T>(roots: readonly CompiledRoot<T>[]): UnitedPipelines<T> {
  const selected = roots.flatMap((root) => root.pipelines);
  // A connection with only `__typename` reads nothing.
  const pipelines = selected.length > 0 ? selected : [{ from: undefined, stages: [{ $documents: [] }] }];
  const isSingle = pipelines.length === 1;
  const [first, ...others] = pipelines.map(({ from, stages }, index) => ({
    from,
    stages: isSingle ? stages : [...stages, { $replaceWith: { [PART]: { $literal: index }, [DOCUMENT]: '$$ROOT' } }],
  }));
  const pipeline: readonly Stage[] =
    first === undefined
      ? []
      : [
          ...first.stages,
          ...others.map(({ from, stages }): Stage => ({ $unionWith: { coll: from, pipeline: stages } })),
        ];
  return {
    from: first?.from ?? 1,
    pipeline,
    read: ([set]) => {
      const documents = (set?.documents ?? []) as readonly StoredDocument[];
      const results: StoredDocument[][] = pipelines.map(() => []);
      if (isSingle) results[0] = [...documents];
      else
        for (const document of documents) results[Number(document[PART])]?.push(document[DOCUMENT] as StoredDocument);
      let start = 0;
      return roots.map((root) => {
        const own = results.slice(start, start + root.pipelines.length);
        start += root.pipelines.length;
        return root.read(own);
      });
    },
  };
}

/** Prints one line. With the layout `clauses`, prints a line per stage, for people. */
export function printCommand(command: TemplateObject, layout: Layout): string {
  const { pipeline } = command;
  if (layout === 'line' || !Array.isArray(pipeline)) return JSON.stringify(command);
  const stages = `\n  ${pipeline.map((stage) => JSON.stringify(stage)).join(',\n  ')}\n`;
  const members = Object.entries(command).map(
    ([key, value]) => `${JSON.stringify(key)}:${key === 'pipeline' ? `[${stages}]` : JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** Returns the value as JSON, but a string without quotes, and null for JSON null. */
export function metadataValue(shape: Shape, row: StoredDocument, writer: ShapeWriter): string | null {
  const json = writer.value(shape, row);
  if (json === 'null') return null;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
