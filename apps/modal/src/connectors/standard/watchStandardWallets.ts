import { getWallets } from '@wallet-standard/app'

/** The part of the standard's register that is used here. */
export type StandardRegister = {
  get(): readonly unknown[]
  on(event: 'register' | 'unregister', listener: (...wallets: unknown[]) => void): () => void
}

/** The page's wallet registry. The first call notifies wallets that wait for it. */
export const standardRegister = (): StandardRegister => getWallets() as StandardRegister

/** Calls a function for every registered wallet, including late ones. Returns a function that stops it. */
export function watchStandardWallets(register: StandardRegister, onWallet: (wallet: object) => void): () => void {
  const show = (wallet: unknown): void => {
    if (typeof wallet === 'object' && wallet !== null) onWallet(wallet)
  }
  const stop = register.on('register', (...wallets) => wallets.forEach(show))
  register.get().forEach(show)
  return stop
}
