import type { VaultMethod, vaultMethods } from '@latchkey/vault-protocol'
import type * as z from 'zod/mini'

/** One function a row of `vaultMethods`, taking what the row has parsed. */
export type VaultHandlers = {
  [name in VaultMethod]: (
    input: z.output<(typeof vaultMethods)[name]['input']>,
  ) => Promise<z.input<(typeof vaultMethods)[name]['output']>>
}
