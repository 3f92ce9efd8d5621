import { AppError } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import { type FarcasterAttempt, type FarcasterAttemptDeps, startFarcasterAttempt } from './farcasterAttempt.ts'
import type { IdentityProof } from './identityProof.ts'
import type { Login, Reached } from './openAccount.ts'
import type { OpenByIdentity } from './openByIdentity.ts'

/** Signs in with Farcaster (wire design, sections 6 and 8): the page shows a link, and the user's app signs. */
export type FarcasterLogin = {
  /**
   * Opens a channel; a newer one replaces an older one. Fails with NOT_ENABLED, PROVIDER_UNAVAILABLE, RATE_LIMITED,
   * SERVICE_UNREACHABLE, STORAGE_BLOCKED, and with ABORTED when a newer one has overtaken it. `appearance`: how the vault may
   * ask a user with their own recovery method, if needed.
   */
  start(page: Page, appearance?: () => Appearance): Promise<{ url: string }>
  /**
   * Waits for a channel whose result this page has not received, and until it is signed. A newer channel is waited for
   * instead. Fails as `FarcasterAttempt.proof`, which ends the channel where it is over.
   *
   * The result fails as `OpenByIdentity`, and with ABORTED when it was dropped meanwhile.
   */
  signature(signal: AbortSignal): Promise<{ page: Page; finish: () => Promise<Login> }>
  /** Drops this channel. */
  drop(): void
}

type Channel = Reached & {
  readonly page: Page
  readonly appearance: (() => Appearance) | undefined
  readonly attempt: FarcasterAttempt
  /** Aborted when the channel is dropped. */
  readonly over: AbortController
}

export const createFarcasterLogin = (
  deps: FarcasterAttemptDeps & { openByIdentity: OpenByIdentity },
): FarcasterLogin => {
  let channel: Channel | null = null
  let starts = 0
  let opened = Promise.withResolvers<void>()

  const drop = (): void => {
    starts++
    channel?.over.abort(new AppError('ABORTED'))
    channel = null
  }
  /** Errors after which the channel is of no use. */
  const endWhenOver = (mine: Channel, error: AppError): void => {
    const isOver = error.name === 'SOCIAL_EXPIRED' || error.name === 'SOCIAL_REFUSED'
    if (isOver && channel === mine) channel = null
  }

  const finish = async (mine: Channel, proof: IdentityProof): Promise<Login> => {
    mine.over.signal.throwIfAborted()
    try {
      const login = await deps.openByIdentity(mine.page, mine, async () => proof, mine.appearance?.())
      mine.over.signal.throwIfAborted()
      channel = null
      return login
    } catch (error) {
      endWhenOver(mine, AppError.from(error))
      throw error
    }
  }

  const nextChannel = async (signal: AbortSignal): Promise<Channel> => {
    while (channel === null) {
      signal.throwIfAborted()
      const { promise: gone, reject } = Promise.withResolvers<never>()
      const giveUp = (): void => reject(signal.reason)
      signal.addEventListener('abort', giveUp)
      await Promise.race([opened.promise, gone]).finally(() => signal.removeEventListener('abort', giveUp))
    }
    return channel
  }

  return {
    drop,
    async start(page, appearance) {
      drop()
      const mine = starts
      const attempt = await startFarcasterAttempt(deps, page, 'login')
      if (mine !== starts) throw new AppError('ABORTED')
      const { deviceId, url } = attempt
      const by = { provider: 'farcaster' } as const
      channel = { page, by, appearance, attempt, deviceId, verified: null, opened: null, over: new AbortController() }
      opened.resolve()
      opened = Promise.withResolvers()
      return { url }
    },
    async signature(signal) {
      for (;;) {
        const mine = await nextChannel(signal)
        try {
          const proof = await mine.attempt.proof(AbortSignal.any([signal, mine.over.signal]))
          return { page: mine.page, finish: () => finish(mine, proof) }
        } catch (error) {
          signal.throwIfAborted()
          // Another channel is waited for instead.
          if (mine.over.signal.aborted) continue
          endWhenOver(mine, AppError.from(error))
          throw error
        }
      }
    },
  }
}
