import { AppError, isAppError } from '@latchkey/protocol'
import { isOidcProvider, isWindowProvider } from '@latchkey/protocol/loginProviders'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from './Caller.ts'
import type { CurrentSession } from './currentSession.ts'
import { createEmailLogin } from './emailLogin.ts'
import { createEntering } from './enter.ts'
import { createFarcasterLogin } from './farcasterLogin.ts'
import type { Found } from './findAccount.ts'
import type { Entered, FoundAccount } from './foundAccount.ts'
import { requireSameAccount } from './holder.ts'
import { createAccountOpening, type Reached, type Verified } from './openAccount.ts'
import { createOpeningByIdentity, identify } from './openByIdentity.ts'
import type { PageChains } from './pageChains.ts'
import type { Session, SessionDeps } from './Session.ts'
import { shareWait } from './shareWait.ts'
import { startSocialAttempt } from './socialAttempt.ts'
import { createSocialLogin } from './socialLogin.ts'

type SignIns = Pick<
  Session,
  | 'startEmail'
  | 'awaitApproval'
  | 'finishEmail'
  | 'startSocial'
  | 'finishSocial'
  | 'startFarcaster'
  | 'finishFarcaster'
  | 'dropFarcaster'
>

/** The sign-in methods. `chainsBeforeLogin`: the chains of a page before anyone signed in. */
export const createSignIns = (
  deps: SessionDeps,
  { current, chainsBeforeLogin }: { current: CurrentSession; chainsBeforeLogin: () => PageChains },
): SignIns => {
  const { api, vault, store } = deps
  const openAccount = createAccountOpening(deps)
  const openByIdentity = createOpeningByIdentity({ api, openAccount })
  const byEmail = createEmailLogin({ ...deps, openAccount })
  const social = createSocialLogin({ ...deps, openByIdentity })
  const farcaster = createFarcasterLogin({ ...deps, openByIdentity })
  const dropOthers = (): void => {
    social.drop()
    farcaster.drop()
  }
  const enter = createEntering({ ...deps, current, chainsBeforeLogin, dropOthers })

  const enterByCode = (
    page: Page,
    code: string,
    { onVerified, signal, appearance }: Parameters<Session['finishEmail']>[2] = {},
    linked: Found | null = null,
  ): Promise<Entered> =>
    enter(
      page,
      { finish: () => byEmail.finish(page, code, { onVerified, appearance }), drop: byEmail.drop },
      signal,
      linked,
    )

  const accountFound = (page: Page, found: Found, separate: FoundAccount['separate']): FoundAccount => ({
    ...found.account,
    kind: 'account',
    provider: 'provider' in found.proof ? found.proof.provider : 'email',
    separate,
    byCode: {
      start: () => byEmail.start(page, found.account.email),
      approval: byEmail.approval,
      finish: (code, options) => enterByCode(page, code, options, found),
    },
    async byProvider(other, appearance) {
      if (!isWindowProvider(other)) throw new AppError('NOT_ENABLED')
      const attempt = await startSocialAttempt(deps, page, other, 'login')
      const { uri, attemptId, number, deviceId } = attempt
      const reached: Reached = { by: { provider: other }, deviceId, verified: null, opened: null }
      const finish = async (handed: string, signal: AbortSignal): Promise<Entered> => {
        const result = await attempt.arrival(handed, signal)
        const prove = () => attempt.prove(result)
        const verified = await identify(api, reached, prove, true)
        // Another account than the one that was found: the API has substituted another user's response.
        if ('loginEmail' in verified && ![verified.email, verified.loginEmail].includes(found.account.email))
          throw new AppError('ACCOUNT_MISMATCH')
        const login = () => openByIdentity(page, reached, prove, appearance(), true)
        const entered = await enter(page, { finish: login, drop: () => undefined }, signal, found)
        // Its code is used up.
        if (!('provider' in found.proof)) byEmail.drop()
        return entered
      }
      return { uri, comesBack: { attemptId, number }, finish }
    },
  })

  const waitForFarcaster = createFarcasterWait(farcaster, enter)

  return {
    startEmail: byEmail.start,
    awaitApproval: byEmail.approval,
    async finishEmail(page, code, { onFound, ...options } = {}) {
      const found = await byEmail.find(code)
      options.signal?.throwIfAborted()
      if (found === null) return (await enterByCode(page, code, options)).caller
      if (onFound === undefined) throw new AppError('CONTINUE_IN_WALLET')
      const separate: FoundAccount['separate'] = async (appearance, signal) =>
        (await enterByCode(page, code, { appearance, signal })).caller
      return await onFound(accountFound(page, found, separate))
    },
    startSocial: social.start,
    finishSocial: (page, uri, { signal, appearance, onFound }) =>
      orAborted(signal, async () => {
        const { provider, find, identify, finish } = await social.arrival(page, uri, signal)
        const separate = async (as: Appearance | undefined, until?: AbortSignal): Promise<Caller> =>
          (await enter(page, { finish: () => finish(as), drop: social.drop }, until)).caller
        const found = await find()
        if (found !== null) return await onFound(accountFound(page, found, separate))
        const verified = page.profile === 5 && isOidcProvider(provider) ? await identify() : null
        if (verified === null || (await store.read()).holder?.userId === verified.userId)
          return await separate(appearance, signal)
        await requireSameAccount({ store, vault }, { userId: verified.userId, by: { provider } })
        return await onFound({ kind: 'newHere', provider, email: loginEmailOf(verified), confirm: separate })
      }),
    startFarcaster: farcaster.start,
    finishFarcaster: (signal) => orAborted(signal, () => waitForFarcaster(signal)),
    dropFarcaster: farcaster.drop,
  }
}

const loginEmailOf = (verified: Verified): string | null => ('loginEmail' in verified ? verified.loginEmail : null)

/** Waits until a Farcaster channel is signed and its user is signed in, once for all callers. */
const createFarcasterWait = (
  farcaster: ReturnType<typeof createFarcasterLogin>,
  enter: ReturnType<typeof createEntering>,
) =>
  shareWait(async (signal): Promise<void> => {
    for (;;) {
      const { page, finish } = await farcaster.signature(signal)
      try {
        return void (await enter(page, { finish, drop: farcaster.drop }, signal))
      } catch (error) {
        // Not dropped by one of the callers: they keep waiting.
        if (signal.aborted || !isAppError(error, 'ABORTED')) throw error
      }
    }
  })

/** Returns `work`, which fails with ABORTED, whatever its own error, once the signal is aborted. */
const orAborted = async <result>(signal: AbortSignal, work: () => Promise<result>): Promise<result> => {
  try {
    return await work()
  } catch (cause) {
    throw signal.aborted ? new AppError('ABORTED', { cause }) : cause
  }
}
