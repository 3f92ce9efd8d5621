import { expect, test } from 'vitest'
import { addresses, createHarness } from './harness.ts'

test('health is 503 and says degraded while the database is away, and ok when it is back', async () => {
  let isAway = false
  await using harness = await createHarness({
    wrapDatabase: (database) => ({
      ...database,
      transaction: (role, work) =>
        isAway ? Promise.reject(new Error('connection refused')) : database.transaction(role, work),
    }),
  })
  const health = async (url: string) => {
    const response = await harness.fetch(`${url}/health`)
    return [response.status, await response.json()]
  }
  const facts = { mode: 'combined', version: '0.1.0' }
  for (const [authority, url] of [
    ['api', addresses.apiUrl],
    ['custody', addresses.custodyUrl],
  ] as const) {
    isAway = false
    expect(await health(url)).toEqual([200, { status: 'ok', authority, ...facts, database: 'ok' }])
    isAway = true
    expect(await health(url)).toEqual([503, { status: 'degraded', authority, ...facts, database: 'down' }])
  }
})
