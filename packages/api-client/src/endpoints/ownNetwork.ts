import * as z from 'zod/mini'

/** A line that is shown beside names and amounts: nothing that hides, reorders or breaks it. */
const label = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u))

/** An EVM network of the deployment's own, which the registry of `@latchkey/chains` doesn't have. */
export const ownNetwork = z.object({
  id: z.int().check(z.positive()),
  name: label(64),
  nativeCurrency: z.object({
    name: label(64),
    symbol: label(16),
    decimals: z.int().check(z.nonnegative(), z.maximum(36)),
  }),
  blockExplorer: z.optional(
    z.object({ name: label(64), url: z.string().check(z.maxLength(512), z.regex(/^https?:\/\//)) }),
  ),
  testnet: z.boolean(),
})
/** A parsed network; its labels contain no control, format or line-breaking characters. */
export type OwnNetwork = z.output<typeof ownNetwork>
