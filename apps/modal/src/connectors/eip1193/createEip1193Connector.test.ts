import { expect, test } from 'vitest'
import { parseOptions } from '../../options/parseOptions.ts'
import { readChains } from '../../options/readChains.ts'
import type { ConnectRequest } from '../Connector.ts'
import { describeConnector } from '../connectorContract.fixture.ts'
import { createEip1193Connector } from './createEip1193Connector.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import {
  createScriptedProvider,
  type ScriptedProvider,
  scriptedWallet,
  shortTiming,
} from './scriptedProvider.fixture.ts'

const claims = {
  id: 'announced:com.example',
  type: 'announced',
  name: 'Example',
  icon: null,
  rdns: 'com.example',
} as const
const connect = ({ provider }: { provider: ForeignProvider }) =>
  createEip1193Connector({ ...claims, provider, timing: shortTiming })

describeConnector('EIP-1193', () => {
  const script = createScriptedProvider()
  return scriptedWallet(script, () => connect(script))
})

const request: ConnectRequest = {
  namespace: 'eip155',
  network: 'eip155:1',
  networks: ['eip155:1'],
  signal: new AbortController().signal,
}
const methodsOf = ({ calls }: ScriptedProvider) => calls.map(({ method }) => method)
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('connecting asks for accounts and where the wallet is, and nothing else', async () => {
  const script = createScriptedProvider()
  await connect(script).connect(request)
  expect(script.calls).toEqual([{ method: 'eth_requestAccounts' }, { method: 'eth_chainId' }])
})

test('disconnecting takes the permission back from the wallet, once', async () => {
  const script = createScriptedProvider()
  const connector = connect(script)
  await connector.connect(request)
  await connector.disconnect()
  await connector.disconnect()
  expect(script.calls.slice(2)).toEqual([{ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }])
})

test('a connector that was left does not end the connection of another modal to the same wallet', async () => {
  const script = createScriptedProvider()
  script.answer('silence')
  const leaving = new AbortController()
  const left = connect(script)
    .connect({ ...request, signal: leaving.signal })
    .catch(() => undefined)
  await turn()
  leaving.abort()
  await left
  const other = connect(script)
  const connecting = other.connect(request)
  script.answer('approve')
  script.answerLate()
  expect(await connecting).toHaveLength(1)
  await turn()
  expect(await other.request('eip155', { method: 'eth_accounts' })).toHaveLength(1)
})

test('accounts are checksummed and named once', async () => {
  const { provider, first } = createScriptedProvider()
  const twice = {
    ...provider,
    request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? 1 : [first.toLowerCase(), first]),
  }
  expect(await connect({ provider: twice }).connect(request)).toMatchObject([{ accounts: [{ address: first }] }])
})

const never = (): never => {
  throw new Error('looked at')
}
const answering = (answers: Record<string, unknown>) => {
  const script = createScriptedProvider()
  const provider = {
    ...script.provider,
    request: async (call: { method: string }) =>
      Object.hasOwn(answers, call.method) ? answers[call.method] : script.provider.request(call),
  }
  return { script, connector: connect({ provider }) }
}

test.each([
  ['0x1', 'eip155:1'],
  ['0X2105', 'eip155:8453'],
  ['10', 'eip155:10'],
  [10, 'eip155:10'],
])('a wallet may say where it is as %j', async (eth_chainId, network) => {
  expect(await answering({ eth_chainId }).connector.connect(request)).toMatchObject([{ network }])
})

test.each<[unknown]>([
  ['0x0'],
  ['0x'],
  [''],
  [' 1'],
  ['1e3'],
  ['eip155:1'],
  [-1],
  [1.5],
  [2 ** 60],
  [null],
  [[1]],
  [{}],
  [1n],
])('and not as %s', async (eth_chainId) => {
  await expect(answering({ eth_chainId }).connector.connect(request)).rejects.toMatchObject({
    name: 'WALLET_INVALID_RESPONSE',
  })
})

