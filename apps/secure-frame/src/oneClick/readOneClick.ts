import type { SignInMessage } from '../approvals/signIn/readSignInMessage.ts'

export type { SignInMessage } from '../approvals/signIn/readSignInMessage.ts'

/**
 * Returns the message that a page wants signed with a sign-in; null where there is none, or it is one that needs an approval. Few pages
 * send any, so the code that reads it loads on demand. `now`: milliseconds since 1970.
 */
export const readOneClick = async (
  siwxMessage: unknown,
  origin: string,
  now: () => number,
): Promise<SignInMessage | null> => {
  if (siwxMessage === undefined) return null
  try {
    const { fitsPage, readSignInMessage } = await import('../approvals/signIn/readSignInMessage.ts')
    const message = readSignInMessage(siwxMessage)
    return message !== null && fitsPage(message, origin, now()) ? message : null
  } catch {
    return null
  }
}
