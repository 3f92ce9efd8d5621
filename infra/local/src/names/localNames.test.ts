import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireStackPorts, type Stack, startStack } from '../startStack.ts'
import { localNames } from './localNames.ts'

const { ada, grace, alan, mallory } = localNames

let stack: Stack
/** Chains, gateway, faucet and services as they run in `npm start`. */
beforeAll(async () => {
  let portBase = 47_000 + (process.pid % 20) * 30
  const isTaken = () =>
    requireStackPorts(portBase).then(
      () => false,
      () => true,
    )
  while (await isTaken()) portBase += 30
  stack = await startStack({
    portBase,
    dataFolder: mkdtempSync(join(tmpdir(), 'latchkey-names-')),
    parts: ['chainA', 'names', 'faucet', 'api'],
  })
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

test('a name that nobody has is an empty list, and to older callers it is not there', async () => {
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

test('whoever calls themselves by the name of another is called nothing', async () => {
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

test('a chain that is away is said to be, and what was known before stays known', async () => {
  await stack.chainA.stop()
  expect(await account('other.eth')).toEqual([503, 'The network cannot be reached right now'])
  expect(await ask(`/v1/identity/0x${'12'.repeat(20)}`)).toEqual([503, 'The network cannot be reached right now'])
  expect(await account(ada.name)).toMatchObject({ name: ada.name })
})
