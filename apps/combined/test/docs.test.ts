import { type EndpointRow, endpoints } from '@latchkey/api-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema } from '../../api/src/docs/describeSchema.ts'
import type { OpenApiDocument, Operation } from '../../api/src/docs/openApiDocument.ts'
import { addresses, createHarness, type Harness } from './harness.ts'

let harness: Harness
let document: OpenApiDocument
beforeAll(async () => {
  harness = await createHarness()
  document = await (await harness.fetch(`${addresses.apiUrl}/v1/openapi.json`)).json()
})
afterAll(() => harness[Symbol.asyncDispose]())
const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))
const operation = (name: string): Operation => operations().find(({ operationId }) => operationId === name) as Operation

test('every row of the api is in the document, and no row of custody', () => {
  const rows = Object.entries<EndpointRow>(endpoints).filter(([, { authority }]) => authority === 'api')
  expect(
    operations()
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual(rows.map(([name]) => name).sort())
  expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: addresses.apiUrl }]])
})

test('each field of a path is a parameter of it, demanded, and in no body', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const { parameters = [], requestBody } of Object.values(methods)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect([path, inPath.map(({ name, required }) => [name, required])]).toEqual([
        path,
        named.map((name) => [name, true]),
      ])
      const body = requestBody?.content['application/json']?.schema.properties ?? {}
      for (const name of named) expect(body).not.toHaveProperty([name ?? ''])
    }
})

test('a row says what it takes, what it answers and how it fails', () => {
  const { parameters, responses } = operation('accountBalance')
  expect(parameters?.map(({ name }) => name).sort()).toEqual(
    ['address', 'chainId', 'currency', 'forceUpdate', 'projectId', 'st', 'sv'].sort(),
  )
  expect(describeSchema(responses[200]?.content?.['application/json']?.schema ?? {})).toContain('  balances: {')
  expect(responses[401]?.description).toContain('PROJECT_UNKNOWN: Unauthorized: invalid key')
  expect(operation('getWallet').security).toEqual([{ deviceProof: [], accessToken: [] }])
  expect(operation('getTokenImage').responses[200]?.content).toHaveProperty(['image/*'])
})

test.each([
  [{ type: 'string' }, 'string'],
  [{ const: 'usd', type: 'string' }, '"usd"'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [
    { type: 'object', properties: { a: { type: 'number' }, b: {} }, required: ['a'] },
    '{\n  a: number\n  b?: anything\n}',
  ],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name]: string }'],
])('%j reads %s', (schema, text) => {
  expect(describeSchema(schema)).toBe(text)
})

test('the page has every row, may run its own script alone, and loads nothing', async () => {
  const response = await harness.fetch(`${addresses.apiUrl}/docs`)
  const html = await response.text()
  for (const { operationId } of operations()) expect(html).toContain(`id="${operationId}"`)
  expect(html).not.toMatch(/\ssrc=|\son\w+=|https?:\/\/(?!api\.test)/)
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  )
})
