import type { VaultMethod, vaultMethods } from '@latchkey/vault-protocol'
import type * as z from 'zod/mini'

/** One function per row of `vaultMethods`, with the row's parsed input. */
export type VaultHandlers = {
  [name in VaultMethod]: (
    input: z.output<(typeof vaultMethods)[name]['input']>,
  ) => Promise<z.input<(typeof vaultMethods)[name]['output']>>
}
