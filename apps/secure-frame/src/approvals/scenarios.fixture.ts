import { hybridAccount, localA, mainnet, toChecksumAddress } from '@latchkey/chains'
import { AppError, type ApprovalMethod, type DappMetadata, type RpcParams, type SafeMethod } from '@latchkey/protocol'
import type { SolanaRead } from '../chain/solanaReads.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import type { ServiceName } from '../smartAccount/services.ts'
import type { NetworkFor } from './Approval.ts'

/** The account of every scenario on Ethereum, and another user's. */
export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const others: readonly string[] = [somebody, token]

/** The node methods for pages, and those for the wallet only. */
type NodeMethod = SafeMethod | SolanaRead | 'eth_simulateV1' | 'debug_traceCall'
type Answer = unknown | ((params: readonly unknown[]) => unknown)

/** One request before the user, with its chain. */
export type Scenario<method extends ApprovalMethod = ApprovalMethod> = {
  [m in method]: {
    method: m
    params: RpcParams<m>
    origin?: string
    claim?: DappMetadata | null
    network?: NetworkFor<m>
    /** Answers of the node by method; an AppError is thrown. Missing ones are answered as for a rich account. */
    chain?: Partial<Record<NodeMethod, Answer>>
    /** The addresses that the account knows; those of the scenarios when absent. */
    known?: readonly string[]
    /** US dollars for a coin; unknown when absent. */
    priceUsd?: number
    /** Names by address. */
    names?: Readonly<Record<string, string>>
    /** The same, by request. */
    pricesUsd?: Readonly<Record<string, number>>
    /** As the document of the wallet has them; none when absent. */
    swapRouters?: string
    /** The account of the request; the plain one when absent. */
    smartAccount?: SmartAccount
    /** The smart account of the plain one; none when absent. */
    ownSmartAccount?: SmartAccount
    /** Answers of the wallet's services by name; an AppError is thrown. Missing ones succeed, without a sponsor. */
    services?: Partial<Record<ServiceName, unknown | ((params: unknown) => unknown)>>
    /** Fails to sign. */
    signFailure?: AppError
  }
}[method]

export const hex = (text: string): `0x${string}` =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
const word = (value: bigint | string): string =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0')
const abiString = (text: string): string => {
  const data = hex(text).slice(2)
  return `0x${word(32n)}${word(BigInt(data.length / 2))}${data.padEnd(Math.ceil(data.length / 64) * 64, '0')}`
}
const unlimited = 2n ** 256n - 1n
const ether = 10n ** 18n
const quantity = (value: bigint | number): string => `0x${value.toString(16)}`

const eventTopics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
} as const
const coins = `0x${'ee'.repeat(20)}`
const event = (name: keyof typeof eventTopics, address: string, from: string, to: string, amount: bigint) => ({
  address,
  topics: [eventTopics[name], `0x${word(from)}`, `0x${word(to)}`],
  data: `0x${word(amount)}`,
})
const item = (address: string, from: string, to: string, id: bigint) => ({
  address,
  topics: [eventTopics.transfer, `0x${word(from)}`, `0x${word(to)}`, `0x${word(id)}`],
  data: '0x',
})
const ran = (...logs: object[]) => [{ calls: [{ status: '0x1', returnData: '0x', logs }] }]

type SimulateGiven = { blockStateCalls: [{ calls: [{ to?: string; value: string; data: string }] }] }

/** The logs of a call whose target is what it seems to be. */
const logsOf = ({ to, value, data }: { to?: string; value: string; data: string }): object[] => {
  const [, first = '', second = ''] = /^0x.{8}(.{64})(.{64})/.exec(data) ?? []
  const [who, amount] = [`0x${first.slice(24)}`, second === '' ? 0n : BigInt(`0x${second}`)]
  const names = { '0xa9059cbb': 'transfer', '0x095ea7b3': 'approval', '0xa22cb465': 'approvalForAll' } as const
  const name = names[data.slice(0, 10) as keyof typeof names]
  return [
    ...(to !== undefined && BigInt(value) > 0n ? [event('transfer', coins, account, to, BigInt(value))] : []),
    ...(to !== undefined && name !== undefined ? [event(name, to, account, who, amount)] : []),
  ]
}

