import { createHash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { FarcasterUser } from './farcasterUsers.ts'

/** A public and worthless key. */
const localKey = (name: string): Hex =>
  `0x${createHash('sha256').update(`latchkey local farcaster ${name}`).digest('hex')}`

/** The owner of the account. */
export const custodyOf = ({ userName }: FarcasterUser): Address =>
  privateKeyToAccount(localKey(`${userName} custody`)).address

/** The address that the user's app signs as. */
export const signerOf = ({ userName, signer }: FarcasterUser): PrivateKeyAccount =>
  privateKeyToAccount(localKey(signer === 'custody' ? `${userName} custody` : `${userName} app`))

/** A key without an account. */
export const stranger: PrivateKeyAccount = privateKeyToAccount(localKey('stranger'))
