import { useAtomValue, useStore } from 'jotai/react'
import { useState } from 'react'
import type { ConnectMethod } from '../Modal.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { isEmailOnAtom, isSocialOnAtom, isWalletOnAtom } from '../state/project.ts'
import { servicesAtom } from '../state/services.ts'

const usual: readonly ConnectMethod[] = ['email', 'social', 'wallet']
const withInstalled: readonly ConnectMethod[] = ['wallet', 'email', 'social']

/**
 * The ways to connect, in the order in which Connect shows them: as the site wants it, else the wallets last, unless one is
 * installed. What is found later does not move what is already there.
 */
export const useMethodOrder = (): readonly ConnectMethod[] => {
  const store = useStore()
  const { settings, isWalletInPage } = useAtomValue(servicesAtom)
  const isOn: Record<ConnectMethod, boolean> = {
    email: useAtomValue(isEmailOnAtom),
    social: useAtomValue(isSocialOnAtom),
    wallet: useAtomValue(isWalletOnAtom),
  }
  const [found] = useState(() => {
    const isKnown = store.get(connectorsAtom).some(({ type }) => type === 'announced' || type === 'injected')
    return isKnown || (isOn.wallet && isWalletInPage()) ? withInstalled : usual
  })
  return [...new Set([...(settings.features?.connectMethodsOrder ?? found), ...usual])].filter((method) => isOn[method])
}
