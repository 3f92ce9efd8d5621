import { AppError, isEmail } from '@latchkey/protocol'
import type { createStore } from 'jotai/vanilla'
import { loadFirstAtom } from '../directory/catalogue.ts'
import type { AccountState, ConnectWalletOptions, SocialProvider } from '../Modal.ts'
import { accountAtom } from '../state/accounts.ts'
import { raiseAlertAtom } from '../state/alerts.ts'
import { closedError } from '../state/closedError.ts'
import { cancelConnectingAtom, connectingAtom, connectWalletAtom, pairingAtom } from '../state/connecting.ts'
import { discoverAtom } from '../state/connectors.ts'
import { emailLoginAtom, submitEmailAtom } from '../state/emailLogin.ts'
import { openAtom } from '../state/modal.ts'
import { activeNamespaceAtom } from '../state/networks.ts'
import { publicAccount } from '../state/publicAccount.ts'
import { closingsAtom } from '../state/route.ts'
import { socialLoginAtom } from '../state/social/socialLogin.ts'
import { startSocialAtom } from '../state/social/startSocial.ts'
import { offeredWallets } from './readData.ts'

type Store = ReturnType<typeof createStore>

/** A page's own buttons, over the flows that the modal's views have. */
export type SignInActions = {
  connectWallet(id: string, options?: ConnectWalletOptions): Promise<AccountState>
  signInWithEmail(email: string): Promise<AccountState>
  signInWith(provider: SocialProvider): Promise<AccountState>
}

export const signInActions = (store: Store): SignInActions => {
  const account = (): AccountState => {
    if (store.get(accountAtom) === null) throw new AppError('USER_REJECTED')
    return publicAccount(store.get, store.get(activeNamespaceAtom))
  }

  /** Waits until there is an account, or the user has closed the modal. Errors stay on screen until then. */
  const settled = (): Promise<AccountState> => {
    const closings = store.get(closingsAtom)
    return new Promise((resolve, reject) => {
      const check = () => {
        const isOver = store.get(accountAtom) !== null || store.get(closingsAtom) > closings
        if (!isOver) return
        for (const stop of stops) stop()
        try {
          resolve(account())
        } catch {
          const email = store.get(emailLoginAtom).error
          const social = store.get(socialLoginAtom)
          reject(email ?? (social.status === 'failed' ? social.error : closedError()))
        }
      }
      const stops = [store.sub(accountAtom, check), store.sub(closingsAtom, check)]
    })
  }

  return {
    async connectWallet(id, { onPairing, signal } = {}) {
      signal?.throwIfAborted()
      await store.set(discoverAtom)
      await store.set(loadFirstAtom)
      const target = offeredWallets(store.get).find(({ key }) => key === id)
      if (target === undefined) throw new AppError('WALLET_NOT_INSTALLED')
      // A wallet in this browser prompts by itself; any other one needs a pairing, whose code has to be drawn.
      if (target.connectors.length === 0 && onPairing === undefined) store.set(openAtom, { view: 'ConnectWallets' })
      const closings = store.get(closingsAtom)
      const stop = store.sub(pairingAtom, () => onPairing?.(store.get(pairingAtom)?.uri ?? null))
      const abort = () => store.set(cancelConnectingAtom)
      signal?.addEventListener('abort', abort)
      try {
        await store.set(connectWalletAtom, target)
        const connecting = store.get(connectingAtom)
        if (connecting.status === 'failed') throw connecting.error
        if (store.get(closingsAtom) > closings && store.get(accountAtom) === null) throw closedError()
        signal?.throwIfAborted()
        return account()
      } finally {
        stop()
        signal?.removeEventListener('abort', abort)
      }
    },
    async signInWithEmail(email) {
      if (!isEmail(email.trim())) {
        store.set(raiseAlertAtom, 'APKTW002')
        throw new AppError('EMAIL_INVALID')
      }
      store.set(openAtom, { view: 'Connect' })
      const done = settled()
      void store.set(submitEmailAtom, email)
      return done
    },
    async signInWith(provider) {
      store.set(openAtom, { view: 'Connect' })
      const done = settled()
      void store.set(startSocialAtom, provider)
      return done
    },
  }
}
