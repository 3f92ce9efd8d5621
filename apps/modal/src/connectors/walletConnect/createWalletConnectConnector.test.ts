import { describe, expect, test } from 'vitest'
import {
  ada,
  connect,
  createSite,
  createTestWallet,
  eve,
  grantOf,
  outcome,
  requestFor,
  sign,
  sol,
  solana,
  start,
  startTestRelay,
  type TestWallet,
  usualMethods,
} from './wallet.fixture.ts'

test('a wallet that scans the code and approves is connected, in all namespaces that it grants', async () => {
  const relay = await startTestRelay()
  const [wallet, site] = [await createTestWallet(relay), createSite(relay)]
  const { sessions } = await connect(site, wallet)
  expect(sessions).toEqual([
    {
      namespace: 'eip155',
      accounts: [{ address: ada }],
      network: 'eip155:31337',
      approved: ['eip155:31337', 'eip155:1337'],
      wallet: { name: 'Test Wallet', icon: null },
    },
    {
      namespace: 'solana',
      accounts: [{ address: sol }],
      network: solana,
      approved: [solana],
      wallet: { name: 'Test Wallet', icon: null },
    },
  ])
  wallet.answer(({ method, params }, chainId) => ({ method, params, chainId }))
  const args = { method: 'personal_sign', params: ['0x00', ada] }
  expect(await site.connector.request('eip155', args)).toEqual({ ...args, chainId: 'eip155:31337' })
})

describe('what the wallet does by itself', () => {
  test('another account and another network are told; the end is told once', async () => {
    const { wallet, site, heard } = await start()
    const namespaces = grantOf([`eip155:31337:${ada}`, `eip155:31337:${eve}`, `eip155:1337:${ada}`], usualMethods)
    const { topic } = await connect(site, wallet, namespaces)
    const emit = (chainId: string, name: string, data: unknown) =>
      wallet.client.emit({ topic, chainId, event: { name, data } })

    await emit('eip155:31337', 'accountsChanged', [`eip155:31337:${eve}`])
    await expect.poll(() => heard.sessions.at(-1)?.accounts).toEqual([{ address: eve }, { address: ada }])
    await emit('eip155:31337', 'chainChanged', '0x539')
    await expect
      .poll(() => heard.sessions.at(-1))
      .toMatchObject({ network: 'eip155:1337', accounts: [{ address: ada }] })
    expect(await site.connector.request('eip155', { method: 'eth_chainId' })).toBe('0x539')
    expect(await site.connector.request('eip155', { method: 'eth_accounts' })).toEqual([ada])

    await wallet.client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await expect.poll(() => heard.ends).toEqual(['eip155'])
    expect(await outcome(site.connector.request('eip155', sign))).toBe('DISCONNECTED')
    expect(await site.connector.restore(requestFor())).toEqual([])
    expect(heard.sessions).toHaveLength(2)
  })

  test('namespaces that it takes back end, and the others go on', async () => {
    const { wallet, site, heard } = await start()
    const { topic } = await connect(site, wallet)
    await (
      await wallet.client.update({ topic, namespaces: grantOf([`eip155:1337:${eve}`], usualMethods) })
    ).acknowledged()
    await expect
      .poll(() => heard)
      .toMatchObject({
        sessions: [{ namespace: 'eip155', network: 'eip155:1337', accounts: [{ address: eve }] }],
        ends: ['solana'],
      })
  })

  test('no accounts are the end', async () => {
    const { wallet, site, heard } = await start()
    const { topic } = await connect(site, wallet, grantOf([`eip155:31337:${ada}`], usualMethods))
    const ended = new Promise((resolve) => wallet.client.once('session_delete', resolve))
    await wallet.client.emit({ topic, chainId: 'eip155:31337', event: { name: 'accountsChanged', data: [] } })
    await expect.poll(() => heard.ends).toEqual(['eip155'])
    await ended
  })

  test('rubbish changes nothing', async () => {
    const { wallet, site, heard } = await start()
    const { topic } = await connect(site, wallet)
    const emit = (chainId: string, name: string, data: unknown) =>
      wallet.client.emit({ topic, chainId, event: { name, data } })
    for (const data of ['x', 7, [7], ['eip155:31337:0x12'], ['eip155:31337'], [`eip155:31337:${eve}`]])
      await emit('eip155:31337', 'accountsChanged', data)
    await emit('eip155:31337', 'chainChanged', 'eip155:99')
    await wallet.client.ping({ topic })
    expect(heard).toEqual({ sessions: [], ends: [] })
  })

  test('its pings are answered', async () => {
    const { wallet, site } = await start()
    const { topic } = await connect(site, wallet)
    await wallet.client.ping({ topic })
  })
})

