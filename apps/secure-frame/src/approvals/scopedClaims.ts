import { decodeBase64url } from '@latchkey/api-client'
import * as z from 'zod/mini'

/** The claims that scopes add to an ID token, as the user sees them. `wallets`: CAIP-10. */
const scopedClaims = z.object({ email: z.optional(z.string()), wallets: z.optional(z.array(z.string())) })
export type ScopedClaims = z.output<typeof scopedClaims>

/** Reads the scoped claims of an ID token. Throws for anything that isn't a JWT. */
export const readClaims = (idToken: string): ScopedClaims =>
  scopedClaims.parse(JSON.parse(new TextDecoder().decode(decodeBase64url(idToken.split('.')[1] ?? ''))))
