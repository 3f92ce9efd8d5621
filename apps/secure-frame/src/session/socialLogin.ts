import type { SocialProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import { type Found, findAccount } from './findAccount.ts'
import type { SocialProof } from './identityProof.ts'
import type { Login, Reached, Verified } from './openAccount.ts'
import { identify, type OpenByIdentity } from './openByIdentity.ts'
import { type SocialAttempt, type SocialAttemptDeps, startSocialAttempt } from './socialAttempt.ts'

/** Finishes one login, once; again after a temporary failure. */
type FinishLogin = (appearance?: Appearance) => Promise<Login>

/** Signs in with an identity at a provider (wire design, section 6). */
export type SocialLogin = {
  /**
   * Starts a login; a newer one replaces an older one. Resolves with the provider's URL, the attempt's name, and the number that the result
   * page may show. Fails with NOT_ENABLED, PROVIDER_UNAVAILABLE, RATE_LIMITED, SERVICE_UNREACHABLE, STORAGE_BLOCKED, and with ABORTED when
   * a newer one has overtaken it.
   */
  start(page: Page, provider: SocialProvider): Promise<Pick<SocialAttempt, 'attemptId' | 'uri' | 'number'>>
  /**
   * Waits until there is something to finish, as `SocialAttempt.arrival` describes. Fails with SOCIAL_EXPIRED for a result that is not of
   * the login that this page has started, ABORTED when another one has replaced it.
   *
   * `find` looks for the account that has the address of this login, before anything is created. `identify` then has custody verify it and
   * returns the user and the address that custody has read; a new user is created.
   *
   * `finish` fails with SOCIAL_EXPIRED when the login was finished already, SOCIAL_REFUSED, SOCIAL_DENIED, PROVIDER_UNAVAILABLE, ABORTED
   * when it was dropped meanwhile, and as `OpenAccount` does.
   */
  arrival(
    page: Page,
    uri: string,
    signal: AbortSignal,
  ): Promise<{
    provider: SocialProvider
    find: () => Promise<Found<SocialProof> | null>
    identify: () => Promise<Verified>
    finish: FinishLogin
  }>
  /** Drops this login: its result becomes useless here. */
  drop(): void
}

type Begun = Reached & {
  readonly by: { readonly provider: SocialProvider }
  readonly page: Page
  readonly attempt: SocialAttempt
  /** Aborted when the login is dropped, with the error for callers that still try. */
  readonly over: AbortController
}

export const createSocialLogin = (deps: SocialAttemptDeps & { openByIdentity: OpenByIdentity }): SocialLogin => {
  let begun: Begun | null = null
  let starts = 0
  let finishing: Promise<unknown> = Promise.resolve()

  const drop = (): void => {
    starts++
    begun?.over.abort(new AppError('ABORTED'))
    begun = null
  }

  const finish = async (mine: Begun, result: string | null, appearance: Appearance | undefined): Promise<Login> => {
    const { page, attempt, over } = mine
    over.signal.throwIfAborted()
    const login = await deps.openByIdentity(page, mine, () => attempt.prove(result), appearance)
    over.signal.throwIfAborted()
    over.abort(new AppError('SOCIAL_EXPIRED'))
    begun = null
    return login
  }

  const find = async (mine: Begun, result: string | null): Promise<Found<SocialProof> | null> => {
    const { attempt, over, verified } = mine
    over.signal.throwIfAborted()
    if (verified !== null) return null
    const found = await findAccount(deps.api, await attempt.prove(result), attempt.email())
    over.signal.throwIfAborted()
    return found
  }

  return {
    drop,
    async start(page, provider) {
      drop()
      const mine = starts
      const attempt = await startSocialAttempt(deps, page, provider, 'login')
      if (mine !== starts) throw new AppError('ABORTED')
      const { attemptId, deviceId, uri, number } = attempt
      begun = { page, by: { provider }, attempt, deviceId, verified: null, opened: null, over: new AbortController() }
      return { attemptId, uri, number }
    },
    async arrival(page, uri, signal) {
      const mine = begun
      if (mine?.page.origin !== page.origin || mine.page.projectId !== page.projectId) {
        throw new AppError('SOCIAL_EXPIRED')
      }
      const result = await mine.attempt.arrival(uri, AbortSignal.any([signal, mine.over.signal]))
      // One after the other: a result that is submitted twice must not be tried twice.
      const inTurn = <done>(work: () => Promise<done>): Promise<done> => {
        const done = finishing.then(work)
        finishing = done.catch(() => undefined)
        return done
      }
      return {
        provider: mine.by.provider,
        find: () => inTurn(() => find(mine, result)),
        identify: () => inTurn(() => identify(deps.api, mine, () => mine.attempt.prove(result))),
        finish: (appearance) => inTurn(() => finish(mine, result, appearance)),
      }
    },
  }
}
