import { SwitchChainError, UserRejectedRequestError } from 'viem'
import { localhost, mainnet, optimism } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import * as wagmi3 from 'wagmi'
import * as actions3 from 'wagmi/actions'
import * as wagmi2 from 'wagmi-core-2'
import type { Eip1193Provider } from './connectors/Eip1193Provider.ts'
import { createEmitter } from './hub.ts'
import type { Modal } from './Modal.ts'
import * as entry from './wagmi.ts'
import { latchkeyConnector } from './wagmi.ts'

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code })

/** A modal that connects at once, on the networks 1 and 10. */
const createScriptedModal = (isConnected = false) => {
  let accounts: string[] = isConnected ? [first] : []
  let chainId = 1
  let rejects = false
  const asked: string[] = []
  const events = {
    connect: createEmitter<unknown>(),
    accountsChanged: createEmitter<unknown>(),
    chainChanged: createEmitter<unknown>(),
  }
  const useAccounts = (next: string[]) => {
    const wasEmpty = accounts.length === 0
    accounts = next
    if (wasEmpty) events.connect.emit({ chainId: `0x${chainId.toString(16)}` })
    events.accountsChanged.emit(next)
  }
  const methods: Record<string, (params: [{ chainId: string }]) => unknown> = {
    eth_accounts: () => accounts,
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_requestAccounts() {
      if (rejects) throw rpcError(4001, 'Modal closed')
      if (accounts.length === 0) useAccounts([first])
      return accounts
    },
    wallet_switchEthereumChain([target]) {
      if (rejects) throw rpcError(4001, 'User rejected')
      const next = Number(target.chainId)
      if (![1, 10].includes(next)) throw rpcError(4902, 'Chain is not supported')
      chainId = next
      events.chainChanged.emit(target.chainId)
      return null
    },
    personal_sign: () => '0x5a',
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push(method)
      return methods[method]?.(params as [{ chainId: string }])
    },
    on: (event: keyof typeof events, listener: (value: unknown) => void) => void events[event]?.listen(listener),
    removeListener: () => undefined,
  } as unknown as Eip1193Provider
  return {
    modal: {
      getProvider: (() => provider) as unknown as Modal['getProvider'],
      async disconnect() {
        useAccounts([])
      },
    },
    asked,
    useAccounts,
    moveTo: (next: number) => methods.wallet_switchEthereumChain?.([{ chainId: `0x${next.toString(16)}` }]),
    /** Without an event. */
    moveSilently(next: number) {
      chainId = next
    },
    reject() {
      rejects = true
    },
  }
}

const chains = [mainnet, optimism, localhost] as const