test.each<[string, unknown]>([
  ['null', null],
  ['text', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['numbers', [1]],
  ['names', ['vitalik.eth']],
  ['a hole', [undefined]],
  ['a wrong checksum', ['0x70997970c51812dc3A010C7d01b50e0d17dc79C8']],
  ['a list that throws when it is read', new Proxy([], { get: (_, key) => (key === 'then' ? undefined : never()) })],
  ['thousands', Array.from({ length: 1001 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)],
])('a wallet that gives %s as its accounts connects nobody', async (_, eth_requestAccounts) => {
  const { connector } = answering({ eth_requestAccounts })
  await expect(connector.connect(request)).rejects.toMatchObject({ name: 'WALLET_INVALID_RESPONSE' })
})

test('a network is added as the registry has it', async () => {
  const script = createScriptedProvider()
  const connector = connect(script)
  await connector.connect(request)
  await connector.switchNetwork('eip155:8453')
  expect(script.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x2105',
      chainName: 'Base',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
      blockExplorerUrls: ['https://basescan.org'],
    },
  ])
})

test.each(['eip155:999', 'eip155:31337', 'eip155:123456789'] as const)(
  'a network without a node in the registry is not added: %s',
  async (network) => {
    const script = createScriptedProvider()
    const connector = connect(script)
    await connector.connect(request)
    await expect(connector.switchNetwork(network)).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
    expect(methodsOf(script)).not.toContain('wallet_addEthereumChain')
  },
)

test('a network is added with the nodes that the dapp has, also one of its own machine; a dead one is not', async () => {
  const script = createScriptedProvider()
  const rpcUrls = {
    'eip155:31337': ['http://localhost:8545'],
    'eip155:8453': ['https://base.example'],
    'eip155:5': ['https://goerli.example'],
  }
  const connector = createEip1193Connector({ ...claims, provider: script.provider, timing: shortTiming, rpcUrls })
  await connector.connect(request)
  await connector.switchNetwork('eip155:31337')
  await connector.switchNetwork('eip155:8453')
  await expect(connector.switchNetwork('eip155:5')).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
  const added = script.calls
    .filter(({ method }) => method === 'wallet_addEthereumChain')
    .flatMap(({ params }) => params)
  expect(added).toMatchObject([
    { chainId: '0x7a69', chainName: 'Local chain A', rpcUrls: ['http://localhost:8545'] },
    { chainId: '0x2105', rpcUrls: ['https://base.example'] },
  ])
})

test('a network of the site’s own is added as the site describes it', async () => {
  const script = createScriptedProvider()
  const chain = {
    id: 4242,
    name: 'Team chain',
    nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.example'] } },
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
  }
  const { settings } = parseOptions({ networks: [chain] }, 'dapp.example', readChains)
  const connector = createEip1193Connector({ ...claims, provider: script.provider, timing: shortTiming, ...settings })
  await connector.connect(request)
  await connector.switchNetwork('eip155:4242')
  expect(script.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x1092',
      chainName: 'Team chain',
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: ['https://rpc.example'],
      blockExplorerUrls: ['https://scan.example'],
    },
  ])
})

test('a wallet that says that it has moved before it has is asked again', async () => {
  const { connector, script } = answering({ wallet_switchEthereumChain: null })
  await connector.connect(request)
  const moving = connector.switchNetwork('eip155:10')
  setTimeout(() => script.moveTo('eip155:10'))
  await moving
  expect(script.networkOf()).toBe('eip155:10')
})

test('a move that the wallet made all the same, and then refused, is told', async () => {
  const script = createScriptedProvider()
  const provider = {
    ...script.provider,
    async request(call: { method: string; params?: readonly unknown[] }) {
      const answer = await script.provider.request(call)
      if (call.method === 'wallet_switchEthereumChain') throw Object.assign(new Error('User rejected'), { code: 4001 })
      return answer
    },
  }
  const connector = connect({ provider })
  await connector.connect(request)
  const told: string[] = []
  connector.listen({ onSession: ({ network }) => told.push(network), onEnd: () => undefined })
  await expect(connector.switchNetwork('eip155:10')).rejects.toMatchObject({ name: 'USER_REJECTED' })
  expect(told).toEqual(['eip155:10'])
})

test('a lost node is no end; lost accounts are', async () => {
  const script = createScriptedProvider()
  const connector = connect(script)
  await connector.connect(request)
  const ends: string[] = []
  connector.listen({ onSession: () => undefined, onEnd: (namespace) => ends.push(namespace) })
  script.emit('disconnect', { code: 1013, message: 'Disconnected from chain' })
  await turn()
  expect(ends).toEqual([])
  script.answer('throwText')
  script.emit('disconnect', undefined)
  await turn()
  expect(ends).toEqual(['eip155'])
})

