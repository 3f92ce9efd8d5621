import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../startStack.ts'
import { startTestStack } from '../testing/startTestStack.ts'
import { localEns } from './localEns.ts'
import { localNames, localZone } from './localNames.ts'

const { ada, grace, alan, mallory } = localNames

let stack: Stack
/** Chains, gateway, faucet and services as in `npm start`. */
beforeAll(async () => {
  stack = await startTestStack(['chainA', 'names', 'faucet', 'api'])
}, 180_000)
afterAll(() => stack?.close())

const ask = async (path: string, query: Record<string, string> = {}): Promise<unknown> => {
  const parameters = new URLSearchParams({ projectId: 'demo', ...query })
  const response = await fetch(`${stack.urls.api}${path}?${parameters}`)
  const body: unknown = await response.json()
  return response.ok ? body : [response.status, (body as { reasons: [{ description: string }] }).reasons[0].description]
}
const account = (name: string) => ask(`/v1/profile/account/${encodeURIComponent(name)}`, { apiVersion: '2' })
const at = (address: string) => ({ address, created_at: null })

test('a name leads to its addresses, each under its coin type, kept on the chain or outside it', async () => {
  const unknown = { registered_at: null, updated_at: null, attributes: null }
  expect(await account(ada.name)).toEqual({ name: ada.name, ...unknown, addresses: { 60: at(ada.address) } })
  for (const { name, address, solana } of [grace, alan])
    expect(await account(name)).toEqual({ name, ...unknown, addresses: { 60: at(address), 501: at(solana) } })
})

test('an unregistered name is an empty list, and not found for older callers', async () => {
  for (const name of [
    'nobody.eth',
    'nobody.team.eth',
    'nobody',
    'Ada.eth',
    'ada\u200b.eth',
    'аda.eth',
    'ada\u202e.eth',
  ])
    expect(await account(name)).toEqual([])
  expect(await ask('/v1/profile/account/nobody.eth')).toEqual([404, 'Nobody has this name'])
})

test('an address is called what leads back to it', async () => {
  expect(await ask(`/v1/identity/${ada.address}`)).toEqual({ name: ada.name, avatar: ada.texts.avatar })
  expect(await ask(`/v1/identity/${grace.address.toLowerCase()}`)).toEqual({
    name: grace.name,
    avatar: grace.texts.avatar,
  })
  expect(await ask(`/v1/identity/${alan.address}`)).toEqual({ name: alan.name, avatar: null })
  expect(await ask(`/v1/identity/${grace.solana}`)).toEqual({ name: null, avatar: null })
  expect(await ask(`/v1/identity/${ada.address.replace('C', 'c')}`)).toEqual([400, 'Address is invalid'])
  expect(await ask(`/v1/profile/reverse/${grace.address}`, { apiVersion: '2' })).toMatchObject([{ name: grace.name }])
})

test('an address that claims another’s name is shown without one', async () => {
  expect(await ask(`/v1/identity/${mallory.address}`)).toEqual({ name: null, avatar: null })
  expect(await ask(`/v1/profile/reverse/${mallory.address}`)).toEqual([])
  expect(await account(mallory.name)).toMatchObject({ addresses: { 60: at(mallory.address) } })
})

test('a name from the faucet is there at once', async () => {
  const address = privateKeyToAddress(generatePrivateKey())
  const response = await fetch(`${stack.urls.faucet}/faucet/name`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'new.eth', address }),
  })
  expect(response.status).toBe(200)
  expect(await ask(`/v1/identity/${address}`)).toEqual({ name: 'new.eth', avatar: null })
  expect(await account('new.eth')).toMatchObject({ addresses: { 60: at(address) } })
})

test('a registered name leads to its account in any wallet that asks ENS', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const name = `lovelace.${localZone}`
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1000) })
  const response = await fetch(`${stack.urls.api}/v1/profile/account`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: stack.urls.demo },
    body: JSON.stringify({
      projectId: 'demo',
      coin_type: 60,
      address: account.address,
      message,
      signature: await account.signMessage({ message }),
    }),
  })
  expect(response.status).toBe(200)
  const client = createPublicClient({ transport: http(stack.chainA.url) })
  const universalResolverAddress = localEns.universalResolver
  expect(await client.getEnsAddress({ name, universalResolverAddress })).toBe(account.address)
  expect(await client.getEnsAddress({ name: `nobody.${localZone}`, universalResolverAddress })).toBeNull()
  expect(await ask(`/v1/identity/${account.address}`)).toMatchObject({ name })
})

test('a chain that is away is said to be, and what was known before stays known', async () => {
  await stack.chainA.stop()
  expect(await account('other.eth')).toEqual([503, 'The network cannot be reached right now'])
  expect(await ask(`/v1/identity/0x${'12'.repeat(20)}`)).toEqual([503, 'The network cannot be reached right now'])
  expect(await account(ada.name)).toMatchObject({ name: ada.name })
})
