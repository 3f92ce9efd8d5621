import type { EndpointName } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Handlers } from '@latchkey/service-kit/http/handlers'

/**
 * Rows of the contract whose service this server does not have yet: a call that fits its row is answered NOT_ENABLED (501),
 * any other as ever. Whoever builds a service takes its rows out of this list, and `createApiHandlers` does not compile
 * before it has handlers for them.
 */
export const rowsToCome = ['sendEvents', 'sendErrorReport'] as const satisfies readonly EndpointName[]

const notEnabled = async (): Promise<never> => {
  throw new AppError('NOT_ENABLED')
}

type Name = (typeof rowsToCome)[number]

/** What answers them. */
export const handlersToCome = Object.fromEntries(rowsToCome.map((name) => [name, notEnabled])) as Record<
  Name,
  typeof notEnabled
> satisfies Pick<Handlers<'api'>, Name>
