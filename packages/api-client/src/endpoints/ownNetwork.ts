import * as z from 'zod/mini'

/** A label shown next to names and amounts: no characters that hide, reorder or break text. */
const label = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u))

/** An EVM network specific to the deployment, which isn't in the registry of `@latchkey/chains`. */
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
