import type { AppError, ErrorName } from '@latchkey/protocol'

const words: Partial<Record<ErrorName, string>> = {
  SERVICE_UNREACHABLE: 'The service cannot be reached right now. Nothing was changed. Try again in a moment',
  KEYS_UNREACHABLE: 'The service cannot reach its keys right now. Nothing was changed. Try again in a moment',
  FRAME_LOAD_FAILED: 'A part of the wallet could not be loaded. Nothing is lost. Try again in a moment',
  DISCONNECTED: 'The wallet had to restart. Nothing is lost. Try again',
  TIMEOUT: 'The wallet did not answer in time. Nothing is lost. Try again',
  STORAGE_BLOCKED: 'This browser blocks storage for this page. Allow it for this site, then try again',
  IDENTITY_IN_USE: 'That account opens another wallet already. Nothing was changed: use another account',
  LAST_LOGIN: 'It is your only way in. Nothing was changed: add another one first',
  SOCIAL_EXPIRED: 'This took too long, or was used already. Nothing was changed: try again',
  SOCIAL_REFUSED: 'That sign-in could not be verified. Nothing was changed: try again',
  PROVIDER_UNAVAILABLE: 'The provider has a problem right now. Nothing was changed. Try again in a moment',
  WALLET_CHANGED: 'The wallet was changed on another device meanwhile. Nothing was changed here: try again',
  WALLET_BUSY: 'Something else is asked of you already. Finish that first',
  DEVICE_NOT_FOUND: 'That device is signed out already',
  INVALID_PARAMS: 'That cannot be used here. Try something else',
}

/** What went wrong on the settings page; the catalogue's own sentence where there is no other. */
export const settingsWords = (error: AppError, isOnline: boolean): string =>
  !isOnline && error.name === 'SERVICE_UNREACHABLE'
    ? 'You are offline. Nothing was changed. Try again once you are back'
    : (words[error.name] ?? error.message)
