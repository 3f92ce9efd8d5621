import type { ConnectMethod, ConnectMethodsOrder } from '../Modal.ts'

/**
 * Returns the enabled methods, in Connect's order. Methods missing in the site's order come last: email, social, wallet. Its `installed`
 * stands for wallets where one is installed, else for nothing.
 */
export const methodOrder = (
  wanted: ConnectMethodsOrder = [],
  isInstalled: boolean,
  isOn: Partial<Record<ConnectMethodsOrder[number], unknown>>,
): readonly ConnectMethod[] =>
  [
    ...new Set([
      ...wanted.map((method) => (method === 'installed' && isInstalled ? 'wallet' : method)),
      'email',
      'social',
      'wallet',
    ] as const),
  ].filter((method): method is ConnectMethod => !!isOn[method])
