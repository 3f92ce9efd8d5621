import * as z from 'zod/mini'

/** The appearance of the vault's screens. */
export const appearance = z.object({
  mode: z.enum(['light', 'dark']),
  accent: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  /** BCP 47; determines the layout direction. */
  language: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/))),
})
/** The parsed appearance of the vault's screens. */
export type Appearance = z.output<typeof appearance>
