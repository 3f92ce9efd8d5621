import { type EvmAddress, encodeCalls, hybridAccount, localA, localB, smartAccountContracts } from '@latchkey/chains'
import { AppError, type RpcParams } from '@latchkey/protocol'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import { account, richChain, router, type Scenario, somebody, soon, token } from './scenarios.fixture.ts'

const owner = account as EvmAddress
/** The user's account as a separate contract, and at their own address. */
export const hybrid: SmartAccount = { kind: 'hybrid', address: hybridAccount(owner).address, owner }
export const lent: SmartAccount = { kind: 'eip7702', address: owner, owner }

const ether = 10n ** 18n
const quantity = (value: bigint | number): string => `0x${value.toString(16)}`
const word = (value: bigint | string): string =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')
const unlimited = 2n ** 256n - 1n

export const approveCall = (spender: string, amount: bigint, of = token) => ({
  to: of,
  data: `0x095ea7b3${word(spender)}${word(amount)}`,
})
export const transferCall = (to: string, amount: bigint) => ({
  to: token,
  data: `0xa9059cbb${word(to)}${word(amount)}`,
})
/** Permit2, the same on every network: it keeps spenders and expiries of tokens itself. */
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const until = 2n ** 40n
const bytes = (hex: string): string =>
  `${word(BigInt(hex.length / 2))}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
const permitDetails = (amount: bigint): string => `${word(token)}${word(amount)}${word(until)}${word(0n)}`
/** The three ways to approve `token` through Permit2: called by the account, and signed by it, for one or several. */
export const permit2Calls = {
  approve: (spender: string, amount: bigint) => ({
    to: permit2,
    data: `0x87517c45${word(token)}${word(spender)}${word(amount)}${word(until)}`,
  }),
  permit: (spender: string, amount: bigint) => ({
    to: permit2,
    data: `0x2b67b570${word(hybrid.address)}${permitDetails(amount)}${word(spender)}${word(until)}${word(256n)}${bytes('ab'.repeat(65))}`,
  }),
  permitBatch: (spender: string, amount: bigint) => ({
    to: permit2,
    data: `0x2a2d80d1${word(hybrid.address)}${word(96n)}${word(352n)}${word(96n)}${word(spender)}${word(until)}${word(1n)}${permitDetails(amount)}${bytes('ab'.repeat(65))}`,
  }),
}
export const payCall = (to: string, amount: bigint) => ({ to, value: quantity(amount) })
const swapCall = {
  to: router,
  data: `0x18cbafe5${word(1_500_000_000n)}${word((41n * ether) / 100n)}${word(160n)}${word(hybrid.address)}${word(soon)}${word(2n)}${word(token)}${word(somebody)}`,
}

const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
} as const
const coins = `0x${'ee'.repeat(20)}`
const log = (name: keyof typeof topics, address: string, from: string, to: string, amount: bigint) => ({
  address,
  topics: [topics[name], `0x${word(from)}`, `0x${word(to)}`],
  data: `0x${word(amount)}`,
})

type TriedCall = { from: string; to: string; value: string; data: string }
type Tried = { blockStateCalls: [{ calls: TriedCall[] }] }

/** The logs of each call, where its target is what it seems to be. */
const logsOf = ({ from, to, value, data }: TriedCall): object[] => {
  const [, first = '', second = ''] = /^0x.{8}(.{64})(.{64})/.exec(data) ?? []
  const who = `0x${first.slice(24)}`
  const amount = second === '' ? 0n : BigInt(`0x${second}`)
  return [
    ...(BigInt(value) > 0n ? [log('transfer', coins, from, to, BigInt(value))] : []),
    ...(data.startsWith('0xa9059cbb') ? [log('transfer', to, from, who, amount)] : []),
    ...(data.startsWith('0x095ea7b3') ? [log('approval', to, from, who, amount)] : []),
    ...(data.startsWith('0x18cbafe5')
      ? [log('transfer', token, from, to, 1_500_000_000n), log('transfer', coins, to, from, (42n * ether) / 100n)]
      : []),
  ]
}
/** A spender uses its whole allowance. */
const tries = ([given]: readonly unknown[]) => {
  const [{ calls }] = (given as Tried).blockStateCalls
  const used = calls.some(({ data }) => data.startsWith('0x18cbafe5'))
  const answer = ({ data }: TriedCall): string => {
    if (!data.startsWith('0xdd62ed3e')) return '0x'
    const allowed = calls.findLast((call) => call.data.startsWith(`0x095ea7b3${data.slice(74)}`))
    const amount = BigInt(`0x${allowed?.data.slice(74) ?? '0'}`)
    return `0x${word(used && amount < unlimited && data.endsWith(word(router)) ? 0n : amount)}`
  }
  return [{ calls: calls.map((call) => ({ status: '0x1', returnData: answer(call), logs: logsOf(call) })) }]
}
/** The call with this index fails, and those after it are not reached. */
const failsAt = (at: number, reason: string) => (given: readonly unknown[]) => {
  const [{ calls }] = tries(given) as [{ calls: object[] }]
  const failed = { status: '0x0', returnData: '0x', logs: [], error: { message: `execution reverted: ${reason}` } }
  return [{ calls: calls.map((call, index) => (index === at ? failed : call)) }]
}

/** The EntryPoint's state of an account that has acted five times and has no deposit. */
const entryPointCall = ([call]: readonly unknown[]): unknown => {
  const { to, data } = call as { to: string; data: string }
  if (to !== smartAccountContracts.entryPoint)
    return (richChain.eth_call as (params: readonly unknown[]) => unknown)([call])
  return `0x${word(data.startsWith('0x35567e1a') ? 5n : 0n)}`
}

export const operationHash = `0x${'33'.repeat(32)}`
export const transactionHash = `0x${'77'.repeat(32)}`
/** The answers of bundler and node about any operation: that it is on the chain, and its result. */
export const happened = (success = true, reason?: string): NonNullable<Scenario['chain']> => {
  let asked = operationHash
  return {
    eth_getUserOperationReceipt: ([hash]: readonly unknown[]) => {
      asked = String(hash)
      return { success, reason, receipt: { transactionHash } }
    },
    eth_getTransactionReceipt: () => operationReceipt(asked, success),
  }
}
/** A transaction's receipt with the EntryPoint's event of one operation. */
export const operationReceipt = (hash: string, success: boolean) => ({
  transactionHash,
  blockHash: `0x${'88'.repeat(32)}`,
  blockNumber: '0x10',
  gasUsed: '0x5208',
  status: '0x1',
  logs: [
    {
      address: smartAccountContracts.entryPoint.toLowerCase(),
      topics: [
        '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
        hash,
        `0x${word(hybrid.address)}`,
        `0x${word(0n)}`,
      ],
      data: `0x${word(5n)}${word(success ? 1n : 0n)}${word(1n)}${word(1n)}`,
    },
  ],
})
const gas = { callGasLimit: '0xea60', verificationGasLimit: '0x186a0', preVerificationGas: '0xc350' }

/** A node and a bundler without failures. */
export const smartChain: NonNullable<Scenario['chain']> = {
  eth_call: entryPointCall,
  eth_simulateV1: tries,
  eth_estimateUserOperationGas: gas,
  eth_getUserOperationByHash: null,
  ...happened(),
}

/** The sponsor of the project's users. */
export const sponsorAnswer = (change: object = {}) => ({
  paymaster: `0x${'5a'.repeat(20)}`,
  paymasterData: `0x${'ab'.repeat(77)}`,
  paymasterVerificationGasLimit: '0x7530',
  paymasterPostOpGasLimit: '0x0',
  sponsor: 'Arcswap',
  isFinal: false,
  ...change,
})
const outOfBudget = new AppError('SPONSOR_REFUSED', {
  details: { reason: 'what Arcswap pays for in a day is spent' },
})

type Calls = RpcParams<'wallet_sendCalls'>[0]['calls']
const batch = (calls: Calls, more: object = {}): RpcParams<'wallet_sendCalls'> => [
  { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls, ...more },
]
const shared = { smartAccount: hybrid, network: localA, chain: smartChain, known: [router, somebody] } as const
const refusedWith = (reason: string): Pick<Scenario, 'chain'> => ({
  chain: {
    ...smartChain,
    eth_estimateUserOperationGas: new AppError('OPERATION_REFUSED', { details: { reason } }),
  },
})

const ten: Calls = [
  approveCall(router, 1_500_000_000n),
  swapCall,
  transferCall(somebody, 12_500_000n),
  payCall(somebody, ether / 10n),
  payCall(router, ether / 20n),
  approveCall(somebody, 50_000_000n),
  { to: router, data: '0xd0e30db0', value: quantity(ether / 4n) },
  transferCall(router, 1_000_000n),
  { to: router, data: '0x12345678' },
  approveCall(router, 0n),
]

export const callsScenarios = {
  'batch: allow and swap': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([approveCall(router, 1_500_000_000n), swapCall]),
    services: { sponsor: sponsorAnswer() },
  },
  'batch of ten': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch(ten),
    network: localA,
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'batch that ends in a drain': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([
      ...Array.from({ length: 11 }, () => ({ to: router, data: '0x12345678' })),
      transferCall(somebody, 2_000_000_000_000n),
    ]),
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'batch of 256': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch(Array.from({ length: 256 }, () => transferCall(somebody, 1_000_000n))),
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'first operation': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([payCall(somebody, ether / 10n)]),
    chain: {
      ...smartChain,
      eth_getCode: ([address]: readonly unknown[]) => (address === hybrid.address ? '0x' : '0x6080'),
    },
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'first operation of one’s own address': {
    ...shared,
    smartAccount: lent,
    network: localB,
    method: 'wallet_sendCalls',
    params: batch([transferCall(somebody, 12_500_000n), payCall(somebody, ether / 10n)], { chainId: '0x539' }),
    chain: { ...smartChain, eth_getCode: ([address]: readonly unknown[]) => (address === owner ? '0x' : '0x6080') },
    services: { sponsor: sponsorAnswer() },
  },
  'lent to another wallet’s code': {
    ...shared,
    smartAccount: lent,
    network: localB,
    method: 'wallet_sendCalls',
    params: batch([transferCall(somebody, 12_500_000n)], { chainId: '0x539' }),
    chain: {
      ...smartChain,
      eth_getCode: ([address]: readonly unknown[]) => (address === owner ? `0xef0100${'9c'.repeat(20)}` : '0x6080'),
    },
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'paid by a service of the page': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([transferCall(somebody, 12_500_000n)], {
      capabilities: { paymasterService: { url: 'https://paymaster.arcswap.example', context: { policy: 'free' } } },
    }),
    services: { sponsor: sponsorAnswer({ sponsor: 'Free gas for everybody, verified by your bank' }) },
  },
  'sponsor out of budget': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([transferCall(somebody, 12_500_000n)]),
    services: { sponsor: outOfBudget },
  },
  'sponsor lost': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([transferCall(somebody, 12_500_000n)]),
    services: {
      sponsor: (params: unknown) => ((params as { stage: string }).stage === 'stub' ? sponsorAnswer() : outOfBudget),
    },
  },
  'batch that fails': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([approveCall(router, 1_500_000_000n), swapCall, transferCall(somebody, 12_500_000n)]),
    ...refusedWith('a call in it would fail: transfers are paused'),
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'batch that fails when tried': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([approveCall(router, 1_500_000_000n), swapCall, transferCall(somebody, 12_500_000n)]),
    chain: { ...smartChain, eth_simulateV1: failsAt(1, 'too little came out') },
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'batch with an approval without limit': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([approveCall(router, unlimited), swapCall]),
    services: { sponsor: sponsorAnswer() },
  },
  'account without funds': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([payCall(somebody, ether / 10n)]),
    chain: { ...smartChain, eth_getBalance: quantity(ether / 20n) },
    services: { sponsor: new AppError('NOT_ENABLED') },
  },
  'bundler down': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch([transferCall(somebody, 12_500_000n)]),
    chain: { ...smartChain, eth_estimateUserOperationGas: new AppError('BUNDLER_UNREACHABLE') },
  },
  'bundler slow': {
    ...shared,
    method: 'wallet_sendCalls',
    params: batch(ten),
    chain: {
      ...smartChain,
      eth_estimateUserOperationGas: () => new Promise(() => undefined),
      eth_simulateV1: () => new Promise(() => undefined),
    },
  },
  'transaction of a smart account': {
    ...shared,
    method: 'eth_sendTransaction',
    params: [{ from: hybrid.address, ...transferCall(somebody, 12_500_000n) }],
    services: { sponsor: sponsorAnswer() },
  },
  'operation of a page': {
    ...shared,
    method: 'eth_sendUserOperation',
    params: [
      {
        sender: hybrid.address,
        callData: encodeCalls([
          { to: somebody as EvmAddress, value: ether / 10n, data: '0x' },
          { to: token as EvmAddress, value: 0n, data: approveCall(router, 5n).data as `0x${string}` },
        ]),
        nonce: '0x5',
        callGasLimit: '0xea60',
        verificationGasLimit: '0x186a0',
        preVerificationGas: '0xc350',
        maxFeePerGas: '0x3b9aca00',
        maxPriorityFeePerGas: '0x3b9aca00',
        paymaster: `0x${'9a'.repeat(20)}`,
        paymasterVerificationGasLimit: '0x7530',
        paymasterPostOpGasLimit: '0x0',
        paymasterData: '0x1234',
      },
    ],
  },
  'one call of a plain account': {
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId: '0x1', calls: [payCall(somebody, ether / 10n)] }],
  },
} as const satisfies Record<string, Scenario>
export type CallsScenarioName = keyof typeof callsScenarios
