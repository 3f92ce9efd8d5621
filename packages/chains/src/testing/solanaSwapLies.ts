/**
 * What an api, or an aggregator behind it, can change in the transaction of a Solana swap, one field per row, in each form that exchanges
 * build. All readers of a swap are tested with all of it: the api's driver, the modal and the wallet.
 */
import { formatSolanaAddress, parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { solanaAddressBytes } from '../solana/encodeSolanaMessage.ts'
import type { AccountState } from '../solana/resolveLookups.ts'
import { lookupTableProgram } from '../solana/solanaPrograms.ts'
import { tokenAccountOf } from '../solana/transferInstructions.ts'
import type { SolanaSwapFault } from '../swaps/solanaSwap.ts'
import {
  hostileInstructions,
  type JupiterChange,
  jupiterSwap,
  type MakerChange,
  makerSwap,
  swapAmounts,
  swapMaker,
  swapOther,
  swapStranger,
  swapUsdc,
  swapUser,
} from './solanaSwap.ts'

/** `fault`: the wallet's name for it; only the wallet knows the makers. `tables`: the lookup tables on the network. */
export type SolanaSwapLie = {
  form: 'maker' | 'jupiter'
  field: string
  fault: SolanaSwapFault
  bytes: Uint8Array
  tables: Readonly<Record<string, AccountState>>
}

const theirs = tokenAccountOf(swapStranger, swapUsdc)
const table = parseSolanaAddress('2sYRXhLCLPJLZKY8Rv4NCcJTaBnKM5vdGJA3sWVDGv1b')

/** A legacy transaction that takes one of its accounts from a lookup table. */
export const lookedUp = (bytes: Uint8Array, account: SolanaAddress): Uint8Array => {
  const [signatures = 0] = bytes
  const message = bytes.slice(1 + 64 * signatures)
  const [signers = 0, readonlySigners = 0, readonlyOthers = 0, count = 0] = message
  const keys = Array.from({ length: count }, (_, index) => message.slice(4 + 32 * index, 36 + 32 * index))
  const place = keys.findIndex((key) => formatSolanaAddress(key) === account)
  if (place < signers) throw new Error(`${account} is no account that a table can bring`)
  const isReadonly = place >= count - readonlyOthers
  // Accounts from tables come after all others.
  const moved = (index: number): number => (index === place ? count - 1 : index > place ? index - 1 : index)
  const rest = message.slice(4 + 32 * count)
  const instructions: number[] = [rest[32] ?? 0]
  for (let at = 33; at < rest.length; ) {
    const [program = 0, accounts = 0] = rest.slice(at)
    const data = at + 2 + accounts
    const end = data + 1 + (rest[data] ?? 0)
    instructions.push(moved(program), accounts, ...[...rest.slice(at + 2, data)].map(moved), ...rest.slice(data, end))
    at = end
  }
  return Uint8Array.from([
    ...bytes.slice(0, 1 + 64 * signatures),
    0x80,
    ...[signers, readonlySigners, readonlyOthers - Number(isReadonly), count - 1],
    ...keys.flatMap((key, index) => (index === place ? [] : [...key])),
    ...rest.slice(0, 32),
    ...instructions,
    ...[1, ...solanaAddressBytes(table), ...(isReadonly ? [0, 1, 0] : [1, 0, 0])],
  ])
}
const tables = (...addresses: readonly SolanaAddress[]): SolanaSwapLie['tables'] => ({
  [table]: {
    owner: lookupTableProgram,
    lamports: 1n,
    data: Uint8Array.from([
      ...[1, 0, 0, 0],
      ...new Array(8).fill(0xff),
      ...new Array(44).fill(0),
      ...addresses.flatMap((each) => [...solanaAddressBytes(each)]),
    ]),
  },
})

type Row<change> = readonly [field: string, fault: SolanaSwapFault, change: change]

const makerRows: readonly Row<MakerChange>[] = [
  ['another maker signs', 'router', { maker: swapStranger }],
  ['one unit less comes out', 'received', { units: swapAmounts.minimum - 1n }],
  ['another token comes out', 'more', { token: swapOther }],
  ['the tokens go to someone else', 'more', { recipient: swapStranger }],
  ['more SOL leaves', 'amount', { lamports: swapAmounts.give + 1n }],
  ['less SOL leaves', 'amount', { lamports: 1n }],
  ['the SOL goes to someone else', 'recipient', { to: swapStranger }],
  ['the maker pays the fee', 'more', { payer: swapMaker }],
  ['someone else pays the fee', 'more', { payer: swapStranger }],
]

const jupiterRows: readonly Row<JupiterChange>[] = [
  ['the minimum is one unit less', 'received', { quoted: swapAmounts.minimum - 1n, slippageBps: 0n }],
  ['there is no minimum', 'received', { slippageBps: 10_000n }],
  ['the slippage is larger', 'received', { slippageBps: 126n }],
  ['the slippage is more than all of it', 'more', { slippageBps: 10_001n }],
  ['another token comes out', 'received', { get: swapOther.mint }],
  ['another token is given', 'amount', { give: swapOther.mint }],
  ['another account gives', 'amount', { from: theirs }],
  ['more is given', 'amount', { amount: swapAmounts.give + 1n }],
  ['less is given', 'amount', { amount: swapAmounts.give - 1n }],
  ['more is wrapped', 'amount', { wrappedLamports: swapAmounts.give + 1n }],
  ['the tokens go to someone else', 'recipient', { to: theirs }],
  ['the tokens go to the account itself, which keeps none', 'recipient', { to: swapUser }],
  ['the tokens go elsewhere in place of the destination', 'recipient', { instead: theirs }],
  ['what is left goes to someone else', 'more', { closeTo: swapStranger }],
  ['a fee is taken', 'more', { feeBps: 1n }],
  ['a better price is kept', 'more', { surplusFeeBps: 1n }],
  ['the program is another', 'router', { program: swapStranger }],
  ['the instruction is of version 1', 'more', { form: 'routeOfVersion1' }],
  ['another one’s tokens are given', 'router', { authority: swapStranger }],
  ['someone else pays the fee', 'more', { payer: swapStranger }],
]

const added: readonly Row<keyof ReturnType<typeof hostileInstructions>>[] = [
  ['a delegate', 'allowance', 'delegate'],
  ['another owner of an account', 'allowance', 'owner'],
  ['another program that owns the account', 'allowance', 'assign'],
  ['an account that is closed for someone else', 'more', 'close'],
  ['a durable nonce', 'more', 'nonce'],
  ['a tip', 'recipient', 'tip'],
  ['another token that leaves', 'amount', 'token'],
  ['an unknown program', 'router', 'unknown'],
  ['an account that is made for someone else', 'more', 'account'],
  ['an instruction that moves tokens out of nested accounts', 'more', 'nested'],
  ['a fee without end', 'fee', 'price'],
]

type Form = SolanaSwapLie['form']
const build = { maker: makerSwap, jupiter: jupiterSwap } as const

const lies = (form: Form, field: string, fault: SolanaSwapFault, bytes: Uint8Array, held = {}): SolanaSwapLie => ({
  form,
  field,
  fault,
  bytes,
  tables: held,
})

const ownUsdc = tokenAccountOf(swapUser, swapUsdc)

export const solanaSwapLies: readonly SolanaSwapLie[] = [
  ...makerRows.map(([field, fault, change]) => lies('maker', field, fault, makerSwap(change))),
  ...jupiterRows.flatMap(([field, fault, change]) => [
    lies('jupiter', field, fault, jupiterSwap(change)),
    // Shared accounts have no slot for another destination.
    ...('form' in change || 'instead' in change
      ? []
      : [lies('jupiter', `${field}, by shared accounts`, fault, jupiterSwap({ ...change, form: 'shared' }))]),
  ]),
  ...(['maker', 'jupiter'] as const).flatMap((form) => [
    ...added.map(([field, fault, name]) =>
      lies(form, `it adds ${field}`, fault, build[form]({ more: [hostileInstructions()[name]] })),
    ),
    lies(
      form,
      'a lookup table brings the account that the tokens come to',
      'recipient',
      lookedUp(build[form](), ownUsdc),
      tables(ownUsdc),
    ),
  ]),
]
