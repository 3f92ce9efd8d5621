import { expect, test } from 'vitest'
import { readPolicyReports } from './readPolicyReports.ts'

const origin = 'https://wallet.example'
const read = (json: unknown) => readPolicyReports(json, origin, ['/sdk', '/'])
const report = (body: object, type = 'csp-violation') => [{ type, age: 1, url: `${origin}/sdk`, user_agent: 'x', body }]
const body = {
  documentURL: `${origin}/sdk?projectId=demo`,
  effectiveDirective: 'script-src-elem',
  blockedURL: 'inline',
}

test('reports of both kinds say what was refused, where', () => {
  const found = [{ directive: 'script-src-elem', blocked: 'inline', page: '/sdk' }]
  expect(read(report(body))).toEqual(found)
  const legacy = { 'document-uri': `${origin}/sdk`, 'violated-directive': 'script-src-elem', 'blocked-uri': 'inline' }
  expect(read({ 'csp-report': legacy })).toEqual(found)
})

test.each([
  ['inline', 'inline'],
  ['eval', 'eval'],
  ['wasm-eval', 'eval'],
  ['trusted-types-sink', 'trusted types'],
  ['data', 'data'],
  ['blob:https://wallet.example/1', 'data'],
  ['https://wallet.example/assets/a.js', 'own files'],
  ['chrome-extension://abc/inject.js', 'extension'],
  ['https://elsewhere.example/?email=ada@example.com', 'elsewhere'],
  ['', 'elsewhere'],
])('what was refused is told as a kind, not as an address: %s', (blockedURL, blocked) => {
  expect(read(report({ ...body, blockedURL }))).toEqual([{ directive: 'script-src-elem', blocked, page: '/sdk' }])
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['text', 'csp-report'],
  ['a list of others', report(body, 'deprecation')],
  ['a document of another origin', report({ ...body, documentURL: 'https://elsewhere.example/sdk' })],
  ['a document that we do not have', report({ ...body, documentURL: `${origin}/ada@example.com` })],
  ['a directive that there is not', report({ ...body, effectiveDirective: 'ada@example.com' })],
  ['an endless field', report({ ...body, blockedURL: 'x'.repeat(20_000) })],
  ['another shape', report({ ...body, documentURL: 7 })],
])('%s says nothing', (_, json) => {
  expect(read(json)).toEqual([])
})

test('of very many reports at once the first ones count', () => {
  expect(read(Array.from({ length: 500 }, () => report(body)[0])).length).toBe(20)
})