/** The same over both versions of wagmi: each gets the connector as in its own documentation. */
const versions = {
  'wagmi 3': (modal: Pick<Modal, 'getProvider' | 'disconnect'>) => {
    const config = wagmi3.createConfig({
      chains,
      transports: { 1: wagmi3.http(), 10: wagmi3.http(), 1337: wagmi3.http() },
      connectors: [latchkeyConnector(modal)],
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    const [connector] = config.connectors
    return {
      account: () => actions3.getConnection(config),
      connect: (chainId?: 1 | 10 | 1337) => actions3.connect(config, { connector, ...(chainId && { chainId }) }),
      disconnect: () => actions3.disconnect(config),
      reconnect: () => actions3.reconnect(config),
      switchChain: (chainId: 1 | 10 | 1337) => actions3.switchChain(config, { chainId }),
      signMessage: () => actions3.signMessage(config, { message: 'Hello' }),
      client: (account: `0x${string}`) => actions3.getConnectorClient(config, { account }),
    }
  },
  'wagmi 2': (modal: Pick<Modal, 'getProvider' | 'disconnect'>) => {
    const config = wagmi2.createConfig({
      chains,
      transports: { 1: wagmi2.http(), 10: wagmi2.http(), 1337: wagmi2.http() },
      connectors: [latchkeyConnector(modal)],
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    const [connector] = config.connectors
    if (connector === undefined) throw new Error('There is no connector')
    return {
      account: () => wagmi2.getAccount(config),
      connect: (chainId?: 1 | 10 | 1337) => wagmi2.connect(config, { connector, ...(chainId && { chainId }) }),
      disconnect: () => wagmi2.disconnect(config),
      reconnect: () => wagmi2.reconnect(config),
      switchChain: (chainId: 1 | 10 | 1337) => wagmi2.switchChain(config, { chainId }),
      signMessage: () => wagmi2.signMessage(config, { message: 'Hello' }),
      client: (account: `0x${string}`) => wagmi2.getConnectorClient(config, { account }),
    }
  },
}

describe.each(Object.entries(versions))('in %s', (_, createApp) => {
  const setup = (isConnected?: boolean) => {
    const script = createScriptedModal(isConnected)
    return { ...script, app: createApp(script.modal) }
  }

  test('it connects, signs, and disconnects', async () => {
    const { app, asked } = setup()
    expect(await app.connect()).toMatchObject({ accounts: [first], chainId: 1 })
    expect(asked[0]).toBe('eth_requestAccounts')
    expect(app.account()).toMatchObject({
      status: 'connected',
      address: first,
      chainId: 1,
      connector: { id: 'latchkey' },
    })
    expect(await app.signMessage()).toBe('0x5a')
    await app.disconnect()
    expect(app.account().status).toBe('disconnected')
  })

  test('it connects on the chain that is asked for', async () => {
    const { app } = setup()
    expect(await app.connect(10)).toMatchObject({ chainId: 10 })
    expect(app.account()).toMatchObject({ chainId: 10 })
  })

  test('and where the modal cannot go there, on the chain where the wallet is', async () => {
    const { app } = setup()
    expect(await app.connect(1337)).toMatchObject({ chainId: 1 })
  })

  test('a modal that is closed is a rejection', async () => {
    const { app, reject } = setup()
    reject()
    await expect(app.connect()).rejects.toBeInstanceOf(UserRejectedRequestError)
    expect(app.account().status).toBe('disconnected')
  })

  test('it reconnects what is still connected, asking nobody', async () => {
    const { app, asked } = setup(true)
    await app.reconnect()
    expect(app.account()).toMatchObject({ status: 'connected', address: first })
    expect(asked).not.toContain('eth_requestAccounts')
  })

  test('it reconnects nothing where nothing is, by one question that loads nothing', async () => {
    const { app, asked } = setup()
    await app.reconnect()
    expect(app.account().status).toBe('disconnected')
    expect(asked).toEqual(['eth_accounts'])
  })

  test('it switches the chain, and says which it cannot and which nobody wanted', async () => {
    const { app, reject } = setup()
    await app.connect()
    expect(await app.switchChain(10)).toMatchObject({ id: 10 })
    expect(app.account()).toMatchObject({ chainId: 10 })
    await expect(app.switchChain(1337)).rejects.toBeInstanceOf(SwitchChainError)
    await expect(app.switchChain(5 as 1)).rejects.toThrow()
    reject()
    await expect(app.switchChain(1)).rejects.toBeInstanceOf(UserRejectedRequestError)
    expect(app.account()).toMatchObject({ status: 'connected', chainId: 10 })
  })

  test('wagmi’s own errors: connected already, no such account, another chain', async () => {
    const { app, asked, moveSilently } = setup()
    await app.connect()
    const count = asked.length
    await expect(app.connect()).rejects.toMatchObject({ name: 'ConnectorAlreadyConnectedError' })
    expect(asked.length).toBe(count)
    await expect(app.client(second)).rejects.toMatchObject({ name: 'ConnectorAccountNotFoundError' })
    moveSilently(10)
    await expect(app.client(first)).rejects.toMatchObject({ name: 'ConnectorChainMismatchError' })
  })

  test('what happens in the modal happens in wagmi: another account, another chain, the end, and a login', async () => {
    const { app, useAccounts, moveTo } = setup()
    await app.connect()
    useAccounts([second, first])
    expect(app.account()).toMatchObject({ address: second })
    moveTo(10)
    expect(app.account()).toMatchObject({ chainId: 10 })
    useAccounts([])
    expect(app.account().status).toBe('disconnected')
    useAccounts([first])
    await expect.poll(() => app.account()).toMatchObject({ status: 'connected', address: first, chainId: 10 })
  })
})

test('exports this name and no other', () => {
  expect(Object.keys(entry)).toEqual(['latchkeyConnector'])
})
