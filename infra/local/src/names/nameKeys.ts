import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const keyOf = (words: string): Hex => `0x${createHash('sha256').update(words).digest('hex')}`

/** Signs the local gateway's answers. Public, and worth nothing. */
export const gatewayKey = (): PrivateKeyAccount => privateKeyToAccount(keyOf('latchkey local name gateway'))
/** Signs the api's answers about names of the local zone. Public, and worth nothing. */
export const zoneKey = keyOf('latchkey local name zone')
