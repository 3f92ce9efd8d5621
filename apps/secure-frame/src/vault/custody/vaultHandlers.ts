import type * as z from 'zod/mini'
import type { VaultMethod, vaultMethods } from '../vaultMethods.ts'

/** One function a row of `vaultMethods`, taking what the row has parsed. */
export type VaultHandlers = {
  [name in VaultMethod]: (
    input: z.output<(typeof vaultMethods)[name]['input']>,
  ) => Promise<z.input<(typeof vaultMethods)[name]['output']>>
}
