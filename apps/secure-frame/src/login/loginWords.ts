import type { AppError, ErrorName } from '@latchkey/protocol'

const words: Partial<Record<ErrorName, string>> = {
  OTP_EXPIRED: 'This code has expired. Send a new one',
  OTP_USED: 'This code was already used. Send a new one',
  OTP_EXHAUSTED: 'Too many wrong tries. Send a new code',
  LINK_INVALID: 'This link has expired, or a newer one was sent',
  SOCIAL_EXPIRED: 'This took too long, or was used already. Begin again',
  SOCIAL_REFUSED: 'This sign-in could not be verified, and nothing was done. Begin again',
  SOCIAL_DENIED: 'You declined there, and nothing was done',
  IDENTITY_IN_USE: 'That account opens another wallet. Use the one that you sign in with here',
  PROVIDER_UNAVAILABLE: 'The provider has a problem right now. Nothing is lost: try again in a moment',
  NOT_ENABLED: 'This way of signing in is not set up here. Choose another one',
  SERVICE_UNREACHABLE: 'The service cannot be reached. Nothing is lost: try again in a moment',
  FRAME_LOAD_FAILED: 'A part of the wallet could not be loaded. Nothing is lost: try again in a moment',
  DISCONNECTED: 'The wallet had to restart. Nothing is lost: try again',
  TIMEOUT: 'The wallet did not answer in time. Nothing is lost: try again',
  STORAGE_BLOCKED: 'This browser blocks storage for embedded pages. Allow it for this site, then try again',
}

const countOf = (tries: number): string => (tries === 1 ? '1 try left' : `${tries} tries left`)

/** What went wrong with a login, for the person; the catalogue's own sentence where there is no other. */
export const loginWords = (error: AppError, isOnline: boolean): string => {
  const { name, details } = error
  if (name === 'OTP_INVALID' && typeof details.triesLeft === 'number')
    return `That code is not right. ${countOf(details.triesLeft)}`
  if (!isOnline && name === 'SERVICE_UNREACHABLE') return 'You are offline. Try again once you are back'
  return words[name] ?? error.message
}
