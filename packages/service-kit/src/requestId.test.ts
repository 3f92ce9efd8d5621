import { readProxies } from '@latchkey/proxies'
import { expect, test } from 'vitest'
import { noProxies, type Proxies } from './http/ipAddress.ts'
import { forNoRequest, forRequest, idOf, requestId } from './requestId.ts'

const uuid = /^[0-9a-f-]{36}$/
const networks = readProxies('192.0.2.0/24', false) as Proxies
const given = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('the id of a trusted proxy is taken, and no one else’s', () => {
  expect(idOf(given, '192.0.2.7', networks)).toBe(given)
  expect(idOf(given, '::ffff:192.0.2.7', networks)).toBe(given)
  expect(idOf(given, '198.51.100.7', { hops: 1 })).toBe(given)
  for (const proxies of [networks, noProxies]) {
    const own = idOf(given, '198.51.100.7', proxies)
    expect([own, own === given]).toEqual([expect.stringMatching(uuid), false])
  }
})

test.each([
  undefined,
  '',
  'short',
  'a'.repeat(65),
  `${given}\nforged line`,
  `${given}, ${given}`,
  `${given}"}`,
  `${given}é`,
])('%j is no id: the request gets a new one', (bad) => {
  expect(idOf(bad, '192.0.2.7', networks)).toMatch(uuid)
})

test('work has the id of its own request, also when it ends later, and work of the process has none', async () => {
  const gate = Promise.withResolvers<void>()
  const late = async () => {
    await gate.promise
    return requestId()
  }
  const [first, second] = [forRequest('first', late), forRequest('second', late)]
  const own = forRequest('third', () => forNoRequest(late))
  gate.resolve()
  expect(await Promise.all([first, second, own])).toEqual(['first', 'second', undefined])
  expect(requestId()).toBeUndefined()
})
