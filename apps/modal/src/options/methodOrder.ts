import type { ConnectMethod } from '../Modal.ts'

/**
 * Returns the methods that are on, in the order in which Connect shows them: as the site wants it, else wallets last, unless one is
 * installed. Methods that the site's order leaves out come last.
 */
export const methodOrder = (
  wanted: readonly ConnectMethod[] | undefined,
  isInstalled: boolean,
  isOn: Record<ConnectMethod, unknown>,
): readonly ConnectMethod[] =>
  [...new Set<ConnectMethod>([...(wanted ?? (isInstalled ? ['wallet'] : [])), 'email', 'social', 'wallet'])].filter(
    (method) => isOn[method],
  )
