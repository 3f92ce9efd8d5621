import type { StandardRegister } from './watchStandardWallets.ts'

/** A Wallet Standard registry for one test only. */
export function createRegister(...registered: unknown[]) {
  const wallets = new Set<unknown>(registered)
  const listeners = new Set<(...wallets: unknown[]) => void>()
  const register: StandardRegister = {
    get: () => [...wallets],
    on: (event, listener) => {
      if (event === 'register') listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    register,
    listeners: () => listeners.size,
    add(wallet: unknown): void {
      wallets.add(wallet)
      for (const listener of [...listeners]) listener(wallet)
    },
    remove: (wallet: unknown) => wallets.delete(wallet),
  }
}
