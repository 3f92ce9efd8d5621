import { type AccountTransaction, type Movement, maxMovements, type Operation } from '../accountTransaction.ts'
import type { SolanaTransaction } from './solanaShapes.ts'

/** The change of an owner's balance of one coin or token; `mint` null for SOL. */
type Change = { owner: string; mint: string | null; units: bigint; decimals?: number }

/**
 * Returns a transaction as an account sees it, by the balances before and after it; null when none of its own has changed and it did not
 * pay for it. The amount sent excludes the fee.
 */
export function viewOfSolana(address: string, found: SolanaTransaction): AccountTransaction | null {
  const { meta, slot, blockTime, transaction } = found
  const payer = transaction.message.accountKeys[0]?.pubkey ?? ''
  const failed = meta.err != null
  // The sender pays for a failure, and nothing else happens.
  const all = failed ? [] : [...coinChanges(found), ...tokenChanges(found)]
  const own = all.filter(({ owner, units }) => owner === address && units !== 0n)
  if (payer !== address && own.length === 0) return null
  return {
    address,
    block: slot,
    position: 0,
    hash: transaction.signatures[0] ?? '',
    operation: operationOf(own, all),
    minedAt: new Date((blockTime ?? 0) * 1000),
    sentFrom: payer,
    sentTo: receiverOf(address, own, all),
    failed,
    nonce: 0,
    movements: own.slice(0, maxMovements).map(movementOf),
  }
}

function coinChanges({ meta, transaction }: SolanaTransaction): Change[] {
  return transaction.message.accountKeys.map(({ pubkey }, index) => {
    const difference = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0)
    return { owner: pubkey, mint: null, units: index === 0 ? difference + BigInt(meta.fee) : difference }
  })
}

/** Sums all token accounts of an owner, so that a move between two of its own does not count. */
function tokenChanges({ meta }: SolanaTransaction): Change[] {
  const changes = new Map<string, Change>()
  const add = (balances: typeof meta.preTokenBalances, sign: bigint): void => {
    for (const { owner, mint, uiTokenAmount } of balances ?? []) {
      if (owner === undefined) continue
      const { decimals, amount } = uiTokenAmount
      const key = `${owner} ${mint}`
      const before = changes.get(key)?.units ?? 0n
      changes.set(key, { owner, mint, decimals, units: before + sign * BigInt(amount) })
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return [...changes.values()]
}

const movementOf = ({ mint, units, decimals }: Change): Movement => ({
  kind: mint === null ? 'native' : 'fungible',
  contract: mint,
  direction: units > 0n ? 'in' : 'out',
  amount: `${units > 0n ? units : -units}`,
  ...(decimals === undefined ? {} : { decimals }),
})

function operationOf(own: readonly Change[], all: readonly Change[]): Operation {
  const into = own.filter(({ units }) => units > 0n)
  const out = own.filter(({ units }) => units < 0n)
  const isNew = ({ mint }: Change): boolean => mint !== null && sumOf(mint, all) > 0n
  const isGone = ({ mint }: Change): boolean => mint !== null && sumOf(mint, all) < 0n
  if (into.some(isNew) && out.every(({ mint }) => mint === null)) return 'mint'
  if (into.length > 0 && out.length > 0) return 'trade'
  if (into.length > 0) return 'receive'
  if (out.some(isGone)) return 'burn'
  return out.length > 0 ? 'send' : 'execute'
}

const sumOf = (mint: string, all: readonly Change[]): bigint =>
  all.filter((change) => change.mint === mint).reduce((sum, { units }) => sum + units, 0n)

/** Returns the account that gained most of what this one lost; the account itself when it lost nothing. */
function receiverOf(address: string, own: readonly Change[], all: readonly Change[]): string {
  const lost = own.find(({ units, mint }) => units < 0n && mint !== null) ?? own.find(({ units }) => units < 0n)
  if (lost === undefined) return address
  const [most] = all
    .filter(({ mint, units, owner }) => mint === lost.mint && units > 0n && owner !== address)
    .toSorted((a, b) => (a.units < b.units ? 1 : -1))
  return most?.owner ?? address
}
