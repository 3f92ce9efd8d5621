import { AppError } from '@latchkey/protocol/errors'
import { ClientError, ResponseBodyError } from 'openid-client'

/** RFC 6749, section 5.2: about the code, its verifier or its redirect URI; X returns the second for a code. */
const ofTheSignIn = new Set(['invalid_grant', 'invalid_request'])
/** Of openid-client: a claim of the id_token does not match this sign-in. */
const ofTheIdToken = new Set(['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'])

/**
 * Maps a failed exchange: SOCIAL_REFUSED when the provider's response does not fit this sign-in, PROVIDER_UNAVAILABLE for everything else:
 * unreachable, slow, garbage, or at odds with our settings. The cause carries only the provider's code, for the log.
 */
export function toProviderFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ResponseBodyError)
    return new AppError(ofTheSignIn.has(error.error) ? 'SOCIAL_REFUSED' : 'PROVIDER_UNAVAILABLE', {
      cause: new ProviderError(error.error),
    })
  if (error instanceof ClientError && ofTheIdToken.has(error.code ?? ''))
    return new AppError('SOCIAL_REFUSED', { cause: error })
  return new AppError('PROVIDER_UNAVAILABLE', { cause: error })
}

/** An error with the provider's code, if it is a valid one. */
class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: string
  constructor(code: string) {
    super('The provider refused')
    this.code = /^[a-z_]{1,40}$/.test(code) ? code : 'unknown'
  }
}
