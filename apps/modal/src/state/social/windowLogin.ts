import { AppError, isAppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { type LoginWindow, openLoginWindow } from '../../connectors/social/openLoginWindow.ts'
import { unlessAborted } from '../../connectors/unlessAborted.ts'
import type { SocialProvider } from '../../Modal.ts'
import { servicesAtom } from '../../services.ts'
import { goOnInWallet } from '../login.ts'
import { networkIdsAtom } from '../networks.ts'
import { askWallet } from '../wallet.ts'
import { isAddressOf } from './isAddressOf.ts'
import { type Proof, runSocialLogin } from './socialLogin.ts'

type Attempt = {
  /** Brings the window to the front. */
  focus(): void
  /** Opens the window that didn't open. False when the browser refuses: the user follows a link to it. */
  open(): boolean
}
const attempt = atom<Attempt | null>(null)

/**
 * The account that comes with the sign-in. A site without EVM networks asks for no account type, and where the wallet may not serve the
 * network, the account is fetched afterwards.
 */
const loginAccount = (get: Getter) => {
  const { eip155, solana } = get(networkIdsAtom)
  const { ownNetworks = [] } = get(servicesAtom).settings
  if (ownNetworks.some(({ caipNetworkId }) => caipNetworkId === eip155)) return {}
  if (eip155 !== undefined) return { chainId: eip155, preferredAccountType: 'eoa' } as const
  return solana === undefined ? {} : { chainId: solana }
}

type Input = {
  provider: Exclude<SocialProvider, 'farcaster'>
  /** The window that the click has opened. */
  first: LoginWindow | null
  open(address: string): LoginWindow | null
}

/**
 * The user signs in with the provider in a window; the wallet gets the result that its page there has posted. A window that is closed or
 * unreachable posts nothing, so the wallet is asked to wait by itself: the api notifies it once the user has compared the number (custody
 * design, section 4).
 */
const proveInWindow =
  (get: Getter, set: Setter, { provider, first, open }: Input): Proof =>
  async (step, signal) => {
    const proved = Promise.withResolvers<void>()
    let opened = first
    let stopFollowing: () => void = () => undefined
    // At once: a user who cancels doesn't want to see it load.
    signal.addEventListener('abort', () => opened?.close())
    let asked = 0
    /** The last request to the wallet counts: it replaces the earlier one there. */
    const ask = (uri: string): void => {
      const mine = ++asked
      const finish = async (): Promise<void> => {
        try {
          await askWallet(get, set, 'CONNECT_SOCIAL', { uri, ...loginAccount(get) }, { signal })
        } catch (error) {
          if (!isAppError(error, 'CONTINUE_IN_WALLET') || mine !== asked) throw error
          step({ status: 'opening' })
          await goOnInWallet(get, set, signal)
        }
      }
      finish().then(
        () => mine === asked && proved.resolve(),
        (error: unknown) => mine === asked && proved.reject(error),
      )
    }
    try {
      const { uri, number = null } = await askWallet(get, set, 'GET_SOCIAL_REDIRECT_URI', { provider }, { signal })
      if (!isAddressOf(uri, ['https:', 'http:'])) throw new AppError('WALLET_INVALID_RESPONSE')
      const waitApart = (isLikelyClosed: boolean): void => {
        step({ status: isLikelyClosed ? 'closed' : 'apart', number })
        ask(uri)
      }
      const follow = (next: LoginWindow): void => {
        opened = next
        step({ status: 'waiting' })
        stopFollowing = next.follow({
          onResult(resultUri) {
            step({ status: 'opening' })
            ask(resultUri)
          },
          onLost: waitApart,
        })
      }
      set(attempt, {
        focus: () => opened?.focus(),
        open() {
          const next = open(uri)
          if (next === null) waitApart(false)
          else follow(next)
          return next !== null
        },
      })
      const isLed = first !== null && (await first.lead(uri))
      if (signal.aborted) return
      if (isLed) follow(first)
      else {
        // A window that can't be navigated would wait there forever.
        first?.close()
        step({ status: 'blocked', address: uri })
      }
      await unlessAborted(signal, 'ABORTED', proved.promise)
    } finally {
      stopFollowing()
      opened?.close()
    }
  }

/** Signs in with a provider in a window. Has to be called in the user's click: browsers open windows for nothing else. */
export const startWindowLoginAtom = atom(null, (get, set, provider: Input['provider']): Promise<void> => {
  const { page, settings, clock } = get(servicesAtom)
  const walletOrigin = new URL(settings.frameUrl).origin
  const open: Input['open'] = (address) => openLoginWindow(address, { opener: page, walletOrigin, after: clock.after })
  const first = open(`${walletOrigin}/loading`)
  return runSocialLogin(get, set, provider, proveInWindow(get, set, { provider, first, open }))
})

/** Brings the window to the front. */
export const focusWindowAtom = atom(null, (get) => get(attempt)?.focus())

/** Opens the window that didn't open, in the user's click. False when the browser refuses: a link has to lead there. */
export const openBlockedAtom = atom(null, (get) => get(attempt)?.open() ?? false)
