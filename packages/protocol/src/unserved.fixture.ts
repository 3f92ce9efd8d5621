import { AppError } from './AppError.ts'
import type { Handlers } from './host.ts'

/** A handler of an unsupported request. */
export const refuse = async (): Promise<never> => {
  throw new AppError('NOT_ENABLED')
}

/** Handlers of the service requests that a test's wallet doesn't support. */
export const unserved = {
  CONNECT_DEVICE: refuse,
  GET_SOCIAL_REDIRECT_URI: refuse,
  CONNECT_SOCIAL: refuse,
  GET_FARCASTER_URI: refuse,
  CONNECT_FARCASTER: refuse,
  SET_PREFERRED_ACCOUNT: refuse,
  GET_ID_TOKEN: refuse,
  LIST_PERMISSIONS: refuse,
  SHARE_EMAIL: refuse,
  INIT_SMART_ACCOUNT: refuse,
  UPDATE_EMAIL: refuse,
  UPDATE_EMAIL_PRIMARY_OTP: refuse,
  UPDATE_EMAIL_SECONDARY_OTP: refuse,
} satisfies Partial<Handlers<undefined>>
