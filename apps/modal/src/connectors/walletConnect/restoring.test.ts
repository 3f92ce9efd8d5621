import { describe, expect, test } from 'vitest'
import {
  ada,
  connect,
  createSite,
  createTestWallet,
  eve,
  follow,
  grantOf,
  outcome,
  pick,
  requestFor,
  sign,
  sol,
  solana,
  start,
  startTestRelay,
  usualMethods,
} from './wallet.fixture.ts'

describe('later', () => {
  test('a reload restores what was connected, with the account and network in use, and sends no request', async () => {
    const { relay, wallet, site } = await start()
    const grant = grantOf([`eip155:31337:${ada}`, `eip155:1337:${ada}`, `eip155:1337:${eve}`], usualMethods)
    const { topic } = await connect(site, wallet, grant)
    const heard = follow(site)
    await site.connector.switchNetwork('eip155:1337')
    await wallet.client.emit({ topic, chainId: 'eip155:1337', event: { name: 'accountsChanged', data: [eve] } })
    await expect.poll(() => heard.sessions.at(-1)?.accounts[0].address).toBe(eve)

    const again = createSite(relay, {}, site.area)
    const restored = await again.connector.restore(requestFor())
    expect(restored).toEqual(heard.sessions.slice(-1))
    expect(restored).toMatchObject([{ network: 'eip155:1337', accounts: [{ address: eve }, { address: ada }] }])
    wallet.answer((_, chainId) => chainId)
    expect(await again.connector.request('eip155', sign)).toBe('eip155:1337')
  })

  test('what is disconnected stays so, and the wallet hears of it', async () => {
    const { relay, wallet, site, heard } = await start()
    await connect(site, wallet)
    const ended = new Promise((resolve) => wallet.client.once('session_delete', resolve))
    await site.connector.disconnect('eip155')
    expect(await outcome(site.connector.request('eip155', sign))).toBe('DISCONNECTED')
    expect(await createSite(relay, {}, site.area).connector.restore(requestFor())).toEqual([])
    // Its other namespace goes on.
    wallet.answer(() => ({ signature: '1'.repeat(64) }))
    expect(
      await site.connector.request('solana', {
        method: 'solana_signMessage',
        params: { message: 'Cn8eVZg', pubkey: sol },
      }),
    ).toBeDefined()
    await site.connector.disconnect()
    await ended
    expect(await site.connector.restore(requestFor({ namespace: 'solana', network: solana }))).toEqual([])
    expect(heard).toEqual({ sessions: [], ends: [] })
  })

  test('who connects again on the same page is heard to the end: the wallet has its answer, and the line stays', async () => {
    const relay = await startTestRelay()
    const [wallet, site] = [await createTestWallet(relay), createSite(relay)]
    const stop = site.connector.listen({ onSession: () => undefined, onEnd: () => undefined })
    await connect(site, wallet)
    await site.connector.disconnect()
    stop()
    // Accepting waits until the site has acknowledged the session.
    const { topic } = await connect(site, wallet)
    await wallet.client.ping({ topic })
  })

  test('ended by both at once, it is over for both, and nothing goes unhandled', async () => {
    for (let round = 0; round < 5; round++) {
      const { wallet, site } = await start()
      const { topic } = await connect(site, wallet)
      const reason = { code: 6000, message: 'User disconnected.' }
      await Promise.all([wallet.client.disconnect({ topic, reason }), site.connector.disconnect()])
      expect(wallet.client.session.keys).toEqual([])
      expect(await site.connector.restore(requestFor())).toEqual([])
    }
  })

  test('a page that was never restored can disconnect too', async () => {
    const { relay, wallet, site } = await start()
    await connect(site, wallet)
    const ended = new Promise((resolve) => wallet.client.once('session_delete', resolve))
    await createSite(relay, {}, site.area).connector.disconnect()
    await ended
  })

  test('disconnecting does not wait for a relay that is down', async () => {
    const { relay, wallet, site } = await start({ timing: { farewellMs: 200 } })
    await connect(site, wallet)
    await relay.close()
    await site.connector.disconnect()
    expect(await site.connector.restore(requestFor())).toEqual([])
  })
})

describe('two wallets', () => {
  test('serve a namespace each', async () => {
    const { relay, wallet, site, heard } = await start()
    const other = await createTestWallet(relay)
    await connect(site, wallet, grantOf([`eip155:31337:${ada}`], usualMethods))
    const { uri, sessions } = await pick(site, { namespace: 'solana', network: solana })
    await other.accept(uri, grantOf([`${solana}:${sol}`], usualMethods))
    expect(await sessions).toMatchObject([{ namespace: 'solana' }])
    wallet.answer(() => 'first')
    expect(await site.connector.request('eip155', sign)).toBe('first')

    const again = createSite(relay, {}, site.area)
    expect(await again.connector.restore(requestFor())).toMatchObject([{ namespace: 'eip155' }])
    expect(await again.connector.restore(requestFor({ namespace: 'solana', network: solana }))).toMatchObject([
      { namespace: 'solana' },
    ])
    expect(heard).toEqual({ sessions: [], ends: [] })
  })

  test('in one namespace: the second takes the place of the first, which is ended', async () => {
    const { relay, wallet, site, heard } = await start()
    const other = await createTestWallet(relay)
    await connect(site, wallet)
    const ended = new Promise((resolve) => wallet.client.once('session_delete', resolve))
    const { sessions } = await connect(site, other, grantOf([`eip155:31337:${eve}`, `${solana}:${sol}`], usualMethods))
    expect(sessions).toMatchObject([{ accounts: [{ address: eve }] }, { namespace: 'solana' }])
    await ended
    expect(heard).toEqual({ sessions: [], ends: [] })
  })

  test('at two modals of one page do not meet, whether the project is one or two', async () => {
    for (const projectId of ['demo', 'another']) {
      const { relay, wallet, site } = await start()
      const other = await createTestWallet(relay)
      const second = createSite(relay, { projectId }, site.area)
      await connect(site, wallet)
      await connect(second, other, grantOf([`eip155:31337:${eve}`], usualMethods))
      wallet.answer(() => 'first')
      other.answer(() => 'second')
      expect(await site.connector.request('eip155', sign)).toBe('first')
      expect(await second.connector.request('eip155', { ...sign, params: ['0x00', eve] })).toBe('second')
    }
  })
})
