import { findNetwork, networks } from '@latchkey/chains'
import type { Alert } from '../alerts.ts'
import { nearestName } from './nearestName.ts'
import type { OptionProblem } from './rules.ts'
import { showValue } from './showValue.ts'

const idOf = (chainId: unknown): string => `eip155:${Number(chainId)}`

/** Returns the known network for a value that isn't a CAIP-2 id: a chain id, a chain in viem's shape, or a name. */
const nearestNetwork = (found: unknown): string | undefined => {
  if (typeof found === 'object' && found !== null) {
    const { caipNetworkId, id } = found as { caipNetworkId?: unknown; id?: unknown }
    return [caipNetworkId, idOf(id)].map(String).find((one) => findNetwork(one) !== undefined)
  }
  if (typeof found !== 'string' || /^\w+$/.test(found)) {
    const byNumber = findNetwork(idOf(found))
    if (byNumber !== undefined) return byNumber.successor ?? byNumber.caipNetworkId
  }
  const ended = findNetwork(String(found))?.successor
  if (ended !== undefined) return ended
  if (typeof found !== 'string' || found.includes(':')) return undefined
  // As viem and its users call Ethereum.
  if (/^mainnet$/i.test(found)) return 'eip155:1'
  const name = nearestName(
    found,
    networks.map((network) => network.name),
  )
  return networks.find((network) => network.name === name)?.caipNetworkId
}

const networkAlert = ({ option, found }: OptionProblem): Alert => {
  const nearest = nearestNetwork(found)
  const values = { option, found: showValue(found) }
  if (nearest !== undefined) return { key: 'APKT001.nearest', values: { ...values, nearest } }
  const known = networks.map(({ caipNetworkId }) => caipNetworkId).join(', ')
  return { key: 'APKT001', values: { ...values, known } }
}

const unknownAlert = ({ option, known = [] }: OptionProblem): Alert => {
  // For `features.emial` the name is `emial`; for `themeVariables['--lk-x']` the part in quotes.
  const name = /\['(.*)'\]$/.exec(option)?.[1] ?? option.slice(option.lastIndexOf('.') + 1)
  const nearest = nearestName(name, known)
  if (nearest === undefined) return { key: 'APKT013.unknown', values: { option, known: known.join(', ') } }
  return { key: 'APKT013.misspelt', values: { option, nearest } }
}

const invalidAlert = ({ option, found, takes, example = '', known = [], ...problem }: OptionProblem): Alert => {
  const name = typeof found === 'string' ? nearestName(found, known) : undefined
  const nearest = problem.nearest ?? (name === undefined ? undefined : `'${name}'`)
  const values = { option, found: showValue(found), ...(takes && { takes }) }
  if (nearest === undefined) return { key: 'APKT013', values: { ...values, example } }
  return { key: 'APKT013.nearest', values: { ...values, nearest } }
}

/** Returns the alert that reports a problem to the developer, with the exact fix. */
export const describeProblem = (problem: OptionProblem): Alert => {
  const { option, kind, found, example = '' } = problem
  if (option === 'projectId' && (kind === 'missing' || found === '')) return { key: 'APKT008', values: {} }
  if (option === 'projectId') return { key: 'APKT007', values: { found: showValue(found) } }
  if (kind === 'both') return { key: 'APKT013.both', values: { option } }
  if (kind === 'network') return networkAlert(problem)
  if (kind === 'unknown') return unknownAlert(problem)
  if (kind === 'missing') return { key: 'APKT013.missing', values: { option, example } }
  return invalidAlert(problem)
}
