import { createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { createPublicClient, http, pad, parseAbi } from 'viem'
import { generateSiweNonce } from 'viem/siwe'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../serve.ts'
import { createTestBrowser, pageOf } from '../testing/createTestBrowser.ts'
import { startTestChain } from '../testing/startTestChain.ts'
import { farcasterRegistries } from '../tokens/localContracts.ts'
import { placeLocalContracts } from '../tokens/placeLocalContracts.ts'
import { createFarcasterApp } from './createFarcasterApp.ts'
import { localRelayKey } from './createRelayApp.ts'
import { custodyOf, signerOf } from './farcasterKeys.ts'
import { farcasterUsers } from './farcasterUsers.ts'

const domain = 'localhost:3001'
const siweUri = 'http://localhost:3001'

/** The relay and chain A, and the clients that Farcaster publishes for both ends. `later` moves the relay's clock. */
const withFarcaster = async () => {
  const { chain } = await startTestChain()
  onTestFinished(chain.stop)
  await placeLocalContracts(chain.url)
  const port = await freePort()
  const relay = `http://localhost:${port}`
  let lateMs = 0
  const serving = await serve(
    createFarcasterApp({ url: relay, chainUrl: chain.url, now: () => Date.now() + lateMs }).fetch,
    port,
  )
  onTestFinished(serving.close)

  const ethereum = viemConnector({ rpcUrl: chain.url })
  const app = createAppClient({ relay, ethereum })
  const open = async (request: Partial<Parameters<typeof app.createChannel>[0]> = {}) => {
    const { data } = await app.createChannel({ siweUri, domain, nonce: generateSiweNonce(), ...request })
    if (data === undefined) throw new Error('No channel')
    return data
  }
  const press = async (url: string, choice: string, fields: Record<string, string> = {}) =>
    pageOf(await pageOf(await createTestBrowser(relay).open(url)).submit({ choice, ...fields }))
  const statusOf = async (channelToken: string) => {
    const { data, response } = await app.status({ channelToken })
    return { ...data, status: response?.status }
  }
  const verify = async (token: string, nonce: string) => {
    const { message = '', signature = '0x' } = await statusOf(token)
    return app.verifySignInMessage({ nonce, domain, message, signature })
  }
  const setFault = async (fault: string | null): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' }
    await fetch(`${relay}/_control`, { method: 'POST', headers, body: JSON.stringify({ fault }) })
  }
  return {
    ...{ relay, chain, app, open, press, statusOf, verify, setFault },
    wallet: createWalletClient({ relay, ethereum }),
    later: (ms: number): void => {
      lateMs += ms
    },
  }
}

test('a channel waits until the phone approves, returns the proof once, and the proof verifies on the chain', async () => {
  const { open, press, statusOf, app } = await withFarcaster()
  const { channelToken, url, nonce } = await open()
  expect(await statusOf(channelToken)).toMatchObject({ status: 202, state: 'pending', nonce, acceptAuthAddress: true })
  expect((await press(url, '1001')).html).toContain('Approved as Ada')
  const told = await statusOf(channelToken)
  expect(told).toMatchObject({ status: 200, state: 'completed', fid: 1001, username: 'ada', authMethod: 'custody' })
  const { message = '', signature = '0x' } = told
  expect(await app.verifySignInMessage({ nonce, domain, message, signature })).toMatchObject({
    success: true,
    fid: 1001,
  })
  expect(await statusOf(channelToken)).toMatchObject({ status: 401, error: 'Unauthorized' })
})

test('an auth address signs as well as the address that holds the account, and a removed one does not', async () => {
  const { open, press, verify } = await withFarcaster()
  const grace = await open()
  await press(grace.url, '1002')
  expect(await verify(grace.channelToken, grace.nonce)).toMatchObject({
    success: true,
    fid: 1002,
    authMethod: 'authAddress',
  })
  const alan = await open()
  await press(alan.url, '1003')
  expect((await verify(alan.channelToken, alan.nonce)).error?.message).toContain('not an auth address or owner')
})

test.each([
  ['wrong domain', 'Invalid domain'],
  ['wrong nonce', 'Invalid nonce'],
  ['wrong statement', 'Statement must be'],
  ['wrong chain', 'Chain ID must be'],
  ['several resources', 'Multiple fid resources'],
  ['wrong signature', 'Failed to verify'],
])('with the fault %s the phone signs what nobody should take', async (fault, message) => {
  const { open, press, verify, setFault } = await withFarcaster()
  await setFault(fault)
  const { channelToken, url, nonce } = await open()
  await press(url, '1001')
  expect((await verify(channelToken, nonce)).error?.message).toContain(message)
})

test('a message can be an hour old', async () => {
  const { open, press, statusOf, setFault } = await withFarcaster()
  await setFault('old message')
  const { channelToken, url } = await open()
  await press(url, '1001')
  const issued = /Issued At: (\S+)/.exec((await statusOf(channelToken)).message ?? '')?.[1] ?? ''
  expect(Date.now() - Date.parse(issued)).toBeGreaterThan(3_500_000)
})

