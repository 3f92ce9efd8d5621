import { createHash } from 'node:crypto'

/** Which of an account's addresses signs: the one that holds it, one that was added to it, or one that was removed again. */
type FarcasterSigner = 'custody' | 'auth' | 'removed'
export type FarcasterUser = { name: string; userName: string; fid: number; signer: FarcasterSigner }

/** Who has a Farcaster account on chain A. */
export const farcasterUsers: readonly FarcasterUser[] = [
  { name: 'Ada', userName: 'ada', fid: 1001, signer: 'custody' },
  { name: 'Grace', userName: 'grace', fid: 1002, signer: 'auth' },
  { name: 'Alan', userName: 'alan', fid: 1003, signer: 'removed' },
]

/** Above those of the list. */
const lowestTypedFid = 10_000

/**
 * Whoever has this user name: one of the list, or somebody who holds an account of their own, always the same. Undefined for what is no
 * user name at Farcaster.
 */
export const typedUser = (text: string): FarcasterUser | undefined => {
  const userName = text.trim().toLowerCase()
  if (!/^[a-z0-9][a-z0-9-]{0,15}$/.test(userName)) return undefined
  const fid = lowestTypedFid + createHash('sha256').update(userName).digest().readUInt32BE()
  const name = userName.charAt(0).toUpperCase() + userName.slice(1)
  return farcasterUsers.find((user) => user.userName === userName) ?? { name, userName, fid, signer: 'custody' }
}
