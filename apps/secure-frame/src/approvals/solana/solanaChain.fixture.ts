import {
  type AccountState,
  formatBase58,
  parseBase58,
  type SolanaAddress,
  systemProgram,
  tokenProgram,
} from '@latchkey/chains'
import { base64OfBytes } from './examineSolana.ts'

/** A readable address: its letters, padded. */
export const named = (name: string): SolanaAddress => {
  const bytes = new Uint8Array(32)
  bytes.set([...parseBase58(name, 'name')].slice(0, 32))
  return formatBase58(bytes) as SolanaAddress
}

const uint64 = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
const keyBytes = (address: string): Uint8Array => parseBase58(address, 'address')
const option = (address: string | null): number[] =>
  address === null ? new Array(36).fill(0) : [1, 0, 0, 0, ...keyBytes(address)]

export type Held = {
  mint: string
  owner: string
  amount: bigint
  delegate?: string | null
  delegated?: bigint
}

/** A token account, 165 bytes. */
export const tokenAccount = ({ mint, owner, amount, delegate = null, delegated = 0n }: Held): AccountState => ({
  owner: tokenProgram,
  lamports: 2_039_280n,
  data: Uint8Array.from([
    ...keyBytes(mint),
    ...keyBytes(owner),
    ...uint64(amount),
    ...option(delegate),
    1,
    ...new Array(12).fill(0),
    ...uint64(delegated),
    ...option(null),
  ]),
})

const string = (text: string): number[] => {
  const bytes = [...new TextEncoder().encode(text)]
  return [bytes.length, 0, 0, 0, ...bytes]
}
const extension = (type: number, bytes: readonly number[]): number[] => [
  type,
  0,
  bytes.length & 0xff,
  bytes.length >> 8,
  ...bytes,
]

export type MintTraits = {
  symbol?: string
  hasFee?: boolean
  hook?: string
  permanentDelegate?: string
  program?: string
}

/** A mint, with the extensions of its traits. */
export const mint = (decimals: number, traits: MintTraits = {}): AccountState => {
  const { symbol, hasFee = false, hook, permanentDelegate, program = tokenProgram } = traits
  const base = [...option(null), ...uint64(10n ** 15n), decimals, 1, ...option(null)]
  const extensions = [
    ...(hasFee ? extension(1, new Array(108).fill(0)) : []),
    ...(permanentDelegate === undefined ? [] : extension(12, [...keyBytes(permanentDelegate)])),
    ...(hook === undefined ? [] : extension(14, [...new Array(32).fill(0), ...keyBytes(hook)])),
    ...(symbol === undefined
      ? []
      : extension(19, [...new Array(64).fill(0), ...string('A token'), ...string(symbol), ...string('')])),
  ]
  const data = extensions.length === 0 ? base : [...base, ...new Array(165 - base.length).fill(0), 1, ...extensions]
  return { owner: program, lamports: 1_461_600n, data: Uint8Array.from(data) }
}

export const wallet = (lamports: bigint): AccountState => ({ owner: systemProgram, lamports, data: new Uint8Array() })

const json = (state: AccountState | null | undefined, length?: number) =>
  state == null
    ? null
    : { owner: state.owner, lamports: Number(state.lamports), data: [base64Of(state.data.slice(0, length)), 'base64'] }

/** In chunks: a large account has more bytes than a call takes arguments. */
const base64Of = (bytes: Uint8Array): string => {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += 3_000)
    pieces.push(base64OfBytes(bytes.slice(start, start + 3_000)))
  return pieces.join('')
}

export type Accounts = Readonly<Record<string, AccountState | null>>
export type SolanaChainOptions = {
  accounts: Accounts
  /** The differences after the transaction; a list for several. */
  after?: Accounts | readonly Accounts[]
  /** The network's answer instead; a list for several. */
  err?: unknown
  logs?: readonly string[]
}

/** A cluster that holds these accounts and returns the given result of a transaction. */
export const solanaChain = ({ accounts, after = {}, err = null, logs = [] }: SolanaChainOptions) => {
  let tried = 0
  const states = (asked: readonly string[], held: Accounts, length?: number) =>
    asked.map((address) => json(held[address], length))
  return {
    getMultipleAccounts: ([asked, config]: readonly unknown[]) => {
      const { length } = (config as { dataSlice: { length: number } }).dataSlice
      return { value: states(asked as string[], accounts, length) }
    },
    simulateTransaction: ([, config]: readonly unknown[]) => {
      const { addresses } = (config as { accounts: { addresses: string[] } }).accounts
      const at = tried++
      const change = Array.isArray(after) ? after[at % after.length] : after
      const failure = Array.isArray(err) ? err[at % err.length] : err
      const value =
        failure === null
          ? { err: null, logs, accounts: states(addresses, { ...accounts, ...change }), unitsConsumed: 450 }
          : { err: failure, logs, accounts: null, unitsConsumed: 450 }
      return { value }
    },
    getSignatureStatuses: { value: [null] },
  }
}
