import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { SocialProvider } from '../../Modal.ts'
import { isTurnedOff } from '../../remote-config/features.ts'
import { askWallet } from '../wallet.ts'
import { isAddressOf } from './isAddressOf.ts'
import { provedAtom, runSocialLogin, socialLoginAtom } from './socialLogin.ts'
import { startWindowLoginAtom } from './windowLogin.ts'

/** Signs in with Farcaster: a code or link opens its app, and the wallet waits for the signature made there. */
const startFarcasterLoginAtom = atom(
  null,
  (get, set): Promise<void> =>
    runSocialLogin(get, set, 'farcaster', async (step, signal) => {
      const { url } = await askWallet(get, set, 'GET_FARCASTER_URI', undefined, { signal })
      if (!isAddressOf(url, ['https:', 'http:', 'farcaster:'])) throw new AppError('WALLET_INVALID_RESPONSE')
      step({ status: 'scanning', address: url })
      await askWallet(get, set, 'CONNECT_FARCASTER', undefined, { signal })
    }),
)

/** Signs in with a login provider, in the user's click. Never throws: the result is in `socialLoginAtom`. */
export const startSocialAtom = atom(
  null,
  (get, set, provider: SocialProvider): Promise<void> =>
    isTurnedOff(get, provider)
      ? runSocialLogin(get, set, provider, () => Promise.reject(new AppError('NOT_ENABLED')))
      : provider === 'farcaster'
        ? set(startFarcasterLoginAtom)
        : set(startWindowLoginAtom, provider),
)

/** Tries again, in the user's click: a proof isn't requested twice. */
export const retrySocialAtom = atom(null, async (get, set): Promise<void> => {
  const login = get(socialLoginAtom)
  const proved = get(provedAtom)
  if (proved !== null) await runSocialLogin(get, set, proved, null)
  else if (login.status !== 'idle') await set(startSocialAtom, login.provider)
})
