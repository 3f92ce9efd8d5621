/**
 * Reads an account's changes from logs: the events of ERC-20, ERC-721, ERC-1155 and of wrapped coins, and transfers of
 * coins. A log is its contract's claim: its token is the contract that wrote it, never what it calls itself.
 */
import { type Asset, type EvmAddress, isUnlimited, isWrappedNative, toChecksumAddress } from '@latchkey/chains'
import { nativeLogAddress, type SimulatedLog } from '../insights/insights.ts'

/** One change. Amounts are in the smallest unit, negative where they leave. */
export type Change =
  | { kind: 'amount'; asset: Asset; amount: bigint }
  | { kind: 'item'; collection: EvmAddress; id: bigint; amount: bigint }
  | { kind: 'allowance'; token: EvmAddress; spender: EvmAddress; amount: bigint; unlimited: boolean }
  /** One item that a spender may move; for the zero address, the approval is revoked. */
  | { kind: 'itemAllowance'; collection: EvmAddress; id: bigint; spender: EvmAddress }
  | { kind: 'operator'; collection: EvmAddress; operator: EvmAddress; approved: boolean }

const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/** Returns the changes of `account`: outgoing, then incoming, then allowances. Sums of zero are not changes. */
export function changesOf(logs: readonly SimulatedLog[], account: EvmAddress): readonly Change[] {
  const moved = new Map<string, Extract<Change, { amount: bigint }> & { kind: 'amount' | 'item' }>()
  const rights = new Map<string, Change>()
  const move = (change: Extract<Change, { kind: 'amount' | 'item' }>, from: EvmAddress, to: EvmAddress): void => {
    const sign = (to === account ? 1n : 0n) - (from === account ? 1n : 0n)
    const key = change.kind === 'amount' ? change.asset : `${change.collection} ${change.id}`
    const before = moved.get(key)?.amount ?? 0n
    moved.set(key, { ...change, amount: before + sign * change.amount })
  }
  for (const log of logs) readLog(log, account, move, (key, change) => rights.set(key, change))
  const sums = [...moved.values()].filter(({ amount }) => amount !== 0n)
  return [...sums.filter(({ amount }) => amount < 0n), ...sums.filter(({ amount }) => amount > 0n), ...rights.values()]
}

type Move = (change: Extract<Change, { kind: 'amount' | 'item' }>, from: EvmAddress, to: EvmAddress) => void
type Right = (key: string, change: Change) => void

function readLog(log: SimulatedLog, account: EvmAddress, move: Move, right: Right): void {
  const contract = toChecksumAddress(log.address)
  const [kind, ...indexed] = log.topics
  const words = wordsOf(log.data)
  const who = (index: number): EvmAddress => toChecksumAddress(`0x${indexed[index]?.slice(26)}`)
  const [first = 0n] = words
  const isShort = words.length === 1

  if (kind === topics.transfer && indexed.length === 2 && isShort) {
    const asset = log.address.toLowerCase() === nativeLogAddress ? 'native' : contract
    move({ kind: 'amount', asset, amount: first }, who(0), who(1))
  } else if (kind === topics.transfer && indexed.length === 3 && words.length === 0) {
    move({ kind: 'item', collection: contract, id: BigInt(indexed[2] ?? 0), amount: 1n }, who(0), who(1))
  } else if (kind === topics.transferSingle && indexed.length === 3 && words.length === 2) {
    move({ kind: 'item', collection: contract, id: first, amount: words[1] ?? 0n }, who(1), who(2))
  } else if (kind === topics.transferBatch && indexed.length === 3) {
    for (const [id, amount] of batchOf(words)) move({ kind: 'item', collection: contract, id, amount }, who(1), who(2))
  } else if (kind === topics.deposit && indexed.length === 1 && isShort && isWrappedNative(contract)) {
    move({ kind: 'amount', asset: contract, amount: first }, contract, who(0))
  } else if (kind === topics.withdrawal && indexed.length === 1 && isShort && isWrappedNative(contract)) {
    move({ kind: 'amount', asset: contract, amount: first }, who(0), contract)
  } else if (indexed.length === 0 || who(0) !== account) {
    return
  } else if (kind === topics.approval && indexed.length === 2 && isShort) {
    const change = { kind: 'allowance', token: contract, spender: who(1), amount: first, unlimited: isUnlimited(first) }
    right(`${contract} ${who(1)}`, change as Change)
  } else if (kind === topics.approval && indexed.length === 3 && words.length === 0) {
    const id = BigInt(indexed[2] ?? 0)
    right(`${contract} ${id}`, { kind: 'itemAllowance', collection: contract, id, spender: who(1) })
  } else if (kind === topics.approvalForAll && indexed.length === 2 && isShort) {
    right(`${contract} ${who(1)}`, { kind: 'operator', collection: contract, operator: who(1), approved: first !== 0n })
  }
}

const wordsOf = (data: string): readonly bigint[] =>
  (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))

/** Decodes two arrays of one length, IDs and amounts, in the standard encoding; empty for anything else. */
function batchOf(words: readonly bigint[]): readonly (readonly [bigint, bigint])[] {
  const count = Number(words[2] ?? 0n)
  const isStandard = words[0] === 64n && words.length === 4 + 2 * count && words[3 + count] === BigInt(count)
  return isStandard ? words.slice(3, 3 + count).map((id, at) => [id, words[4 + count + at] ?? 0n] as const) : []
}
