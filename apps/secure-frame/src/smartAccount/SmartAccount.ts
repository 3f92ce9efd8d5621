import type { SmartAccountKind } from '@latchkey/chains'
import * as z from 'zod/mini'

/** The account kinds that this wallet knows (`@latchkey/chains`). */
export const smartAccountKind = z.enum(['hybrid', 'eip7702'] satisfies SmartAccountKind[])

/** One of the user's smart accounts on one network. Addresses are EIP-55. */
export type SmartAccount = {
  readonly kind: SmartAccountKind
  readonly address: string
  /** The account whose key signs for it; for kind `eip7702` the same. */
  readonly owner: string
}
