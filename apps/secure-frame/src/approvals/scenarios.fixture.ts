import { type EvmNetwork, localA, mainnet } from '@latchkey/chains'
import { AppError, type ApprovalMethod, type DappMetadata, type RpcParams, type SafeMethod } from '@latchkey/protocol'

/** The account of every scenario, and somebody else. */
export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

type Answer = unknown | ((params: readonly unknown[]) => unknown)

/** One request before a person, with the chain that it meets. */
export type Scenario<method extends ApprovalMethod = ApprovalMethod> = {
  [m in method]: {
    method: m
    params: RpcParams<m>
    origin?: string
    claim?: DappMetadata | null
    network?: EvmNetwork
    /** Answers of the node by method; an AppError is thrown. What is missing here is answered as for a rich account. */
    chain?: Partial<Record<SafeMethod, Answer>>
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

/** What a node says of a rich account and of a token. */
export const richChain: Partial<Record<SafeMethod, Answer>> = {
  eth_getTransactionCount: '0x5',
  eth_estimateGas: '0x5208',
  eth_getBalance: quantity(3n * ether),
  eth_gasPrice: quantity(12_000_000_000n),
  eth_maxPriorityFeePerGas: quantity(1_000_000_000n),
  eth_getBlockByNumber: { baseFeePerGas: quantity(9_731_204_511n) },
  eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
  eth_getTransactionByHash: { blockNumber: null },
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

const transaction = (fields: object): RpcParams<'eth_sendTransaction'> => [{ from: account, ...fields }]
const transfer = transaction({ to: somebody, value: quantity(ether / 10n) })
const approve = (amount: bigint) => transaction({ to: token, data: `0x095ea7b3${word(somebody)}${word(amount)}` })

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
  'typed data': { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(order)], network: mainnet },
  permit: { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(permit(25_000_000n))], network: mainnet },
  'permit without limit': {
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(permit(unlimited))],
    network: mainnet,
  },
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
  'still loading': {
    method: 'eth_sendTransaction',
    params: transfer,
    chain: { eth_estimateGas: () => new Promise(() => undefined) },
  },
} as const satisfies Record<string, Scenario>
export type ScenarioName = keyof typeof scenarios
