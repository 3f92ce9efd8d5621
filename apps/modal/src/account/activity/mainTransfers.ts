import type { TransactionTransfer } from '@latchkey/api-client'

/** Specification section 9. */
const maxTransfers = 2
const counterpartShare = 0.1
const largestShare = 0.01

const quantityOf = ({ quantity }: TransactionTransfer): number => Number(quantity.numeric)

const worthOf = (transfer: TransactionTransfer): number =>
  transfer.value ?? (transfer.price == null ? 0 : transfer.price * quantityOf(transfer))

const isSpam = ({ nft_info: nft }: TransactionTransfer): boolean => nft?.flags.is_spam === true

/** Transfers of one token other than the payment itself: a fee that went with it, or a refund. */
const withoutGas = (ofOneToken: readonly TransactionTransfer[]): readonly TransactionTransfer[] => {
  const incoming = ofOneToken.filter(({ direction }) => direction === 'in')
  const outgoing = ofOneToken.filter(({ direction }) => direction === 'out')
  const [comes, goes] = [incoming[0], outgoing[0]]
  if (ofOneToken.length === 2 && comes !== undefined && goes !== undefined) {
    return ofOneToken.filter(
      (transfer) => quantityOf(transfer) >= counterpartShare * quantityOf(transfer === comes ? goes : comes),
    )
  }
  const largest = Math.max(...ofOneToken.map(quantityOf))
  return ofOneToken.filter((transfer) => quantityOf(transfer) >= largestShare * largest)
}

/**
 * Returns the main transfers of a transaction (specification section 9): spam collectibles are left out, and of several transfers of one
 * token those that look like gas: under 10 % of the only transfer in the other direction, or under 1 % of the largest. Of the rest the two
 * of highest value, in the transaction's order; transfers without a price count as zero.
 */
export const mainTransfers = (transfers: readonly TransactionTransfer[]): readonly TransactionTransfer[] => {
  const honest = transfers.filter((transfer) => !isSpam(transfer))
  const byToken = Map.groupBy(
    honest.filter(({ fungible_info: token }) => token != null),
    ({ fungible_info: token }) => `${token?.symbol}\n${token?.name}`,
  )
  const kept = new Set([...byToken.values()].flatMap(withoutGas))
  const left = honest.filter((transfer) => transfer.fungible_info == null || kept.has(transfer))
  const main = new Set(left.toSorted((a, b) => worthOf(b) - worthOf(a)).slice(0, maxTransfers))
  return left.filter((transfer) => main.has(transfer))
}

/** Returns whether a transaction has nothing but spam to show. */
export const isAllSpam = (transfers: readonly TransactionTransfer[]): boolean =>
  transfers.length > 0 && transfers.every(isSpam)
