import { translateNodeError, translateSolanaError } from '@latchkey/chains'
import { isSafeMethod } from '@latchkey/protocol/rpcMethods'
import { isFactOnEvm, isSameOnEvm } from './agreement.ts'
import { isBundlerMethod } from './bundlerMethods.ts'
import { codeMethods } from './codeRuns.ts'
import { isExpensiveOnEvm, isExpensiveOnSolana } from './expensiveMethods.ts'
import { isSimulation, isSimulationMethod } from './simulationMethods.ts'
import { isSolanaMethod, nodeUnhealthy } from './solanaMethods.ts'

/** How the nodes of one namespace differ from those of another. */
export type ChainRules = {
  /** Whether a request may reach a node. */
  allows(method: string, params: readonly unknown[]): boolean
  /** Whether a method is a simulation: these cost more than others, and have separate limits. */
  isSimulation(method: string): boolean
  /** Whether a request makes a node search, or may have a long answer: these have separate limits, and the answer is not parsed here. */
  isExpensive(method: string, params: readonly unknown[]): boolean
  /** Whether a method has a node run code: simulations do, and count with it. */
  runsCode(method: string): boolean
  /** Whether two nodes are queried, if there are two: the answer is trusted, and does not change from block to block. */
  isFact(method: string, params: readonly unknown[]): boolean
  /** Whether two results of a fact are the same. */
  isSame(method: string, one: unknown, other: unknown): boolean
  /** Whether an error means that this node cannot answer now, though another may. */
  isAway(error: { code: number }): boolean
  /** Whether an error concerns only this node: a rate limit, a method that it lacks. Another may serve the same. */
  isOwn(error: { code: number }): boolean
  /** Whether a method hands a transaction to the network. */
  isSending(method: string): boolean
  /** Whether a transaction's rejection may mean that another node has taken it: its nonce is used up, or it has expired. */
  mayBeTaken(error: unknown): boolean
  /** How a node reports its chain. `isOf` returns true for an invalid answer: a node need not have one. */
  identity: { method: string; isOf(result: unknown, reference: string): boolean }
  /** Returns an answer that is known without a node. */
  known(method: string, reference: string): { result: unknown } | undefined
}

const methodNotFound = -32601
/** Beside it, of EIP-1474: resource unavailable, method not supported, limit exceeded. */
const ownErrorsOfEvm: readonly number[] = [methodNotFound, -32002, -32004, -32005]

const rules = {
  eip155: {
    // Methods that need no consent and that the wallet does not answer itself, and sends of signed transactions.
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
    // The chain is the requested one, and a node's own accounts belong to no user.
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
    // CAIP-2: the reference is the beginning of the genesis block's hash.
    identity: {
      method: 'getGenesisHash',
      isOf: (result, reference) =>
        typeof result !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(result) || result.startsWith(reference),
    },
    known: () => undefined,
  },
} as const satisfies Record<string, ChainRules>

/** Returns the rules of a chain's namespace; undefined for one that isn't proxied. */
export const rulesOf = (chainId: string): ChainRules | undefined => {
  const [namespace = ''] = chainId.split(':')
  return Object.hasOwn(rules, namespace) ? rules[namespace as keyof typeof rules] : undefined
}
