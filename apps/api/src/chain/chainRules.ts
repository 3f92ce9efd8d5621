import { translateNodeError, translateSolanaError } from '@latchkey/chains'
import { isSafeMethod } from '@latchkey/protocol/rpcMethods'
import { isFactOnEvm, isSameOnEvm } from './agreement.ts'
import { isBundlerMethod } from './bundlerMethods.ts'
import { codeMethods } from './codeRuns.ts'
import { isExpensiveOnEvm, isExpensiveOnSolana } from './expensiveMethods.ts'
import { isSimulation, isSimulationMethod } from './simulationMethods.ts'
import { isSolanaMethod, nodeUnhealthy } from './solanaMethods.ts'

/** What differs between the nodes of one namespace and of another. */
export type ChainRules = {
  /** Whether a request may reach a node. */
  allows(method: string, params: readonly unknown[]): boolean
  /** Whether a method only tries something: it costs more than others, and has limits of its own. */
  isSimulation(method: string): boolean
  /** Whether a request makes a node search, or its answer may be long: it has limits of its own, and nothing of it is read here. */
  isExpensive(method: string, params: readonly unknown[]): boolean
  /** Whether a method has a node run code: simulations do, and count with it. */
  runsCode(method: string): boolean
  /** Whether two nodes are asked, where there are two: what they say is believed, and does not change from block to block. */
  isFact(method: string, params: readonly unknown[]): boolean
  /** Whether two results of a fact are the same. */
  isSame(method: string, one: unknown, other: unknown): boolean
  /** Whether an error says that this node cannot answer now, though another may. */
  isAway(error: { code: number }): boolean
  /** Whether an error is a matter of this one node: a limit on its callers, a method that it lacks. Another may serve the same. */
  isOwn(error: { code: number }): boolean
  /** Whether a method hands a transaction to the network. */
  isSending(method: string): boolean
  /** Whether a refusal of a transaction may come of another node's having taken it: its nonce is used up, or its time is over. */
  mayBeTaken(error: unknown): boolean
  /** How a node says which chain it is of. `isOf` is true for what is no answer: a node need not have one. */
  identity: { method: string; isOf(result: unknown, reference: string): boolean }
  /** What we know better than a node. */
  known(method: string, reference: string): { result: unknown } | undefined
}

const methodNotFound = -32601
/** Beside it, of EIP-1474: resource unavailable, method not supported, limit exceeded. */
const ownErrorsOfEvm: readonly number[] = [methodNotFound, -32002, -32004, -32005]

const rules = {
  eip155: {
    // Of the methods that need no consent, those that the wallet does not answer itself; and what is signed already.
    allows: (method, params) =>
      (isSafeMethod(method) && !method.startsWith('wallet_')) ||
      isSimulation(method, params) ||
      isBundlerMethod(method),
    isSimulation: isSimulationMethod,
    isExpensive: isExpensiveOnEvm,
    runsCode: (method) => codeMethods.includes(method) || isSimulationMethod(method),
    isFact: isFactOnEvm,
    isSame: isSameOnEvm,
    isAway: () => false,
    isOwn: ({ code }) => ownErrorsOfEvm.includes(code),
    isSending: (method) => method === 'eth_sendRawTransaction',
    mayBeTaken: (error) => translateNodeError(error).name === 'NONCE_TOO_LOW',
    identity: {
      method: 'eth_chainId',
      isOf: (result, reference) =>
        typeof result !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(result) || BigInt(result) === BigInt(reference),
    },
    // The chain is the one that was asked for, and accounts of a node are nobody's here.
    known(method, reference) {
      if (method === 'eth_accounts') return { result: [] }
      if (method === 'eth_chainId') return { result: `0x${BigInt(reference).toString(16)}` }
      return undefined
    },
  },
  solana: {
    allows: isSolanaMethod,
    isSimulation: (method) => method === 'simulateTransaction',
    isExpensive: isExpensiveOnSolana,
    runsCode: (method) => method === 'simulateTransaction',
    isFact: () => false,
    isSame: () => true,
    isAway: ({ code }) => code === nodeUnhealthy,
    isOwn: ({ code }) => code === methodNotFound,
    isSending: (method) => method === 'sendTransaction',
    mayBeTaken: (error) => translateSolanaError(error).name === 'TRANSACTION_EXPIRED',
    // CAIP-2: the reference is the beginning of the hash of the first block.
    identity: {
      method: 'getGenesisHash',
      isOf: (result, reference) =>
        typeof result !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(result) || result.startsWith(reference),
    },
    known: () => undefined,
  },
} as const satisfies Record<string, ChainRules>

/** The rules of a chain's namespace; undefined of one whose nodes nobody asks through us. */
export const rulesOf = (chainId: string): ChainRules | undefined => {
  const [namespace = ''] = chainId.split(':')
  return Object.hasOwn(rules, namespace) ? rules[namespace as keyof typeof rules] : undefined
}
