/** The part of JSON Schema that our OpenAPI document uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  /** A tuple's items; `items` is then false. */
  prefixItems?: Schema[];
  minimum?: number;
  maximum?: number;
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

/** One call of the document; `path` still has its `{names}`. */
export type ApiCall = { method: string; path: string; parameters: Parameter[]; body: Schema | null };

/** Every call of an OpenAPI document, in its order. */
export function listCalls({ paths }: ApiDocument): ApiCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content?.['application/json']?.schema ?? null,
    })),
  );
}

export async function readDocument(url: string): Promise<ApiDocument> {
  return (await fetch(`${url}/api/openapi.json`)).json() as Promise<ApiDocument>;
}
