import { type ErrorName, isErrorName } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'

/** The worker's reply to every call. Errors are data, never thrown over the port: comlink would send their stack. */
export const vaultReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      name: z.custom<ErrorName>(isErrorName),
      details: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  }),
])
/** The parsed answer of the worker to one call. */
export type VaultReply = z.output<typeof vaultReply>
