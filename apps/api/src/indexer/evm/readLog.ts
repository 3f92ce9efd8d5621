import { smartAccountContracts, userOperationEventTopic } from '@latchkey/chains'
import type { EvmLog } from './evmShapes.ts'

/** Keccak-256 of the signatures of events (ERC-20, ERC-721, ERC-1155). */
export const eventTopics = {
  /** Transfer(address,address,uint256): of ERC-20 with two indexed arguments, of ERC-721 with three. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** TransferSingle(address,address,address,uint256,uint256) */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** TransferBatch(address,address,address,uint256[],uint256[]) */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** Approval(address,address,uint256): of ERC-20 and ERC-721. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** ApprovalForAll(address,address,bool) */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
} as const

const entryPoint = smartAccountContracts.entryPoint.toLowerCase()

/** A movement in an event. `tokenId` only for items. */
export type LoggedTransfer = { contract: string; from: string; to: string; tokenId?: bigint; amount: bigint }

/** The most ids of one event to read. */
const maxItems = 200

/** Returns the transfers in a token's event; none for any other event, and for a malformed one. */
export function readTransfers({ address: contract, topics, data }: EvmLog): LoggedTransfer[] {
  const [event, ...args] = topics
  if (event === eventTopics.transfer) {
    const [from, to] = [addressIn(args[0]), addressIn(args[1])]
    if (from === null || to === null) return []
    if (args.length === 2 && data.length === 66) return [{ contract, from, to, amount: BigInt(data) }]
    return args[2] === undefined || data !== '0x' ? [] : [{ contract, from, to, tokenId: BigInt(args[2]), amount: 1n }]
  }
  if (args.length !== 3) return []
  const [from, to] = [addressIn(args[1]), addressIn(args[2])]
  if (from === null || to === null) return []
  const words = wordsOf(data)
  if (event === eventTopics.transferSingle) {
    const [tokenId, amount] = words
    return tokenId === undefined || amount === undefined ? [] : [{ contract, from, to, tokenId, amount }]
  }
  if (event !== eventTopics.transferBatch) return []
  const [ids, amounts] = [arrayAt(words, 0), arrayAt(words, 1)]
  return ids.length === amounts.length
    ? ids.map((tokenId, index) => ({ contract, from, to, tokenId, amount: amounts[index] ?? 0n }))
    : []
}

/** Returns the owner in an approval event; null for any other event. */
export const readApprover = ({ topics: [event, owner] }: EvmLog): string | null =>
  event === eventTopics.approval || event === eventTopics.approvalForAll ? addressIn(owner) : null

/**
 * Parses an approval of an ERC-20 amount or a whole collection. Null for any other event. Approvals of one ERC-721 item index it and have
 * no data.
 */
export function readApproval({ address: contract, topics: [event, ...args], data }: EvmLog) {
  const isApproval = event === eventTopics.approval || event === eventTopics.approvalForAll
  if (!isApproval || args.length !== 2 || data.length !== 66) return null
  const [owner, spender] = [addressIn(args[0]), addressIn(args[1])]
  return owner === null || spender === null ? null : { contract, owner, spender }
}

/** Returns the sender of a user operation in an EntryPoint's event; null for any other event, also of a contract that poses as one. */
export const readOperationSender = ({ address, topics: [event, , sender] }: EvmLog): string | null =>
  event === userOperationEventTopic && address === entryPoint ? addressIn(sender) : null

/** Returns the address in an indexed argument; null when there is none. */
export const addressIn = (topic: string | undefined): string | null =>
  topic?.startsWith(zeros) === true ? `0x${topic.slice(zeros.length)}` : null
const zeros = `0x${'0'.repeat(24)}`

/** Encodes an address as an indexed argument. */
export const topicOf = (address: string): string => `${zeros}${address.slice(2)}`

const wordsOf = (data: string): bigint[] =>
  (data.slice(2, 2 + 64 * (4 + 2 * maxItems)).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))

/** Reads an ABI array: its offset is in the head, its length at that offset. Empty when incomplete. */
function arrayAt(words: readonly bigint[], head: number): bigint[] {
  const offset = words[head]
  if (offset === undefined || offset % 32n !== 0n || offset / 32n >= BigInt(words.length)) return []
  const at = Number(offset / 32n)
  const length = words[at] ?? 0n
  if (length > BigInt(maxItems)) return []
  const items = words.slice(at + 1, at + 1 + Number(length))
  return items.length === Number(length) ? items : []
}
