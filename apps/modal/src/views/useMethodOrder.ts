import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { ConnectMethod } from '../Modal.ts'
import { connectorsAtom, discoverAtom } from '../state/connectors.ts'
import { isEmailOnAtom, isSocialOnAtom, isWalletOnAtom } from '../state/project.ts'
import { servicesAtom } from '../state/services.ts'

/** The modal needs as long to come in; what is found later does not move what is already there. */
const patienceMs = 150

const usual: readonly ConnectMethod[] = ['email', 'social', 'wallet']
const withInstalled: readonly ConnectMethod[] = ['wallet', 'email', 'social']

/**
 * The ways to connect, in the order in which Connect shows them: as the site wants it, else the wallets last, unless one is
 * installed. Null for the moment in which that is being found out; then it stays.
 */
export const useMethodOrder = (): readonly ConnectMethod[] | null => {
  const store = useStore()
  const { settings, clock } = useAtomValue(servicesAtom)
  const isOn: Record<ConnectMethod, boolean> = {
    email: useAtomValue(isEmailOnAtom),
    social: useAtomValue(isSocialOnAtom),
    wallet: useAtomValue(isWalletOnAtom),
  }
  const discover = useSetAtom(discoverAtom)
  const isToBeFound = settings.features?.connectMethodsOrder === undefined && isOn.wallet && (isOn.email || isOn.social)
  const order = (): readonly ConnectMethod[] => {
    const hasInstalled = store.get(connectorsAtom).some(({ type }) => type === 'announced' || type === 'injected')
    return hasInstalled ? withInstalled : usual
  }
  const [found, setFound] = useState(() => (isToBeFound && order() === usual ? null : order()))

  useEffect(() => {
    if (found !== null) return
    const settle = () => setFound((known) => known ?? order())
    discover().then(settle, settle)
    return clock.after(patienceMs, settle)
  }, [found, discover, clock])

  if (found === null) return null
  const wanted = settings.features?.connectMethodsOrder ?? found
  return [...new Set([...wanted, ...usual])].filter((method) => isOn[method])
}
