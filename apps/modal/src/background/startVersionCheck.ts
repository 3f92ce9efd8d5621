import type { createStore } from 'jotai/vanilla'

/**
 * Checks the version in development builds of the dapp. `build.ts` leaves the condition to the dapp's bundler, which drops the check from
 * other builds; a page without a bundler has none.
 */
export const startVersionCheck = (store: ReturnType<typeof createStore>): void => {
  try {
    if (process.env.NODE_ENV === 'development')
      import('./checkVersion.ts').then(
        ({ checkVersion }) => checkVersion({ store }),
        () => undefined,
      )
  } catch {
    // Not replaced by a bundler.
  }
}
