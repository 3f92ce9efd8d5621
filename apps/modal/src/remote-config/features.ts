import { atom, type Getter } from 'jotai/vanilla'
import type { SignInMethod } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import type { Features, MergedConfig, RemoteConfig } from './RemoteConfig.ts'

const lists: readonly string[] = ['socials', 'featured', 'excluded']
const maxStoredLength = 20_000
const isList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Reads the copy that an earlier visit stored; a damaged one decides nothing. */
export function parseStoredConfig(text = ''): RemoteConfig {
  try {
    const value: unknown = text.length > maxStoredLength ? null : JSON.parse(text)
    const isConfig = Object.entries(value ?? {}).every(([name, entry]) =>
      lists.includes(name) ? isList(entry) : typeof entry === 'boolean',
    )
    // Each entry was checked; names that aren't features are never read.
    return typeof value === 'object' && value !== null && isConfig ? value : {}
  } catch {
    return {}
  }
}

const arrived = atom<MergedConfig | null>(null)
/** The response since the page was loaded; null until it arrives. */
export const arrivedConfigAtom = atom(
  (get) => get(arrived),
  (_get, set, config: MergedConfig) => set(arrived, config),
)

const storedAtom = atom((get) => parseStoredConfig(get(servicesAtom).storage.read('project-config')))
const applied = atom<RemoteConfig | null>(null)
const remoteAtom = atom((get) => get(applied) ?? get(storedAtom))

/** Applies the response at an opening, so that no view changes while the user is in it. */
export const applyConfigAtom = atom(null, (get, set) => {
  const config = get(arrived)
  if (config !== null) set(applied, config.remote)
})

/** The features that are on unless the page or the project sets them. */
const defaults: Features = {
  email: true,
  socials: [],
  activity: true,
  multiWallet: false,
  swaps: false,
  onramp: false,
  offramp: false,
  payWithExchange: false,
  payments: false,
}

/** The page's options with the project's decisions over them. */
export const featuresAtom = atom((get): Features => {
  const { email, socials, activity, multiWallet, swaps, onramp, offramp, payWithExchange, payments } = {
    ...defaults,
    ...get(servicesAtom).settings.features,
  }
  const local: Features = { email, socials, activity, multiWallet, swaps, onramp, offramp, payWithExchange, payments }
  return { ...local, ...get(remoteAtom) }
})

/** Ids of the directory that come first, and ids, reverse-domain names or names of wallets that are hidden. */
export const walletListsAtom = atom((get) => {
  const { featuredWalletIds, excludeWalletIds = [] } = get(servicesAtom).settings
  const { featured = featuredWalletIds ?? [], excluded = [] } = get(remoteAtom)
  return { featured, excluded: [...excludeWalletIds, ...excluded] }
})

/** Whether the project has turned a method off, as far as known: a view may still show it. */
export const isTurnedOff = (get: Getter, method: SignInMethod): boolean => {
  const { email, socials } = get(arrived)?.remote ?? get(remoteAtom)
  return method === 'email' ? email === false : socials?.every((name) => name !== method) === true
}

/** Whether the project has turned swaps off, as far as known: the form may be open already. */
export const isSwapsTurnedOff = (get: Getter): boolean => (get(arrived)?.remote ?? get(remoteAtom)).swaps === false
