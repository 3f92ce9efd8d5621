/**
 * Reads instructions of programs that hold assets for a user outside the user's account: staked SOL, a validator's votes, programs.
 * Simulating such an instruction doesn't show its effect. Only withdrawals and changes of authority are read.
 */
import type { AccountAt, Fields } from './readFields.ts'
import type { SolanaAction } from './SolanaAction.ts'

/** Reads an instruction of the stake program. */
export function readStake(fields: Fields, at: AccountAt): SolanaAction {
  const account = at(0)
  const of = 'stake'
  const kind = fields.uint32()
  switch (kind) {
    // A new staker or withdrawer: in the data, or as an account that also signs.
    case 1:
      return { kind: 'handOver', of, account, authority: at(2), to: fields.address() }
    case 8:
      return { kind: 'handOver', of, account, authority: at(1), to: fields.address() }
    case 10:
      return { kind: 'handOver', of, account, authority: at(2), to: at(3) }
    case 11:
      return { kind: 'handOver', of, account, authority: at(1), to: at(3) }
    case 4:
      return { kind: 'takeOut', of, account, to: at(1), lamports: fields.uint64(), authority: at(4) }
    default:
      return { kind: 'unknown' }
  }
}

/** Reads an instruction of the vote program. */
export function readVote(fields: Fields, at: AccountAt): SolanaAction {
  const account = at(0)
  const of = 'vote'
  const kind = fields.uint32()
  switch (kind) {
    case 1:
      return { kind: 'handOver', of, account, authority: at(2), to: fields.address() }
    case 7:
      return { kind: 'handOver', of, account, authority: at(2), to: at(3) }
    case 3:
      return { kind: 'takeOut', of, account, to: at(1), lamports: fields.uint64(), authority: at(2) }
    default:
      return { kind: 'unknown' }
  }
}

/** Reads an instruction of the upgradeable loader. */
export function readLoader(fields: Fields, at: AccountAt, count: number): SolanaAction {
  const account = at(0)
  const of = 'program'
  const kind = fields.uint32()
  switch (kind) {
    case 4:
      return { kind: 'handOver', of, account, authority: at(1), to: count > 2 ? at(2) : null }
    case 7:
      return { kind: 'handOver', of, account, authority: at(1), to: at(2) }
    case 5:
      return { kind: 'takeOut', of, account, to: at(1), lamports: null, authority: at(2) }
    default:
      return { kind: 'unknown' }
  }
}
