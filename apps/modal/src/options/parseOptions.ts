import type { ModalOptions } from '../Modal.ts'
import { optionRules, relayExample, requiredOptions } from './optionRules.ts'
import { type OptionProblem, type Report, readFields } from './rules.ts'
import { standInNetworks } from './startOptions.ts'

export type ParsedOptions = {
  /** Whole and in bounds. What was wrong is left out, and stands at its default. */
  settings: ModalOptions
  problems: readonly OptionProblem[]
  /** False without a project, networks, a wallet or an api: the modal has nothing to offer then. */
  isUsable: boolean
}

type Problems = OptionProblem[]

/** The default network where it is one of the site's. */
const chooseDefault = ({ networks, defaultNetwork }: Partial<ModalOptions>, problems: Problems) => {
  if (defaultNetwork === undefined || networks === undefined) return {}
  if (networks.includes(defaultNetwork)) return { defaultNetwork }
  const isReported = problems.some(({ option }) => option === 'defaultNetwork')
  const place = { option: 'defaultNetwork', kind: 'invalid', found: defaultNetwork } as const
  if (!isReported) problems.push({ ...place, takes: { takes: 'takes.siteNetwork' }, example: `'${networks[0]}'` })
  return {}
}

/** What only WalletConnect reaches, without a relay for it. */
const reportNoRelay = ({ basic, networks, walletConnect }: Partial<ModalOptions>, report: Report): void => {
  const isNeeded = basic === true || networks?.some((id) => !/^(?:eip155|solana|bip122):/.test(id))
  if (isNeeded && !walletConnect)
    report({ option: 'walletConnect', kind: 'missing', found: walletConnect, example: relayExample })
}

/** The element that `embedded` names is not in the page. Asked whenever the modal opens: it may come later. */
export const checkPlace = ({ embedded }: Pick<ModalOptions, 'embedded'>): readonly OptionProblem[] => {
  if (embedded === undefined || embedded() != null) return []
  const example = "embedded: () => document.querySelector('#wallet')"
  return [{ option: 'embedded()', kind: 'invalid', found: null, takes: { takes: 'takes.element' }, example }]
}

/** Parses the options of createModal, which may be anything, once and as a whole. `site` names a site that does not name itself. */
export const parseOptions = (options: unknown, site: string): ParsedOptions => {
  const problems: Problems = []
  const report = (problem: OptionProblem): void => void problems.push(problem)
  const given = typeof options === 'object' && options !== null && !Array.isArray(options) ? options : {}
  const isEmpty = Object.keys(given).length === 0
  const example = `createModal({ ${Object.values(requiredOptions).join(', ')} })`
  if (isEmpty) report({ option: 'options', kind: 'missing', found: options, example })
  const parsed = readFields<ModalOptions>(optionRules, isEmpty ? {} : requiredOptions, given, '', report)
  const isRelayReported = problems.some(({ option }) => option.startsWith('walletConnect'))
  if (!isRelayReported) reportNoRelay(parsed, report)
  const { projectId, frameUrl, apiUrl, networks, metadata, defaultNetwork: _, basic, ...others } = parsed
  return {
    settings: {
      ...others,
      projectId: projectId ?? '',
      frameUrl: frameUrl ?? '',
      apiUrl: apiUrl ?? '',
      networks: networks ?? standInNetworks,
      metadata: metadata ?? { name: site },
      ...chooseDefault(parsed, problems),
      // By WalletConnect alone, but not without it.
      ...(basic !== undefined && { basic: basic && Boolean(parsed.walletConnect) }),
    },
    problems,
    isUsable: ![projectId, frameUrl, apiUrl, networks].includes(undefined),
  }
}
