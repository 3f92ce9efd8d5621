import type { CaipNetworkId } from '@latchkey/chains'
import { maxAccounts } from '../../maxAccounts.ts'
import type { Connector } from '../Connector.ts'
import type { Answer, ContractWallet } from '../connectorContract.fixture.ts'
import { toHexChainId } from './chainToAdd.ts'
import type { ProviderTiming } from './createQuestions.ts'

/** Waits that end at once. */
export const shortTiming: ProviderTiming = { silentMs: 5_000, movedAfterMs: [0, 1] }

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const signature = `0x${'5a'.repeat(65)}`

type Call = { readonly method: string; readonly params?: readonly unknown[] }

const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code })

/** An object that throws when it is accessed. */
const hostile = () =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('looked at')
      },
      getPrototypeOf() {
        throw new Error('looked at')
      },
      has() {
        throw new Error('looked at')
      },
    },
  )

/** The scripted provider of a wallet with two accounts. It remembers the sites that it has granted accounts. */
export function createScriptedProvider() {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const calls: Call[] = []
  const known = new Set<CaipNetworkId>(['eip155:1', 'eip155:10'])
  let answer: Answer = 'approve'
  let accounts = [first]
  let network: CaipNetworkId = 'eip155:1'
  let isGranted = false
  let staysPut = false
  let asked = 0
  let held: (() => void)[] = []

  const emit = (event: string, value: unknown): void => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  const moveTo = (to: CaipNetworkId): void => {
    network = to
    emit('chainChanged', toHexChainId(to))
  }
  const networkIn = (params: readonly unknown[] | undefined): CaipNetworkId =>
    `eip155:${Number((params as readonly [{ chainId: string }])[0].chainId)}`

  const methods: Record<string, (params?: readonly unknown[]) => unknown> = {
    eth_requestAccounts() {
      if (answer === 'noAccount') return []
      if (answer === 'badAddress') return [`${first.slice(0, -1)}9`]
      if (answer === 'tooManyAccounts') return Array(maxAccounts + 1).fill(first)
      if (answer === 'wrongType') return { 0: first, length: 1 }
      isGranted = true
      return accounts.map((address) => address.toLowerCase())
    },
    eth_accounts: () => (isGranted ? accounts.map((address) => address.toLowerCase()) : []),
    eth_chainId: () => (answer === 'badNetwork' ? 'mainnet' : toHexChainId(network)),
    wallet_switchEthereumChain(params) {
      if (staysPut) return null
      const to = networkIn(params)
      if (!known.has(to)) throw rpcError(4902, 'Unrecognized chain ID. Try adding it first.')
      moveTo(to)
      return null
    },
    wallet_addEthereumChain(params) {
      known.add(networkIn(params))
      return null
    },
    wallet_revokePermissions() {
      isGranted = false
      emit('accountsChanged', [])
      return null
    },
    personal_sign: () => signature,
  }
  const userDecides = ['eth_requestAccounts', 'wallet_switchEthereumChain', 'wallet_addEthereumChain', 'personal_sign']

  const request = async (call: Call): Promise<unknown> => {
    calls.push(call)
    if (userDecides.includes(call.method)) asked++
    if (answer === 'silence') await new Promise<void>((resolve) => held.push(resolve))
    if (answer === 'throwText') throw 'no'
    if (answer === 'throwNull') throw null
    if (answer === 'throwHostile') throw hostile()
    if (answer === 'locked') throw rpcError(4100, 'The requested account has not been authorized by the user.')
    if (answer === 'reject' && userDecides.includes(call.method)) throw rpcError(4001, 'User rejected the request.')
    const method = methods[call.method]
    if (method === undefined) throw rpcError(-32601, `The method "${call.method}" does not exist.`)
    return method(call.params)
  }

  return {
    provider: {
      request,
      on: (event: string, listener: (value: unknown) => void) =>
        void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event: string, listener: (value: unknown) => void) =>
        void listeners.get(event)?.delete(listener),
    },
    /** All requests that it got. */
    calls,
    emit,
    first,
    second,
    /** A wallet that doesn't ask the user because it has granted this site its accounts before. */
    grant() {
      isGranted = true
    },
    isGranted: () => isGranted,
    answer(next: Answer) {
      answer = next
    },
    answerLate() {
      const letGo = held
      held = []
      for (const resolve of letGo) resolve()
    },
    asked: () => asked,
    useOtherAccount() {
      accounts = [second, first]
      emit('accountsChanged', accounts)
    },
    end() {
      isGranted = false
      emit('accountsChanged', [])
    },
    moveTo,
    pretendToMove() {
      staysPut = true
    },
    networkOf: () => network,
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

export type ScriptedProvider = ReturnType<typeof createScriptedProvider>

/** That wallet for the contract of all connectors; `load` finds it as a newly loaded page does. */
export async function scriptedWallet(
  script: ScriptedProvider,
  load: () => Connector | Promise<Connector>,
  dispose: () => void = () => undefined,
): Promise<ContractWallet> {
  return {
    ...script,
    connector: await load(),
    namespace: 'eip155',
    accounts: [{ address: script.first }],
    otherAccounts: [{ address: script.second }, { address: script.first }],
    network: 'eip155:1',
    otherNetwork: 'eip155:10',
    newNetwork: 'eip155:8453',
    call: { args: { method: 'personal_sign', params: ['0x68656c6c6f', script.first] }, result: signature },
    reload: async () => load(),
    settled: () => new Promise((resolve) => setTimeout(resolve)),
    async [Symbol.asyncDispose]() {
      dispose()
    },
  }
}