/** A node's answers for a rich account and a token. */
export const richChain: Partial<Record<NodeMethod, Answer>> = {
  eth_getTransactionCount: '0x5',
  eth_estimateGas: '0x5208',
  eth_getBalance: quantity(3n * ether),
  eth_gasPrice: quantity(12_000_000_000n),
  eth_maxPriorityFeePerGas: quantity(1_000_000_000n),
  eth_getBlockByNumber: { baseFeePerGas: quantity(9_731_204_511n) },
  eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
  eth_getTransactionByHash: { blockNumber: null },
  eth_getCode: '0x6080',
  eth_simulateV1: ([given]: readonly unknown[]) => ran(...logsOf((given as SimulateGiven).blockStateCalls[0].calls[0])),
  debug_traceCall: new AppError('METHOD_NOT_ALLOWED'),
  eth_call: ([call]: readonly unknown[]) =>
    (call as { data: string }).data === '0x95d89b41' ? abiString('USDC') : `0x${word(6n)}`,
}

export const signInMessage = (domain: string): string =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    account,
    '',
    'I accept the Arcswap terms of service.',
    '',
    `URI: https://${domain}/login`,
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 8f3c2a91',
    'Issued At: 2026-01-12T09:30:00Z',
  ].join('\n')

const typedDomain = (extra: object = {}) => ({
  name: 'Arcswap',
  version: '1',
  chainId: 1,
  verifyingContract: token,
  ...extra,
})

const order = {
  types: {
    Asset: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    Order: [
      { name: 'maker', type: 'address' },
      { name: 'note', type: 'string' },
      { name: 'give', type: 'Asset' },
      { name: 'take', type: 'Asset[]' },
      { name: 'partial', type: 'bool' },
      { name: 'salt', type: 'bytes32' },
    ],
  },
  primaryType: 'Order',
  domain: typedDomain(),
  message: {
    maker: account,
    note: 'First come, first served',
    give: { token, amount: '1500000000' },
    take: [
      { token: somebody, amount: '420000000000000000' },
      { token, amount: '17' },
    ],
    partial: true,
    salt: `0x${'5a'.repeat(32)}`,
  },
}

export const permit = (value: bigint) => ({
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: typedDomain({ name: 'USD Coin', version: '2' }),
  message: { owner: account, spender: somebody, value: value.toString(), nonce: '0', deadline: '1799999999' },
})

/** The account's smart account, at a separate address. */
const smartAccount: SmartAccount = {
  kind: 'hybrid',
  address: hybridAccount(toChecksumAddress(account)).address,
  owner: account,
}

/** The deadline of swaps, in seconds since 1970: soon, like those that the wallet accepts. */
export const soon = BigInt(Math.floor(Date.now() / 1000) + 1_200)
/** Calls of a swap contract, including multicalls: an unlimited token approval among them. */
export const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const padded = (data: string): string => data.slice(2).padEnd(Math.ceil((data.length - 2) / 64) * 64, '0')
const inner = [`0xd0e30db0`, `0x87517c45${word(token)}${word(somebody)}${word(2n ** 160n - 1n)}${word(1_799_999_999n)}`]
const multicall = `0xac9650d8${word(32n)}${word(2n)}${word(64n)}${word(128n)}${inner.map((data) => word(BigInt(data.length / 2 - 1)) + padded(data)).join('')}`
const collection = ([call]: readonly unknown[]): string => {
  const { data } = call as { data: string }
  return data === '0x95d89b41' ? abiString('WOLVES') : data.startsWith('0x01ffc9a7') ? `0x${word(1n)}` : '0x'
}

const zero = `0x${'00'.repeat(20)}`
/** Typed data whose first struct is signed; fields as `type name, type name`. */
const typed = (structs: Record<string, string>, message: object) => ({
  types: Object.fromEntries(
    Object.entries(structs).map(([struct, fields]) => [
      struct,
      fields.split(', ').map((field) => ({ type: field.split(' ')[0], name: field.split(' ')[1] })),
    ]),
  ),
  primaryType: Object.keys(structs)[0],
  domain: typedDomain(),
  message,
})
const itemFields = 'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount'
/** One item of a collection for `wanted`, as Seaport has it. */
const listing = (wanted: readonly { itemType: number; token: string; to: string; amount: bigint }[]) =>
  typed(
    {
      OrderComponents:
        'address offerer, OfferItem[] offer, ConsiderationItem[] consideration, uint256 endTime, uint256 salt',
      OfferItem: itemFields,
      ConsiderationItem: `${itemFields}, address recipient`,
    },
    {
      offerer: account,
      offer: [{ itemType: 2, token, identifierOrCriteria: 1042, startAmount: 1, endAmount: 1 }],
      consideration: wanted.map(({ itemType, token: asset, to, amount }) => ({
        itemType,
        token: asset,
        identifierOrCriteria: 0,
        startAmount: amount.toString(),
        endAmount: amount.toString(),
        recipient: to,
      })),
      endTime: 1799999999,
      salt: '7',
    },
  )
