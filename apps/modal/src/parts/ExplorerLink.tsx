import { ButtonLink } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import { explorerUrl } from '../account/explorerUrl.ts'
import type { NetworkId } from '../Modal.ts'
import { findNetworkAtom } from '../state/networks.ts'

export type ExplorerLinkProps = {
  network: NetworkId
  /** Null where there is no transaction. */
  hash: string | null
  /** Returns the label, from the explorer's name. */
  label: (name: string) => string
}

/** Links to a transaction in its network's block explorer, where it has one. */
export function ExplorerLink({ network: id, hash, label }: ExplorerLinkProps) {
  const network = useAtomValue(findNetworkAtom)(id)
  const href = hash === null ? undefined : explorerUrl(network, 'transaction', hash)
  if (href === undefined || network?.blockExplorer === undefined) return null
  return (
    <ButtonLink href={href} variant="secondary" icon="external">
      {label(network.blockExplorer.name)}
    </ButtonLink>
  )
}
