import { type Address, type Hex, keccak256, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Which of an account's addresses signs: the one that holds it, one that was added to it, or one that was removed again. */
export type FarcasterSigner = 'custody' | 'auth' | 'removed'
export type FarcasterUser = { name: string; userName: string; fid: number; signer: FarcasterSigner }

/** Who has a Farcaster account on chain A. */
export const farcasterUsers: readonly FarcasterUser[] = [
  { name: 'Ada', userName: 'ada', fid: 1001, signer: 'custody' },
  { name: 'Grace', userName: 'grace', fid: 1002, signer: 'auth' },
  { name: 'Alan', userName: 'alan', fid: 1003, signer: 'removed' },
]

/** Known to everybody who reads this, and worth nothing. */
const localKey = (name: string): Hex => keccak256(stringToHex(`latchkey local farcaster ${name}`))

/** Who holds the account. */
export const custodyOf = ({ userName }: FarcasterUser): Address =>
  privateKeyToAccount(localKey(`${userName} custody`)).address

/** Whom the person's app signs as. */
export const signerOf = ({ userName, signer }: FarcasterUser): PrivateKeyAccount =>
  privateKeyToAccount(localKey(signer === 'custody' ? `${userName} custody` : `${userName} app`))

/** Somebody without an account. */
export const stranger: PrivateKeyAccount = privateKeyToAccount(localKey('stranger'))