const safeTransaction = (operation: number) =>
  typed(
    {
      SafeTx:
        'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
    },
    {
      ...{ to: token, value: 0, data: `0xa9059cbb${word(somebody)}${word(12_500_000n)}`, operation, safeTxGas: 0 },
      ...{ baseGas: 0, gasPrice: 0, gasToken: zero, refundReceiver: zero, nonce: 12 },
    },
  )

const transaction = (fields: object): RpcParams<'eth_sendTransaction'> => [{ from: account, ...fields }]
const transfer = transaction({ to: somebody, value: quantity(ether / 10n) })
const approve = (amount: bigint) => transaction({ to: token, data: `0x095ea7b3${word(somebody)}${word(amount)}` })

/** It does not name the tokens' owner, which is the signer. */
const permit2 = JSON.stringify(
  typed(
    {
      PermitWitnessTransferFrom:
        'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, ExclusiveOrder witness',
      TokenPermissions: 'address token, uint256 amount',
      ExclusiveOrder: 'address filler, uint256 output',
    },
    {
      permitted: { token, amount: '25000000' },
      spender: router,
      nonce: 7,
      deadline: 1799999999,
      witness: { filler: somebody, output: '9' },
    },
  ),
)

export const scenarios = {
  message: {
    method: 'personal_sign',
    params: [
      hex('Welcome to Arcswap!\n\nSign this message to show that this is your account. It costs nothing.'),
      account,
    ],
  },
  'sign in': {
    method: 'personal_sign',
    params: [hex(signInMessage('app.arcswap.example')), account],
    network: mainnet,
  },
  'sign in elsewhere': {
    method: 'personal_sign',
    params: [hex(signInMessage('bank.example')), account],
    network: mainnet,
  },
  'sign in from an odd place': {
    method: 'personal_sign',
    params: [hex(signInMessage('app.arcswap.example').replace('https://', 'https://login.')), account],
  },
  digest: { method: 'personal_sign', params: [`0x${'d3'.repeat(32)}`, account] },
  bytes: { method: 'personal_sign', params: [`0xff00${'c3'.repeat(60)}`, account] },
  'empty message': { method: 'personal_sign', params: ['0x', account] },
  'long message': {
    method: 'personal_sign',
    params: [hex('The terms of this agreement go on for a while. '.repeat(80)), account],
  },
  'hostile page': {
    method: 'personal_sign',
    params: [hex('Sign to continue'), account],
    origin: 'http://xn--80ak6aa92e.com.a-very-long-subdomain-that-goes-on-and-on.evil-wallets.example:8080',
    claim: {
      name: 'Your bank \u202e‮‮ — verified by Latchkey and everybody else in the world',
      description: '',
      url: 'https://bank.example',
      icons: [],
    },
  },
  'no claim, on this computer': {
    method: 'personal_sign',
    params: [hex('Hello'), account],
    origin: 'http://127.0.0.1:3000',
    claim: null,
    network: localA,
  },
  'service down': {
    method: 'personal_sign',
    params: [hex('Hello'), account],
    signFailure: new AppError('SERVICE_UNREACHABLE'),
  },
  'move to the smart account': {
    method: 'eth_sendTransaction',
    params: transaction({ to: smartAccount.address, value: quantity((ether * 95n) / 10n) }),
    network: localA,
    known: [],
    chain: { eth_getBalance: quantity(10n * ether) },
    ownSmartAccount: smartAccount,
  },
  'move tokens to the smart account': {
    method: 'eth_sendTransaction',
    params: transaction({ to: token, data: `0xa9059cbb${word(smartAccount.address)}${word(12_500_000n)}` }),
    network: localA,
    known: [],
    ownSmartAccount: smartAccount,
  },
  'typed data': { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(order)], network: mainnet },
  permit: { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(permit(25_000_000n))], network: mainnet },
  'permit for a swap': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      JSON.stringify({
        ...permit(25_000_000n),
        message: { ...permit(25_000_000n).message, deadline: soon.toString() },
      }),
      { swap: { give: token, giveAmount: quantity(25_000_000n), get: 'native', minimum: '0x1' } },
    ],
    network: mainnet,
    swapRouters: `eip155:1:${somebody}`,
  },
  'permit without limit': {
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(permit(unlimited))],
    network: mainnet,
  },
  'trade of an item': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      JSON.stringify(
        listing([
          { itemType: 0, token: zero, to: account, amount: ether },
          { itemType: 0, token: zero, to: router, amount: ether / 40n },
        ]),
      ),
    ],
    chain: { eth_call: collection },
  },
  'item for nothing': {
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(listing([]))],
    chain: { eth_call: collection },
  },
  'trade of tokens': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      JSON.stringify(
        typed(
          {
            Order:
              'address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, uint256 feeAmount',
          },
          {
            sellToken: token,
            buyToken: coins,
            receiver: account,
            sellAmount: '1500000000',
            buyAmount: '420000000000000000',
            validTo: 1799999999,
            feeAmount: 0,
          },
        ),
      ),
    ],
  },
  'Permit2 with a witness': { method: 'eth_signTypedData_v4', params: [account, permit2] },
  'Permit2 of a smart account': {
    method: 'eth_signTypedData_v4',
    params: [smartAccount.address, permit2],
    smartAccount,
    chain: { eth_getCode: '0x' },
  },
  'permit of the plain account beside': {
    method: 'eth_signTypedData_v4',
    params: [smartAccount.address, JSON.stringify(permit(25_000_000n))],
    network: mainnet,
    smartAccount,
  },
  'permit of the smart account beside': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      JSON.stringify({
        ...permit(25_000_000n),
        message: { ...permit(25_000_000n).message, owner: smartAccount.address },
      }),
    ],
    network: mainnet,
  },
  'message of a smart account': {
    method: 'personal_sign',
    params: [hex('Hello from the smart account'), smartAccount.address],
    smartAccount,
    chain: { eth_getCode: '0x' },
  },
  'Safe transaction': {
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(safeTransaction(0))],
  },
  'Safe handed over': {
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(safeTransaction(1))],
  },
  'delegation of the account': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      JSON.stringify(
        typed(
          { Delegation: 'address delegate, address delegator, bytes32 authority, uint256 salt' },
          { delegate: somebody, delegator: router, authority: `0x${'ff'.repeat(32)}`, salt: 0 },
        ),
      ),
    ],
  },
  'typed sign-in elsewhere': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      JSON.stringify(
        typed(
          { Login: 'string domain, string statement, string nonce' },
          { domain: 'bank.example', statement: 'I accept.', nonce: '7' },
        ),
      ),
    ],
  },
  'hostile typed data': {
    method: 'eth_signTypedData_v4',
    params: [
      account,
      JSON.stringify(
        typed(
          { Mail: 'string subject, string from, string body, int256 low, uint256 high' },
          {
            subject: '\u202eevil',
            from: 'ba\u200bnk.example',
            body: `<img src=x onerror=alert(1)>\u0000${'A'.repeat(3000)}`,
            low: (-(2n ** 255n)).toString(),
            high: unlimited.toString(),
          },
        ),
      ),
    ],
  },
  'spelled digest': { method: 'personal_sign', params: [hex(`0x${'d3'.repeat(32)}`), account] },
  transfer: { method: 'eth_sendTransaction', params: transfer },
  'transfer on a test network': { method: 'eth_sendTransaction', params: transfer, network: localA },
  'exact transfer': {
    method: 'eth_sendTransaction',
    params: transaction({ to: somebody, value: quantity(1_234_567_890_123_456_789n) }),
  },
  'token transfer': {
    method: 'eth_sendTransaction',
    params: transaction({ to: token, data: `0xa9059cbb${word(somebody)}${word(12_500_000n)}` }),
    chain: { eth_estimateGas: '0xc350' },
  },
  approval: { method: 'eth_sendTransaction', params: approve(50_000_000n) },
  'approval without limit': { method: 'eth_sendTransaction', params: approve(unlimited) },
  'approval taken back': { method: 'eth_sendTransaction', params: approve(0n) },
  'contract call': {
    method: 'eth_sendTransaction',
    params: transaction({
      to: token,
      value: quantity(ether / 4n),
      data: `0x38ed1739${word(1n)}${word(2n)}${word(somebody)}`,
    }),
    chain: { eth_estimateGas: '0x2dc6c' },
  },
  'new contract': { method: 'eth_sendTransaction', params: transaction({ data: `0x6080604052${'00'.repeat(400)}` }) },
  'without funds': {
    method: 'eth_sendTransaction',
    params: transfer,
    chain: { eth_getBalance: quantity(ether / 20n) },
  },
  'would fail': {
    method: 'eth_sendTransaction',
    params: approve(1n),
    chain: { eth_estimateGas: new AppError('EXECUTION_REVERTED', { details: { reason: 'transfers are paused' } }) },
  },
  'chain down': {
    method: 'eth_sendTransaction',
    params: transfer,
    chain: { eth_getTransactionCount: new AppError('CHAIN_UNREACHABLE') },
  },
  'first transfer': { method: 'eth_sendTransaction', params: transfer, known: [], priceUsd: 3120.5 },
  lookalike: {
    method: 'eth_sendTransaction',
    params: transaction({ to: `0x7099${'1f'.repeat(16)}79c8`, value: quantity((ether * 27n) / 10n) }),
    known: [somebody],
    priceUsd: 3120.5,
  },
  'approval to a user': {
    method: 'eth_sendTransaction',
    params: approve(unlimited),
    known: [],
    chain: { eth_getCode: ([address]: readonly unknown[]) => (address === token ? '0x6080' : '0x') },
  },
  'whole collection': {
    method: 'eth_sendTransaction',
    params: transaction({ to: token, data: `0xa22cb465${word(somebody)}${word(1n)}` }),
    chain: { eth_call: collection },
  },
  item: {
    method: 'eth_sendTransaction',
    params: transaction({ to: token, data: `0x42842e0e${word(account)}${word(somebody)}${word(1042n)}` }),
    chain: { eth_call: collection, eth_simulateV1: ran(item(token, account, somebody, 1042n)) },
  },
  swap: {
    method: 'eth_sendTransaction',
    params: transaction({
      to: router,
      data: `0x18cbafe5${word(1_500_000_000n)}${word((41n * ether) / 100n)}${word(160n)}${word(account)}${word(soon)}${word(2n)}${word(token)}${word(somebody)}`,
    }),
    known: [router],
    priceUsd: 3120.5,
    chain: {
      eth_estimateGas: '0x2dc6c',
      eth_simulateV1: ran(
        event('transfer', token, account, router, 1_500_000_000n),
        event('transfer', coins, router, account, (42n * ether) / 100n),
      ),
    },
  },
  'several calls': {
    method: 'eth_sendTransaction',
    params: transaction({ to: router, value: quantity(ether / 2n), data: multicall }),
    known: [router],
    chain: {
      eth_simulateV1: ran(
        event('transfer', coins, account, router, ether / 2n),
        event('approval', token, account, somebody, unlimited),
      ),
    },
  },
  'more than said': {
    method: 'eth_sendTransaction',
    params: transaction({ to: token, data: `0xa9059cbb${word(somebody)}${word(12_500_000n)}` }),
    chain: {
      eth_simulateV1: ran(
        event('transfer', token, account, somebody, 12_500_000n),
        event('approval', token, account, router, unlimited),
      ),
    },
  },
  'reverts when tried': {
    method: 'eth_sendTransaction',
    params: [{ ...transfer[0], gas: '0x5208' }],
    chain: { eth_simulateV1: new AppError('EXECUTION_REVERTED', { details: { reason: 'transfers are paused' } }) },
  },
  'cannot be tried': {
    method: 'eth_sendTransaction',
    params: transfer,
    chain: { eth_simulateV1: new AppError('METHOD_NOT_ALLOWED') },
  },
  'being tried': {
    method: 'eth_sendTransaction',
    params: transaction({ to: router, data: '0xd0e30db0', value: quantity(ether / 4n) }),
    chain: { eth_simulateV1: () => new Promise(() => undefined) },
  },
  'nothing there': {
    method: 'eth_sendTransaction',
    params: transaction({ to: router, data: '0xd0e30db0', value: quantity(ether / 4n) }),
    chain: { eth_getCode: '0x' },
  },
  'still loading': {
    method: 'eth_sendTransaction',
    params: transfer,
    chain: { eth_estimateGas: () => new Promise(() => undefined) },
  },
} as const satisfies Record<string, Scenario>
export type ScenarioName = keyof typeof scenarios