test.each([
  ['accountsChanged', 'rubbish'],
  ['accountsChanged', [null]],
  ['accountsChanged', undefined],
  ['chainChanged', 'loading'],
  ['chainChanged', Number.NaN],
  ['chainChanged', {}],
])('an event that cannot be read changes nothing: %s %j', async (event, value) => {
  const script = createScriptedProvider()
  const connector = connect(script)
  await connector.connect(request)
  const told: unknown[] = []
  connector.listen({ onSession: (session) => told.push(session), onEnd: (namespace) => told.push(namespace) })
  script.emit(event, value)
  await turn()
  expect(told).toEqual([])
})

test('what changes while it connects is in the session', async () => {
  const script = createScriptedProvider()
  const provider = {
    ...script.provider,
    async request(call: { method: string }) {
      const answer = await script.provider.request(call)
      if (call.method === 'eth_chainId') {
        script.moveTo('eip155:10')
        script.useOtherAccount()
      }
      return answer
    },
  }
  expect(await connect({ provider }).connect(request)).toMatchObject([
    { network: 'eip155:10', accounts: [{ address: script.second }, { address: script.first }] },
  ])
})

test('a wallet that takes its accounts away while it connects connects nobody', async () => {
  const script = createScriptedProvider()
  const provider = {
    ...script.provider,
    async request(call: { method: string }) {
      const answer = await script.provider.request(call)
      if (call.method === 'eth_chainId') script.end()
      return answer
    },
  }
  await expect(connect({ provider }).connect(request)).rejects.toMatchObject({ name: 'NAMESPACE_NOT_GRANTED' })
  expect(script.listeners()).toBe(0)
})

test('a wallet without events, and one whose events throw, can still be used', async () => {
  const { provider } = createScriptedProvider()
  for (const events of [{}, { on: never, removeListener: never }]) {
    const connector = connect({ provider: { request: provider.request, ...events } })
    expect(await connector.connect(request)).toHaveLength(1)
    await connector.disconnect()
  }
})

test('a wallet that does not answer what needs nobody is given up by itself', async () => {
  const script = createScriptedProvider()
  script.grant()
  script.answer('silence')
  const { provider } = script
  const connector = createEip1193Connector({ ...claims, provider, timing: { silentMs: 1, movedAfterMs: [0] } })
  await expect(connector.restore(request)).rejects.toMatchObject({ name: 'TIMEOUT' })
  await connector.disconnect()
  expect(script.listeners()).toBe(0)
})

test('an attempt that is under way when it is disconnected connects nobody', async () => {
  const script = createScriptedProvider()
  const connector = connect(script)
  script.answer('silence')
  const attempt = connector.connect(request)
  await turn()
  const ended = connector.disconnect()
  await expect(attempt).rejects.toMatchObject({ name: 'DISCONNECTED' })
  script.answer('approve')
  script.answerLate()
  await ended
  expect(script.isGranted()).toBe(false)
})

test('a call for an account or a network that the wallet has not got is not put to the user', async () => {
  const script = createScriptedProvider()
  const connector = connect(script)
  await connector.connect(request)
  const from = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const call = (method: string, params: readonly unknown[]) => connector.request('eip155', { method, params })
  await expect(call('eth_sendTransaction', [{ from }])).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  await expect(call('personal_sign', ['0x00', from])).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  await expect(call('eth_sendTransaction', [{ from: script.first, chainId: '0xa' }])).rejects.toMatchObject({
    name: 'CHAIN_ID_MISMATCH',
  })
  expect(methodsOf(script).filter((method) => /sign|send/.test(method))).toEqual([])
})

test('a wallet that has moved without a word gets the call for where it is', async () => {
  const script = createScriptedProvider()
  let isMoved = false
  const silent: ForeignProvider = {
    ...script.provider,
    request: async (call) => {
      if (call.method === 'eth_chainId' && isMoved) return '0xa'
      return call.method === 'eth_sendTransaction' ? '0xhash' : script.provider.request(call as never)
    },
  }
  const connector = connect({ provider: silent })
  await connector.connect(request)
  isMoved = true
  const params = [{ from: script.first, chainId: '0xa' }]
  expect(await connector.request('eip155', { method: 'eth_sendTransaction', params })).toBe('0xhash')
})
