import { createHash } from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'

const keyOf = (name: string) =>
  `0x${createHash('sha256').update(`latchkey local bundler ${name}`).digest('hex')}` as const

/** Public and worthless keys: they pay for the operations, and set the bundler up. */
export const bundlerKeys = { executor: keyOf('executor'), utility: keyOf('utility') } as const

export const bundlerAddresses = Object.values(bundlerKeys).map((key) => privateKeyToAddress(key))
