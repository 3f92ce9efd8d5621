import type { ModalOptions, NetworkId } from '../Modal.ts'
import type { Settings } from '../Settings.ts'
import { optionRules, relayExample, requiredOptions } from './optionRules.ts'
import type { ReadChains } from './readChains.ts'
import { type OptionProblem, type Report, readFields } from './rules.ts'
import { readNetworkId, readNetworks, standInNetworks } from './startOptions.ts'

export type ParsedOptions = {
  /** Complete and within limits. Invalid values are left out, and have their defaults. */
  settings: Settings
  problems: readonly OptionProblem[]
  /** False without a project, networks, a wallet or an api: the modal has nothing to offer then. */
  isUsable: boolean
}

/** Reads the options of session proof; null for invalid ones. */
export type ReadProof = (
  given: Pick<ModalOptions, 'siwx' | 'siweConfig'>,
  report: Report,
) => Pick<Settings, 'siwx' | 'siweConfig'> | null

type Problems = OptionProblem[]

type SiteNetworks = Pick<Settings, 'networks' | 'ownNetworks' | 'rpcUrls'>

/** The site's networks by their ids, with its descriptions of those that the registry doesn't have. Undefined for none. */
const readSiteNetworks = (
  { networks, rpcUrls }: Partial<ModalOptions>,
  report: Report,
  readChains: ReadChains | undefined,
): SiteNetworks | undefined => {
  const [first, ...others] = readNetworks(networks)
  if (networks === undefined || first === undefined) return undefined
  const { own = [], nodes = {} } = readChains?.(networks, report) ?? {}
  const all = { ...nodes, ...rpcUrls }
  return {
    networks: [first, ...others],
    ...(own.length > 0 && { ownNetworks: own }),
    ...((rpcUrls !== undefined || Object.keys(nodes).length > 0) && { rpcUrls: all }),
  }
}

/** The default network where it is one of the site's. */
const chooseDefault = (
  { networks, defaultNetwork }: { networks: Settings['networks'] | undefined; defaultNetwork: NetworkId | undefined },
  problems: Problems,
): { defaultNetwork?: NetworkId } => {
  if (defaultNetwork === undefined || networks === undefined) return {}
  if (networks.includes(defaultNetwork)) return { defaultNetwork }
  const isReported = problems.some(({ option }) => option === 'defaultNetwork')
  const place = { option: 'defaultNetwork', kind: 'invalid', found: defaultNetwork } as const
  if (!isReported) problems.push({ ...place, takes: { takes: 'takes.siteNetwork' }, example: `'${networks[0]}'` })
  return {}
}

/** The element that `embedded` names is not in the page. Checked whenever the modal opens: it may be added later. */
export const checkPlace = ({ embedded }: Pick<ModalOptions, 'embedded'>): readonly OptionProblem[] => {
  if (embedded === undefined || embedded() != null) return []
  const example = "embedded: () => document.querySelector('#wallet')"
  return [{ option: 'embedded()', kind: 'invalid', found: null, takes: { takes: 'takes.element' }, example }]
}

/**
 * Parses the options of createModal from untrusted input, once and as a whole. `siteName` names a site without a name; `readChains` is
 * needed where networks are objects, `readProof` where the page requests session proof.
 */
export const parseOptions = (
  options: unknown,
  siteName: string,
  readChains?: ReadChains,
  readProof?: ReadProof,
): ParsedOptions => {
  const problems: Problems = []
  const report = (problem: OptionProblem): void => void problems.push(problem)
  const given = typeof options === 'object' && options !== null && !Array.isArray(options) ? options : {}
  const isEmpty = Object.keys(given).length === 0
  const example = `createModal({ ${Object.values(requiredOptions).join(', ')} })`
  if (isEmpty) report({ option: 'options', kind: 'missing', found: options, example })
  const parsed = readFields<ModalOptions>(optionRules, isEmpty ? {} : requiredOptions, given, '', report)
  const proof = readProof?.(given, report)
  const isRelayReported = problems.some(({ option }) => option.startsWith('walletConnect'))
  const { projectId, frameUrl, apiUrl, networks: _, metadata, defaultNetwork, basic, rpcUrls: __, ...others } = parsed
  const site = readSiteNetworks(parsed, report, readChains)
  const { networks, ownNetworks = [] } = site ?? {}
  // Where only WalletConnect is offered, there is nothing without a relay for it.
  if (basic === true && !others.walletConnect && !isRelayReported)
    report({ option: 'walletConnect', kind: 'missing', found: others.walletConnect, example: relayExample })
  return {
    settings: {
      ...others,
      ...proof,
      projectId: projectId ?? '',
      frameUrl: frameUrl ?? '',
      apiUrl: apiUrl ?? '',
      networks: standInNetworks,
      ...site,
      metadata: metadata ?? { name: siteName },
      ...chooseDefault({ networks, defaultNetwork: readNetworkId(defaultNetwork) }, problems),
      // Only WalletConnect, which needs to be set up.
      ...(basic !== undefined && { basic: basic && Boolean(parsed.walletConnect) }),
    },
    // Networks that the site describes are known, wherever else they are named.
    problems: problems.filter(
      ({ kind, found }) => kind !== 'network' || !ownNetworks.some(({ caipNetworkId }) => caipNetworkId === found),
    ),
    isUsable: proof !== null && ![projectId, frameUrl, apiUrl, networks].includes(undefined),
  }
}
