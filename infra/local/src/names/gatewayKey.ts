import { createHash } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Known to everybody who reads this, and worth nothing: what the gateway's answers are signed with. */
export const gatewayKey = (): PrivateKeyAccount =>
  privateKeyToAccount(`0x${createHash('sha256').update('latchkey local name gateway').digest('hex')}`)
