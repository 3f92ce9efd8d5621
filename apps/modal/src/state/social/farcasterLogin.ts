import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { askWallet } from '../wallet.ts'
import { isAddressOf } from './isAddressOf.ts'
import { runSocialLogin } from './socialLogin.ts'

/** Sign in with Farcaster: its app is led to by a code or link, and the wallet waits for what is signed there. */
export const startFarcasterLoginAtom = atom(
  null,
  (get, set): Promise<void> =>
    runSocialLogin(get, set, 'farcaster', async (step, signal) => {
      const { url } = await askWallet(get, set, 'GET_FARCASTER_URI', undefined, { signal })
      if (!isAddressOf(url, ['https:', 'http:', 'farcaster:'])) throw new AppError('WALLET_MISBEHAVED')
      step({ status: 'scanning', address: url })
      await askWallet(get, set, 'CONNECT_FARCASTER', undefined, { signal })
    }),
)
