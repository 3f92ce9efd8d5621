import { atom } from 'jotai/vanilla'
import type { AccountType } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import type { AccountTypeChoice } from '../storage.ts'
import { networkIdsAtom } from './networks.ts'

const maxNetworks = 64
const networks = atom<readonly number[] | null>(null)

/**
 * EVM chain ids of the networks that have smart accounts: as the wallet reported last, at an earlier session if it hasn't been queried.
 * None after a failed lookup (specification section 8).
 */
export const smartAccountNetworksAtom = atom(
  (get): readonly number[] => get(networks) ?? get(servicesAtom).storage.read('smart-account-networks') ?? [],
  (get, set, chainIds: readonly number[]) => {
    const { storage } = get(servicesAtom)
    const known = [...new Set(chainIds)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, maxNetworks)
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

/**
 * The user's account type here: their choice in this browser, else the site's default, else the standard account. `owner`: the address of
 * their standard account; null before it is known, which stands for the user who chose last.
 */
export const accountTypeOfAtom = atom((get) => (owner: string | null): AccountType => {
  const { storage, settings } = get(servicesAtom)
  const choices = storage.read('account-types') ?? []
  const choice = owner === null ? choices[0] : choices.find((each) => each.owner === owner)
  return choice?.type ?? settings.defaultAccountTypes?.eip155 ?? 'eoa'
})

/** Stores the account type that a user has chosen, for every later sign-in in this browser. */
export const rememberAccountTypeAtom = atom(null, (get, _set, choice: AccountTypeChoice) => {
  const { storage } = get(servicesAtom)
  const others = (storage.read('account-types') ?? []).filter(({ owner }) => owner !== choice.owner)
  storage.write('account-types', [choice, ...others])
})
