import { type EndpointRow, endpoints } from '@latchkey/api-client'
import { serverRows } from '@latchkey/api-client/serverRows'
import { catalogue, type ErrorName, formatMessage } from '@latchkey/protocol/errors'
import type { Handlers } from '@latchkey/service-kit/http/handlers'
import { version } from '@latchkey/service-kit/version'
import * as z from 'zod/mini'

/** The parts that the documentation uses: JSON Schema 2020-12 and OpenAPI 3.1. */
export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  additionalProperties?: JsonSchema | boolean
} & Record<string, unknown>
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }
export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  parameters?: Parameter[]
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>
  security?: Record<string, string[]>[]
}
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

type Name = keyof Handlers<'api'>

const names = (Object.keys(serverRows) as (keyof typeof serverRows)[]).filter(
  (name): name is Name => endpoints[name].authority === 'api',
)

const description =
  'Rows that a dapp calls take its project in the query, POSTs in their body too, and answer the origins that the project ' +
  'lists. Rows with a device proof (DPoP, RFC 9449) answer the wallet origin alone. Bodies are JSON whatever their content ' +
  'type says; text/plain spares a page its preflight.'

/** Returns OpenAPI 3.1 of every row of the api, made only of the endpoint table. */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const name of names) {
    const row: EndpointRow = endpoints[name]
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(name, row) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Latchkey api', version, description, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    tags: [...new Set(names.map((name) => serverRows[name].group))].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: {
        deviceProof: {
          type: 'apiKey',
          in: 'header',
          name: 'DPoP',
          description: 'RFC 9449, a fresh one for every call',
        },
        accessToken: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'DPoP <token>' },
      },
    },
  }
}

const failure: JsonSchema = {
  type: 'object',
  required: ['status', 'reasons', 'error'],
  properties: {
    status: { const: 'FAILED' },
    reasons: {
      type: 'array',
      items: {
        type: 'object',
        required: ['description'],
        properties: { field: { type: 'string' }, description: { type: 'string' } },
      },
    },
    error: {
      type: 'object',
      required: ['name', 'code', 'message'],
      properties: {
        name: { type: 'string' },
        code: { type: 'integer' },
        message: { type: 'string' },
        details: { type: 'object' },
        ref: { type: 'string', description: 'Finds the line of the log.' },
      },
    },
  },
}

function operationOf(name: Name, row: EndpointRow): Operation {
  const { group: tag, summary } = serverRows[name]
  const request = schemaOf(row.request, 'input')
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, field = '']) => field)
  const query = row.method === 'GET' ? request : row.query === undefined ? undefined : schemaOf(row.query, 'input')
  const parameters = [
    ...parametersOf(request, 'path', (field) => inPath.includes(field)),
    ...(query === undefined ? [] : parametersOf(query, 'query', (field) => !inPath.includes(field))),
  ]
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(row.method === 'GET'
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: without(request, inPath) } } } }),
    responses: { 200: answerOf(row), ...failuresOf(row) },
    ...(row.credential === 'none'
      ? {}
      : { security: [{ deviceProof: [], ...(row.credential === 'token' ? { accessToken: [] } : {}) }] }),
  }
}

const answerOf = (row: EndpointRow): Operation['responses'][string] =>
  row.keepSeconds === undefined
    ? { description: 'The answer.', content: { 'application/json': { schema: schemaOf(row.response, 'output') } } }
    : { description: 'An image.', content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } }

/** Returns the errors of a row, by status. */
function failuresOf(row: EndpointRow): Operation['responses'] {
  const proofs: ErrorName[] = row.credential === 'none' ? [] : ['PROOF_INVALID', 'PROOF_NONCE_REQUIRED']
  const names = [...new Set<ErrorName>([...row.errors, ...proofs, 'INVALID_PARAMS', 'RATE_LIMITED'])]
  const byStatus = Object.groupBy(names, (name) => String(catalogue[name].http))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, errors = []]) => [
      status,
      {
        description: errors.map((name) => `${name}: ${formatMessage(name)}.`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

const parametersOf = (
  { properties = {}, required = [] }: JsonSchema,
  place: Parameter['in'],
  isHere: (field: string) => boolean,
): Parameter[] =>
  Object.entries(properties)
    .filter(([field]) => isHere(field))
    .map(([field, schema]) => ({ name: field, in: place, required: required.includes(field), schema }))

const without = (schema: JsonSchema, fields: readonly string[]): JsonSchema => {
  if (schema.properties === undefined || fields.length === 0) return schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties).filter(([field]) => !fields.includes(field))),
    required: (schema.required ?? []).filter((field) => !fields.includes(field)),
  }
}

/** Converts a schema. Types that JSON Schema lacks become `any`. Objects are open: clients must ignore unknown fields. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return json as JsonSchema
}
