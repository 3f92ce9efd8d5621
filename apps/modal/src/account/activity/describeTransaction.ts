import type { AccountTransaction, TransactionTransfer } from '@latchkey/api-client'
import { formatQuantity, toChecksumAddress } from '@latchkey/chains'
import { cleanText } from '../../connectors/cleanText.ts'
import { mainTransfers } from './mainTransfers.ts'
import { operationOf, signs } from './operations.ts'

/** A transfer as it is shown: `+1.5`, `ETH`. */
export type Moved = {
  readonly text: string
  /** A token's symbol, or the name of a collectible; null where it has none that can be read. */
  readonly of: string | null
  readonly direction: TransactionTransfer['direction']
  readonly iconUrl: string
  readonly isCollectible: boolean
}

export type TransactionRow = Pick<ReturnType<typeof operationOf>, 'words' | 'icon'> & {
  /** The transaction's order, largest value first; at most two. */
  readonly moved: readonly Moved[]
  /** The counterparty: an address, or the name that an application claims. `way` gives its direction. */
  readonly party: { readonly way: 'to' | 'from' | 'with'; readonly name: string; readonly isAddress: boolean } | null
}

const describeMoved =
  (locale: string | undefined) =>
  ({ fungible_info: token, nft_info: item, direction, quantity }: TransactionTransfer): Moved => ({
    text: `${signs[direction]}${formatQuantity(quantity.numeric, locale)}`,
    of: cleanText(token?.symbol, 32) ?? cleanText(token?.name, 32) ?? cleanText(item?.name, 64),
    direction,
    iconUrl: token?.icon?.url ?? '',
    isCollectible: token == null && item != null,
  })

/** Written as everywhere else, so that the same address reads the same. */
const written = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? toChecksumAddress(address) : (cleanText(address, 128) ?? '')

const partyOf = ({ operationType, application, ...sides }: AccountTransaction['metadata'], me: string) => {
  const [sentFrom, sentTo] = [written(sides.sentFrom), written(sides.sentTo)]
  const isOther = (address: string) => address !== '' && address !== written(me)
  const name = cleanText(application?.name, 32)
  if (operationType === 'receive' && isOther(sentFrom)) return { way: 'from', name: sentFrom, isAddress: true } as const
  // Transactions that others sent in the account's name show no counterparty: they can choose any recipient.
  if (operationType === 'send' && !isOther(sentFrom) && isOther(sentTo))
    return { way: 'to', name: sentTo, isAddress: true } as const
  if (name !== null) return { way: 'with', name, isAddress: false } as const
  if (operationType !== 'deploy' && isOther(sentTo)) return { way: 'with', name: sentTo, isAddress: true } as const
  return null
}

/**
 * Describes a transaction for its row (specification section 9): its operation, at most two transfers, each to three decimals with its
 * sign, and the counterparty. `me`: the account whose activity it is.
 */
export const describeTransaction = (
  { metadata, transfers }: AccountTransaction,
  me: string,
  locale?: string,
): TransactionRow => {
  const { words, icon } = operationOf(metadata.operationType)
  return {
    words,
    icon,
    moved: mainTransfers(transfers).map(describeMoved(locale)),
    party: partyOf(metadata, me),
  }
}
