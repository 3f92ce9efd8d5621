/** Which of an account's addresses signs: the one that holds it, one that was added to it, or one that was removed again. */
export type FarcasterSigner = 'custody' | 'auth' | 'removed'
export type FarcasterUser = { name: string; userName: string; fid: number; signer: FarcasterSigner }

/** Who has a Farcaster account on chain A. */
export const farcasterUsers: readonly FarcasterUser[] = [
  { name: 'Ada', userName: 'ada', fid: 1001, signer: 'custody' },
  { name: 'Grace', userName: 'grace', fid: 1002, signer: 'auth' },
  { name: 'Alan', userName: 'alan', fid: 1003, signer: 'removed' },
]
