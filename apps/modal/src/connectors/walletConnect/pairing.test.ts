import { describe, expect, test } from 'vitest'
import {
  ada,
  connect,
  createSite,
  createTestWallet,
  grantOf,
  outcome,
  pick,
  requestFor,
  sign,
  sol,
  solana,
  start,
  startTestRelay,
  usualGrant,
  usualMethods,
} from './wallet.fixture.ts'

describe('nobody is connected', () => {
  test('when the user rejects in the wallet; and the next attempt works', async () => {
    const { wallet, site } = await start()
    const { uri, sessions } = await pick(site)
    const { id } = await wallet.scan(uri)
    await wallet.client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    expect(await sessions).toBe('USER_REJECTED')
    expect(await outcome(site.connector.request('eip155', sign))).toBe('DISCONNECTED')
    expect((await connect(site, wallet)).sessions).toHaveLength(2)
  })

  test('when the wallet grants another namespace only: its session is ended', async () => {
    const { wallet, site } = await start()
    const ended = new Promise((resolve) => wallet.client.once('session_delete', resolve))
    const { sessions } = await connect(site, wallet, grantOf([`${solana}:${sol}`], usualMethods))
    expect(sessions).toBe('NAMESPACE_NOT_GRANTED')
    await ended
    expect(await site.connector.restore(requestFor({ namespace: 'solana', network: solana }))).toEqual([])
  })

  test.each([
    ['eip155:31337', 'CAIP_ADDRESS_INVALID'],
    [`eip155:31337:${ada}:1`, 'CAIP_ADDRESS_INVALID'],
    [ada, 'CAIP_ADDRESS_INVALID'],
    ['eip155:31337:0x12', 'WALLET_INVALID_RESPONSE'],
    [`eip155:31337:${ada.replace('7', '8')}`, 'WALLET_INVALID_RESPONSE'],
    [`eip155:0:${ada}`, 'WALLET_INVALID_RESPONSE'],
    [7, 'WALLET_INVALID_RESPONSE'],
  ])('when the wallet gives the account %j', async (account, error) => {
    const { wallet, site } = await start()
    const { uri, sessions } = await pick(site)
    const { id } = await wallet.scan(uri)
    // Another vendor's wallet, which doesn't check what it sends.
    Object.assign(wallet.client.engine, { isValidApprove: async () => undefined })
    const eip155 = { accounts: [account as string], chains: ['eip155:31337'], methods: usualMethods, events: [] }
    void wallet.client.approve({ id, namespaces: { eip155 } }).catch(() => undefined)
    expect(await sessions).toBe(error)
  })

  test('when the user leaves: the wallet is told, and an approval that comes late makes no session', async () => {
    const { wallet, site, heard } = await start()
    const leaving = new AbortController()
    const { uri, sessions } = await pick(site, { signal: leaving.signal })
    const { id, params } = await wallet.scan(uri)
    const withdrawn = new Promise((resolve) => wallet.client.core.pairing.events.once('pairing_delete', resolve))
    leaving.abort()
    expect(await sessions).toBe('ABORTED')
    expect(await withdrawn).toMatchObject({ topic: params.pairingTopic })
    await wallet.client.approve({ id, namespaces: usualGrant }).catch(() => undefined)
    expect(heard).toEqual({ sessions: [], ends: [] })
    expect(await outcome(site.connector.request('eip155', sign))).toBe('DISCONNECTED')
  })

  test('when the relay cannot be reached', async () => {
    const relay = await startTestRelay()
    await relay.close()
    const site = createSite(relay, { timing: { reachMs: 500 } })
    expect(await outcome(site.connector.connect(requestFor()))).toBe('SERVICE_UNREACHABLE')
  })
})

describe('an address', () => {
  test('is good for four minutes', async () => {
    const { site } = await start()
    const before = Date.now()
    const { addresses } = await pick(site)
    const leftMs = (addresses[0]?.expiresAtMs ?? 0) - before
    expect(leftMs).toBeGreaterThanOrEqual(240_000)
    expect(leftMs).toBeLessThan(250_000)
  })

  test('is followed by another when it has had its time, and both work until the first is really over', async () => {
    const { wallet, site } = await start({ timing: { pairingMs: 400 } })
    const { addresses, sessions, uri } = await pick(site)
    await expect.poll(() => addresses.length).toBeGreaterThan(1)
    expect(new Set(addresses.map((address) => address.uri)).size).toBe(addresses.length)
    await wallet.accept(uri, usualGrant)
    expect(await sessions).toHaveLength(2)
    const shown = addresses.length
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(addresses).toHaveLength(shown)
  })

  test('that nobody shows is not followed by another', async () => {
    const { site } = await start({ timing: { pairingMs: 300 } })
    expect(await outcome(site.connector.connect(requestFor()))).toBe('PAIRING_EXPIRED')
  })

  test('serves one wallet: a second one that approves is sent away', async () => {
    const { relay, wallet, site } = await start({ timing: { pairingMs: 500 } })
    const other = await createTestWallet(relay)
    const { addresses, sessions, uri } = await pick(site)
    await expect.poll(() => addresses.length).toBe(2)
    const [first, second] = [await wallet.scan(uri), await other.scan(addresses[1]?.uri ?? '')]
    const approve = async ({ client }: typeof wallet, id: number) => {
      const { acknowledged } = await client.approve({ id, namespaces: usualGrant })
      await acknowledged().catch(() => undefined)
    }
    await Promise.all([approve(wallet, first.id), approve(other, second.id)])
    expect(await sessions).toHaveLength(2)
    const count = () => wallet.client.session.length + other.client.session.length
    await expect.poll(count, { timeout: 10_000 }).toBe(1)
  })
})
