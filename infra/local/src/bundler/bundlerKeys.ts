import { createHash } from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'

const keyOf = (name: string) =>
  `0x${createHash('sha256').update(`latchkey local bundler ${name}`).digest('hex')}` as const

/** Known to everybody who reads this, and worth nothing: what pays for the operations, and what sets the bundler up. */
export const bundlerKeys = { executor: keyOf('executor'), utility: keyOf('utility') } as const

export const bundlerAddresses = Object.values(bundlerKeys).map((key) => privateKeyToAddress(key))
