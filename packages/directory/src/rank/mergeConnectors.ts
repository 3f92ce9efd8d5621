import type { WalletConnector } from './walletConnector.ts'

/** One wallet of this page, with its connectors: at least one, and at most one per namespace. */
export type MergedConnectors<connector> = readonly [connector, ...connector[]]

/**
 * Merges connectors with the same name into one entry (specification section 4), in the order of their first. The auth connector only
 * merges with itself: a wallet that takes its name does not become part of it.
 *
 * Two with the same name in one namespace are two entries, unless they are the same: with the same reverse-domain name, or the legacy
 * injected object along with the announced one.
 */
export function mergeConnectors<connector extends WalletConnector>(
  connectors: readonly connector[],
): MergedConnectors<connector>[] {
  const merged: [connector, ...connector[]][] = []
  // A wallet's announcement has more information than its injected object.
  const ordered = [...connectors.filter(isNoRelic), ...connectors.filter((connector) => !isNoRelic(connector))]
  for (const connector of ordered) {
    const alike = merged.filter(([first]) => mayMerge(first, connector))
    if (alike.some((entry) => entry.some((other) => isSame(other, connector)))) continue
    const open = alike.find((entry) => !entry.some((other) => isRival(other, connector)))
    if (open === undefined) merged.push([connector])
    else open.push(connector)
  }
  return merged.toSorted(([a], [b]) => connectors.indexOf(a) - connectors.indexOf(b))
}

const isNoRelic = ({ type }: WalletConnector): boolean => type !== 'injected'

const sayName = ({ name }: WalletConnector): string => name.trim().toLowerCase()

const mayMerge = (a: WalletConnector, b: WalletConnector): boolean =>
  sayName(a) === sayName(b) && (a.type === 'auth') === (b.type === 'auth') && isPairing(a) === isPairing(b)

const isPairing = ({ type }: WalletConnector): boolean => type === 'walletConnect'

/** Returns whether both support the same namespace. */
const isRival = (a: WalletConnector, b: WalletConnector): boolean =>
  a.namespaces.some((namespace) => b.namespaces.includes(namespace))

const isSame = (a: WalletConnector, b: WalletConnector): boolean =>
  isRival(a, b) && (a.rdns === b.rdns || (b.type === 'injected' && b.rdns === null))
