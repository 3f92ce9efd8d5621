import { readTokenAccount, type TokenAccount } from './readTokenAccounts.ts'
import type { AccountState } from './resolveLookups.ts'

/** One change to an owner's assets. Outgoing amounts are negative. */
export type SolanaChange =
  | { kind: 'sol'; lamports: bigint }
  | { kind: 'token'; mint: string; amount: bigint }
  /** From now on a delegate can take this amount of a token. */
  | { kind: 'delegate'; mint: string; delegate: string; amount: bigint; isAll: boolean }
  /** A token account got another owner. */
  | { kind: 'lost'; mint: string; account: string; to: string }
  /** The account itself was assigned to a program. */
  | { kind: 'assigned'; to: string }

/** The states of accounts at one time, by address; null for an account that doesn't exist. */
export type Snapshot = ReadonlyMap<string, AccountState | null>

/**
 * Returns the differences for `owner` between two states of the same accounts: SOL of the account itself, tokens of all its token accounts,
 * and rights over these. Outgoing assets come first, then incoming, then rights. Zero sums are omitted.
 */
export function solanaChanges(owner: string, before: Snapshot, after: Snapshot): readonly SolanaChange[] {
  const lamports = (after.get(owner)?.lamports ?? 0n) - (before.get(owner)?.lamports ?? 0n)
  const sums = new Map<string, bigint>()
  const rights: SolanaChange[] = []
  for (const account of after.keys()) {
    const [held, holds] = [before, after].map((state) => tokensIn(state.get(account)))
    const add = (mint: string, amount: bigint) => sums.set(mint, (sums.get(mint) ?? 0n) + amount)
    if (held?.owner === owner) add(held.mint, -held.amount)
    if (holds?.owner === owner) add(holds.mint, holds.amount)
    if (held?.owner === owner && holds != null && holds.owner !== owner) {
      rights.push({ kind: 'lost', mint: held.mint, account, to: holds.owner })
    }
    if (holds?.owner === owner && holds.delegate !== null && grows(held ?? null, holds)) {
      const { mint, delegate, delegated, amount } = holds
      rights.push({ kind: 'delegate', mint, delegate, amount: delegated, isAll: delegated >= amount })
    }
  }
  const program = after.get(owner)?.owner
  if (program !== undefined && program !== (before.get(owner)?.owner ?? systemOwner)) {
    rights.push({ kind: 'assigned', to: program })
  }
  const moves: readonly (SolanaChange & { kind: 'sol' | 'token' })[] = [
    ...(lamports === 0n ? [] : [{ kind: 'sol', lamports } as const]),
    ...[...sums]
      .filter(([, amount]) => amount !== 0n)
      .map(([mint, amount]) => ({ kind: 'token', mint, amount }) as const),
  ]
  const isOut = (move: (typeof moves)[number]): boolean => (move.kind === 'sol' ? move.lamports : move.amount) < 0n
  return [...moves.filter(isOut), ...moves.filter((move) => !isOut(move)), ...rights]
}

const systemOwner = '11111111111111111111111111111111'

const tokensIn = (state: AccountState | null | undefined): TokenAccount | null =>
  state == null ? null : readTokenAccount(state)

/** Returns whether a right is new, or larger than before. */
const grows = (held: TokenAccount | null, { delegate, delegated }: TokenAccount): boolean =>
  held?.delegate !== delegate || held.delegated < delegated
