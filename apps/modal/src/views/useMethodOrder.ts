import { useAtomValue, useStore } from 'jotai/react'
import { useState } from 'react'
import type { ConnectMethod } from '../Modal.ts'
import { methodOrder } from '../options/methodOrder.ts'
import { servicesAtom } from '../services.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { isEmailOnAtom, isSocialOnAtom, isWalletOnAtom } from '../state/project.ts'

/** Returns the methods that are on, in their order (`methodOrder`). What is found later does not move what is already there. */
export const useMethodOrder = (): readonly ConnectMethod[] => {
  const store = useStore()
  const { settings, isWalletInPage } = useAtomValue(servicesAtom)
  const isOn: Record<ConnectMethod, boolean> = {
    email: useAtomValue(isEmailOnAtom),
    social: useAtomValue(isSocialOnAtom),
    wallet: useAtomValue(isWalletOnAtom),
  }
  const [isInstalled] = useState(() => {
    const isKnown = store.get(connectorsAtom).some(({ type }) => type === 'announced' || type === 'injected')
    return isKnown || (isOn.wallet && isWalletInPage())
  })
  return methodOrder(settings.features?.connectMethodsOrder, isInstalled, isOn)
}
