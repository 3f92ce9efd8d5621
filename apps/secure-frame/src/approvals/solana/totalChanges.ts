import type { SolanaChange } from '@latchkey/chains'

/** Joins the changes of several transactions: amounts are added up, rights appear once. Sums of zero are not changes. */
export function totalChanges(changes: readonly (readonly SolanaChange[])[]): readonly SolanaChange[] {
  const all = changes.flat()
  const sums = new Map<string | null, bigint>()
  for (const change of all) {
    if (change.kind === 'sol') sums.set(null, (sums.get(null) ?? 0n) + change.lamports)
    if (change.kind === 'token') sums.set(change.mint, (sums.get(change.mint) ?? 0n) + change.amount)
  }
  const rights = all.filter(({ kind }) => kind !== 'sol' && kind !== 'token')
  const moved = [...sums].filter(([, amount]) => amount !== 0n)
  const inOrder = [...moved.filter(([, amount]) => amount < 0n), ...moved.filter(([, amount]) => amount > 0n)]
  return [
    ...inOrder.map(
      ([mint, amount]): SolanaChange =>
        mint === null ? { kind: 'sol', lamports: amount } : { kind: 'token', mint, amount },
    ),
    ...new Map(rights.map((right) => [JSON.stringify(right, textOfBigint), right])).values(),
  ]
}

const textOfBigint = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
