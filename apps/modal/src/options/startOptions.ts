import type { ThemeMode } from '@latchkey/protocol/theme'
import { isAuthNamespace } from '../connectors/auth/authNamespaces.ts'
import type { ConnectMethodsOrder, NetworkId } from '../Modal.ts'
import type { Settings } from '../Settings.ts'
import { isNetworkId, namespaceOf } from '../storedConnections.ts'

/** The default for `networks` where a page gives none: a modal always has an active network. */
export const standInNetworks: Settings['networks'] = ['eip155:1']

/** The options that the page's own code needs before the engine is loaded. */
export type StartOptions = {
  projectId: string
  networks: Settings['networks']
  defaultNetwork?: NetworkId | undefined
  themeMode: ThemeMode
  /** Whether networks are described by objects. */
  hasChains: boolean
  /** Whether the page requests session proof. */
  hasProof: boolean
  /** Whether there is a logo, or a text. */
  hasBrand: boolean
  /** The name of the site. */
  name: string
  embedded?: (() => Element) | undefined
  /** The view Connect, as far as the options decide it. */
  connect: {
    /** As the page passed it (`methodOrder`). */
    order: ConnectMethodsOrder | undefined
    hasEmail: boolean
    hasSocials: boolean
    hasWallets: boolean
  }
  /** No required option is missing. */
  isComplete: boolean
}

/** The theme table is too large to be loaded with the page; this is checked against it by the compiler. */
const themeModes = { light: true, dark: true, system: true } satisfies Record<ThemeMode, true>
export const readThemeMode = (value: unknown): ThemeMode =>
  typeof value === 'string' && Object.hasOwn(themeModes, value) ? (value as ThemeMode) : 'dark'

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The CAIP-2 id of a network that may be anything: an id, or a chain in viem's shape, which is an EVM chain if it has no such id. */
export const readNetworkId = (network: unknown): NetworkId | undefined => {
  const chain = network as { id?: unknown; caipNetworkId?: unknown } | null
  const id = typeof network === 'object' ? (chain?.caipNetworkId ?? `eip155:${chain?.id}`) : network
  return isNetworkId(id) ? id : undefined
}

/** The well-formed networks of a list that may be anything, each once. */
export const readNetworks = (networks: unknown): NetworkId[] =>
  Array.isArray(networks) ? [...new Set(networks.flatMap((one) => readNetworkId(one) ?? []))] : []

const readConnect = (given: unknown, networks: readonly NetworkId[]): StartOptions['connect'] => {
  const { email, socials, wallets, connectMethodsOrder } = (given ?? {}) as Partial<
    Record<keyof NonNullable<Settings['features']>, unknown>
  >
  const isServed = networks.some((network) => isAuthNamespace(namespaceOf(network)))
  return {
    order: Array.isArray(connectMethodsOrder) ? connectMethodsOrder : undefined,
    hasEmail: isServed && email !== false,
    hasSocials: Array.isArray(socials) && socials.length > 0,
    hasWallets: wallets !== false,
  }
}

/**
 * Reads the options that are needed at once, from untrusted input, with usable defaults for invalid ones. Doesn't report them:
 * `parseOptions` does, in the engine.
 */
export const startOptions = (options: unknown): StartOptions => {
  const {
    projectId,
    frameUrl,
    apiUrl,
    networks,
    defaultNetwork,
    themeMode,
    metadata,
    embedded,
    siwx,
    siweConfig,
    logo,
    texts,
    features,
    basic,
  } = (options ?? {}) as Partial<Record<keyof Settings, unknown>>
  const [first, ...others] = readNetworks(networks)
  const name = (metadata as { name?: unknown } | null | undefined)?.name
  const required = [projectId, frameUrl, apiUrl, name, first]
  return {
    projectId: String(projectId),
    networks: first === undefined ? standInNetworks : [first, ...others],
    defaultNetwork: [first, ...others].find((id) => id === readNetworkId(defaultNetwork)),
    hasChains: Array.isArray(networks) && networks.some((one) => typeof one === 'object'),
    hasProof: siwx !== undefined || siweConfig !== undefined,
    hasBrand: (logo ?? texts) !== undefined,
    themeMode: readThemeMode(themeMode),
    name: isText(name) ? name : '',
    embedded: typeof embedded === 'function' ? (embedded as () => Element) : undefined,
    connect: readConnect(
      basic === true || (logo ?? texts) !== undefined ? { email: false } : features,
      readNetworks(networks),
    ),
    isComplete: required.every(isText),
  }
}
