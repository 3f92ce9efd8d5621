import { atom } from 'jotai/vanilla'
import type { AccountType } from '../Modal.ts'
import { networkIdsAtom } from './networks.ts'
import { servicesAtom } from './services.ts'

const mostNetworks = 64
const networks = atom<readonly number[] | null>(null)

/**
 * EVM chain ids of the networks that have smart accounts: as the wallet said last, at an earlier visit while it has not been
 * asked. A lookup that failed leaves none (specification section 8).
 */
export const smartAccountNetworksAtom = atom(
  (get): readonly number[] => get(networks) ?? get(servicesAtom).storage.read('smart-account-networks') ?? [],
  (get, set, chainIds: readonly number[]) => {
    const { storage } = get(servicesAtom)
    const known = [...new Set(chainIds)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, mostNetworks)
    set(networks, known)
    if (known.length === 0) storage.remove('smart-account-networks')
    else storage.write('smart-account-networks', known)
  },
)

/** Whether the network that eip155 is on has smart accounts (specification section 4). */
export const isSmartAccountOnAtom = atom((get): boolean => {
  const { eip155 } = get(networkIdsAtom)
  return eip155 !== undefined && get(smartAccountNetworksAtom).includes(Number(eip155.slice('eip155:'.length)))
})

const chosen = atom<AccountType | null>(null)

/** The type of account that the wallet is asked for: the visitor's choice, else the site's, else the EOA, where their money is. */
export const preferredAccountTypeAtom = atom(
  (get): AccountType => {
    const { storage, settings } = get(servicesAtom)
    return get(chosen) ?? storage.read('account-types')?.eip155 ?? settings.defaultAccountTypes?.eip155 ?? 'eoa'
  },
  (get, set, eip155: AccountType) => {
    set(chosen, eip155)
    get(servicesAtom).storage.write('account-types', { eip155 })
  },
)
