import { expect, test } from 'vitest'
import { listProviders } from './listProviders.ts'

const client = {} as never

test.each([
  [{}, false, []],
  [{ github: client, google: client }, false, ['google', 'github']],
  [{ apple: client }, true, ['apple', 'farcaster']],
])('of %j, and Farcaster: %s, they are %j', (providerClients, hasFarcaster, providers) => {
  expect(listProviders({ providerClients, farcaster: hasFarcaster ? client : null })).toEqual(providers)
})
