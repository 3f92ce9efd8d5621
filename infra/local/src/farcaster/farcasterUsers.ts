import { createHash } from 'node:crypto'

/** Which of an account's addresses signs: its owner, an added one, or one that was removed again. */
type FarcasterSigner = 'custody' | 'auth' | 'removed'
export type FarcasterUser = { name: string; userName: string; fid: number; signer: FarcasterSigner }

/** The users with a Farcaster account on chain A. */
export const farcasterUsers: readonly FarcasterUser[] = [
  { name: 'Ada', userName: 'ada', fid: 1001, signer: 'custody' },
  { name: 'Grace', userName: 'grace', fid: 1002, signer: 'auth' },
  { name: 'Alan', userName: 'alan', fid: 1003, signer: 'removed' },
]

/** Above those of the list. */
const lowestTypedFid = 10_000

/** Returns the user with this user name: one of the list, or a new one with a deterministic account. Undefined for an invalid user name. */
export const typedUser = (text: string): FarcasterUser | undefined => {
  const userName = text.trim().toLowerCase()
  if (!/^[a-z0-9][a-z0-9-]{0,15}$/.test(userName)) return undefined
  const fid = lowestTypedFid + createHash('sha256').update(userName).digest().readUInt32BE()
  const name = userName.charAt(0).toUpperCase() + userName.slice(1)
  return farcasterUsers.find((user) => user.userName === userName) ?? { name, userName, fid, signer: 'custody' }
}