describe('a request', () => {
  test('that the user rejects, and one that the wallet has not approved', async () => {
    const { wallet, site } = await start()
    await connect(site, wallet)
    wallet.answer(() => {
      throw { code: 5000, message: 'User rejected.' }
    })
    expect(await outcome(site.connector.request('eip155', sign))).toBe('USER_REJECTED')
    expect(await outcome(site.connector.request('eip155', { method: 'eth_signTypedData_v4', params: [] }))).toBe(
      'WALLET_UNAVAILABLE',
    )
    expect(await outcome(site.connector.request('eip155', { method: 'eth_blockNumber' }))).toBe('WALLET_UNAVAILABLE')
  })

  test('ends when the wallet leaves in the middle of it', async () => {
    const { wallet, site, heard } = await start()
    const { topic } = await connect(site, wallet)
    wallet.client.on('session_request', () => wallet.client.disconnect({ topic, reason: { code: 6000, message: 'x' } }))
    expect(await outcome(site.connector.request('eip155', sign))).toBe('DISCONNECTED')
    await expect.poll(() => heard.ends.toSorted()).toEqual(['eip155', 'solana'])
  })

  test('that is never answered ends after its time', async () => {
    const relay = await startTestRelay()
    const [wallet, site] = [await createTestWallet(relay), createSite(relay, { timing: { requestMs: 300 } })]
    await connect(site, wallet)
    expect(await outcome(site.connector.request('eip155', sign))).toBe('TIMEOUT')
  })

  test('waits for a relay that drops and comes back, and so does what the wallet says', async () => {
    const { relay, wallet, site, heard } = await start()
    const { topic } = await connect(site, wallet)
    wallet.answer(() => '0x1234')
    await relay.close()
    const request = site.connector.request('eip155', sign)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await startTestRelay(relay.port)
    expect(await request).toBe('0x1234')
    await wallet.client.emit({ topic, chainId: 'eip155:1337', event: { name: 'chainChanged', data: 1337 } })
    await expect.poll(() => heard.sessions.at(-1)?.network).toBe('eip155:1337')
  }, 60_000)

  test('nothing is asked while the line is down, and yet the wallet is heard when it is back', async () => {
    const { relay, wallet, site, heard } = await start()
    const { topic } = await connect(site, wallet)
    await relay.close()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await startTestRelay(relay.port)
    await wallet.client.emit({ topic, chainId: 'eip155:1337', event: { name: 'chainChanged', data: 1337 } })
    await expect.poll(() => heard.sessions.at(-1)?.network, { timeout: 20_000 }).toBe('eip155:1337')
  }, 60_000)
})

describe('a network that the wallet has not approved', () => {
  const switches = async (act: (wallet: TestWallet, topic: string, chain: string) => unknown) => {
    const { wallet, site, heard } = await start({ timing: { approvalMs: 500 } })
    const { topic } = await connect(site, wallet, grantOf([`eip155:31337:${ada}`], usualMethods))
    const methods: string[] = []
    wallet.answer(({ method, params }) => {
      methods.push(method)
      return act(wallet, topic, `${method} ${(params as { chainId: string }[])[0]?.chainId}`)
    })
    return { site, heard, methods }
  }
  const approve = async (wallet: TestWallet, topic: string) => {
    const namespaces = grantOf([`eip155:31337:${ada}`, `eip155:8453:${ada}`], usualMethods)
    await (await wallet.client.update({ topic, namespaces })).acknowledged()
    return null
  }

  test('is asked for, taught when it is unknown, and then in use', async () => {
    let isKnown = false
    const { site, heard, methods } = await switches((wallet, topic, call) => {
      if (call.startsWith('wallet_add')) isKnown = true
      else if (isKnown) return approve(wallet, topic)
      else throw { code: 4902, message: 'Unrecognized chain ID' }
      return null
    })
    await site.connector.switchNetwork('eip155:8453')
    expect(methods).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'])
    expect(await site.connector.request('eip155', { method: 'eth_chainId' })).toBe('0x2105')
    // The network is the requested one; the wallet's approval of it is new.
    expect(heard.sessions).toMatchObject([{ network: 'eip155:8453', approved: ['eip155:31337', 'eip155:8453'] }])
  })

  test('brings the accounts that the wallet has approved there', async () => {
    const { site, heard } = await switches(async (wallet, topic) => {
      const namespaces = grantOf([`eip155:31337:${ada}`, `eip155:8453:${eve}`], usualMethods)
      await (await wallet.client.update({ topic, namespaces })).acknowledged()
      return null
    })
    await site.connector.switchNetwork('eip155:8453')
    expect(heard.sessions).toMatchObject([{ network: 'eip155:8453', accounts: [{ address: eve }] }])
  })

  test('is not in use when the user rejects, or when the wallet says so and approves nothing', async () => {
    const refusing = await switches(() => {
      throw { code: 4001, message: 'User rejected the request' }
    })
    expect(await outcome(refusing.site.connector.switchNetwork('eip155:8453'))).toBe('USER_REJECTED')
    const lying = await switches(() => null)
    expect(await outcome(lying.site.connector.switchNetwork('eip155:8453'))).toBe('WALLET_INVALID_RESPONSE')
    for (const { site } of [refusing, lying])
      expect(await site.connector.request('eip155', { method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('of another kind than EVM is not there', async () => {
    const { site } = await switches(() => null)
    expect(await outcome(site.connector.switchNetwork(solana))).toBe('DISCONNECTED')
    expect(await outcome(site.connector.switchNetwork('cosmos:cosmoshub-4'))).toBe('CHAIN_NOT_SUPPORTED')
  })
})

test('a phone is sent to the wallet that a request waits in', async () => {
  const links: string[] = []
  const { wallet, site } = await start({ onWaiting: ({ href }) => links.push(href) })
  const { topic } = await connect(site, wallet)
  wallet.answer(() => '0x1234')
  await site.connector.request('eip155', sign)
  expect(links).toEqual([expect.stringMatching(new RegExp(`^testwallet://wc\\?requestId=\\d+&sessionTopic=${topic}$`))])
})
