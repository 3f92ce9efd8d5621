import { AppError } from '@latchkey/protocol/errors'
import { ClientError, ResponseBodyError } from 'openid-client'

/** RFC 6749, section 5.2: of the code, its verifier or its redirect URI; X says the second of a code. */
const ofTheSignIn = new Set(['invalid_grant', 'invalid_request'])
/** Of openid-client: a claim of the id_token is not what this sign-in demands. */
const ofTheIdToken = new Set(['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'])

/**
 * What a failed exchange means: SOCIAL_REFUSED when the provider's answer does not fit this sign-in, PROVIDER_UNAVAILABLE for
 * everything else: away, slow, garbage, or at odds with our settings. The cause carries the provider's code for the log, and
 * no other word of it.
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

/** An error by the code that a provider gave, as far as it is one. */
class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: string
  constructor(code: string) {
    super('The provider refused')
    this.code = /^[a-z_]{1,40}$/.test(code) ? code : 'unknown'
  }
}