test('each typed user name has its own account, the same at each sign-in', async () => {
  const { open, press, verify } = await withFarcaster()
  const fidOf = async (userName: string) => {
    const { url, channelToken, nonce } = await open()
    expect((await press(url, 'typed', { userName })).html).toContain('Approved as')
    const { success, fid } = await verify(channelToken, nonce)
    expect(success).toBe(true)
    return fid
  }
  const fid = await fidOf('kay-12')
  expect(fid).toBeGreaterThan(10_000)
  expect(await fidOf('Kay-12 ')).toBe(fid)
  expect(await fidOf('lin')).not.toBe(fid)
  expect(await fidOf('ada')).toBe(1001)
})

test('an invalid user name is asked for again, and so is a new one while the chain does not answer', async () => {
  const { open, press, chain } = await withFarcaster()
  const { url } = await open()
  expect(await press(url, 'typed', { userName: 'no name' })).toMatchObject({ status: 400 })
  expect(await press(url, 'nobody')).toMatchObject({ status: 400 })
  await chain.stop()
  const page = await press(url, 'typed', { userName: 'somebody' })
  expect(page).toMatchObject({ status: 503, html: expect.stringContaining('Chain A, where accounts are created') })
  expect((await press(url, '1001')).html).toContain('Approved as Ada')
})

test('a channel ends when the user declines, or after an hour', async () => {
  const { open, press, statusOf, later } = await withFarcaster()
  const declined = await open()
  expect((await press(declined.url, 'decline')).html).toContain('Declined')
  expect(await statusOf(declined.channelToken)).toMatchObject({ status: 401 })
  const forgotten = await open()
  later(3_601_000)
  expect(await statusOf(forgotten.channelToken)).toMatchObject({ status: 401 })
})

test('a link is answered once', async () => {
  const { open, press, relay } = await withFarcaster()
  const { url } = await open()
  await press(url, '1001')
  const again = pageOf(await createTestBrowser(relay).open(url))
  expect(again).toMatchObject({ status: 404, html: expect.stringContaining('was already used') })
})

test('the app answers over the relay only to clients that know its key', async () => {
  const { open, wallet, statusOf } = await withFarcaster()
  const { channelToken } = await open()
  const answer = { channelToken, message: 'a message', signature: '0x12', fid: 1001, username: 'ada' } as const
  expect((await wallet.authenticate({ ...answer, authKey: 'a-guess' })).response?.status).toBe(401)
  expect((await wallet.authenticate({ ...answer, authKey: localRelayKey })).response?.status).toBe(201)
  expect(await statusOf(channelToken)).toMatchObject({ state: 'completed', message: 'a message' })
})

test('an invalid request for a channel is rejected with a reason', async () => {
  const { app } = await withFarcaster()
  for (const request of [
    { siweUri: 'here', domain },
    { siweUri, domain, nonce: 'short' },
  ]) {
    const { response, data } = await app.createChannel(request)
    expect(response?.status).toBe(400)
    expect(data).toMatchObject({ error: 'Validation error' })
  }
})

test('a relay that opens a channel without a nonce makes one, and takes every text that a nonce may be', async () => {
  const { app } = await withFarcaster()
  const { data } = await app.createChannel({ siweUri, domain })
  expect(data?.nonce).toMatch(/^[a-zA-Z0-9]{8,}$/)
})

test('the phone takes a link that was put in by hand', async () => {
  const { open, relay } = await withFarcaster()
  const browser = createTestBrowser(relay)
  const { url } = await open()
  expect(pageOf(await browser.open(`${relay}/phone`)).html).toContain('Local Farcaster, for development')
  const asked = pageOf(await browser.open(`${relay}/phone?link=${encodeURIComponent(url)}`))
  expect(asked.html).toContain(`Sign in to ${domain}?`)
  expect(pageOf(await browser.open(`${relay}/phone?link=nonsense`)).html).toContain('This link expired')
})

test('what a site calls itself is shown, not run', async () => {
  const { open, relay } = await withFarcaster()
  const { url } = await open({ domain: '<img src=x onerror=alert(1)>' })
  expect(pageOf(await createTestBrowser(relay).open(url)).html).not.toContain('<img')
})

test('the registries know the local users, each with the key that its row says', async () => {
  const { chain } = await withFarcaster()
  const client = createPublicClient({ transport: http(chain.url) })
  const idRegistry = {
    address: farcasterRegistries.id,
    abi: parseAbi([
      'function idOf(address) view returns (uint256)',
      'function custodyOf(uint256) view returns (address)',
    ]),
  } as const
  const keyRegistry = {
    address: farcasterRegistries.key,
    abi: parseAbi(['function keyDataOf(uint256, bytes) view returns ((uint8 state, uint32 keyType))']),
  } as const
  const states = {
    custody: { state: 0, keyType: 0 },
    auth: { state: 1, keyType: 2 },
    removed: { state: 2, keyType: 2 },
  }
  for (const user of farcasterUsers) {
    const fid = BigInt(user.fid)
    const holder = custodyOf(user)
    expect(await client.readContract({ ...idRegistry, functionName: 'idOf', args: [holder] })).toBe(fid)
    expect(await client.readContract({ ...idRegistry, functionName: 'custodyOf', args: [fid] })).toBe(holder)
    const key = pad(signerOf(user).address)
    const data = await client.readContract({ ...keyRegistry, functionName: 'keyDataOf', args: [fid, key] })
    expect(data).toEqual(states[user.signer])
  }
})
