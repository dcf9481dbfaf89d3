// What can be asked of the API, worked out from the types of its document: paths, parameters, bodies, answers and refusals.
import type { components, paths } from "./api-types.d.ts";

/** The things that answers are made of: `Schemas["Issue"]`. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "patch" | "delete";

type Prefixed<Path extends string> = `/api/v1${Path}`;

type OperationOf<Path, M extends Method> =
  Prefixed<Path & string> extends keyof paths
    ? M extends keyof paths[Prefixed<Path & string>]
      ? NonNullable<paths[Prefixed<Path & string>][M]>
      : never
    : never;

/** Below /api/v1, as the reference writes them: `/issues/{id}`. */
export type PathWith<M extends Method> = {
  [Whole in keyof paths]: Whole extends Prefixed<infer Path>
    ? [OperationOf<Path, M>] extends [never]
      ? never
      : Path
    : never;
}[keyof paths];

type Parameters<Op> = Op extends { parameters: infer All } ? All : never;
type Asked<Op, Place extends string> =
  Parameters<Op> extends infer All ? (Place extends keyof All ? All[Place] : undefined) : undefined;
/** A field that may be left out where nothing in it is required. */
type Field<Name extends string, Value> = [Value] extends [never | undefined]
  ? { [Key in Name]?: undefined }
  : undefined extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

type BodyOf<Op> = Op extends { requestBody: { content: infer Content } }
  ? JsonOrFile<Content>
  : Op extends { requestBody?: { content: infer Content } }
    ? JsonOrFile<Content> | undefined
    : undefined;
type JsonOrFile<Content> = Content extends { "application/json": infer Json } ? Json : string | Uint8Array;

/** What a request needs: the names in its path, its query, its body. */
export type Asks<Path, M extends Method> = Field<"path", Asked<OperationOf<Path, M>, "path">> &
  Field<"query", Asked<OperationOf<Path, M>, "query">> &
  Field<"body", BodyOf<OperationOf<Path, M>>>;

type Responses<Op> = Op extends { responses: infer All } ? All : never;
type ContentOf<Response> = Response extends { content: infer Content }
  ? Content extends { "application/json": infer Json }
    ? Json
    : string
  : null;
type GoodStatus = 200 | 201 | 202 | 204;

/** The answer of success: `{data}`, a page, or text where the API answers with a file. */
export type AnswerOf<Path, M extends Method> = {
  [Status in keyof Responses<OperationOf<Path, M>>]: Status extends GoodStatus
    ? ContentOf<Responses<OperationOf<Path, M>>[Status]>
    : never;
}[keyof Responses<OperationOf<Path, M>>];

/** The codes with which the API may refuse this very request. */
export type RefusalOf<Path, M extends Method> = {
  [Status in keyof Responses<OperationOf<Path, M>>]: ContentOf<Responses<OperationOf<Path, M>>[Status]> extends {
    error: { code: infer Code };
  }
    ? Code
    : never;
}[keyof Responses<OperationOf<Path, M>>];

/** Paths whose answers are pages. */
export type PagedPath = {
  [Path in PathWith<"get">]: AnswerOf<Path, "get"> extends { data: unknown[]; next_cursor: string | null }
    ? Path
    : never;
}[PathWith<"get">];

export type ItemOf<Path> = AnswerOf<Path, "get"> extends { data: (infer Item)[] } ? Item : never;
