import { t } from '@latchkey/copy/approvals'
import { rich } from '@latchkey/copy/react'
import { Address } from '@latchkey/ui'

/** Identifies the token of an amount: its contract, whatever its name, and the number of a single item. */
export function ContractLine({ address, item }: { address: string; item: bigint | null }) {
  const contract = <Address address={address} />
  return (
    <span className="wallet-contract">
      {item === null
        ? rich((at) => t('token.contract', at), { address: contract })
        : rich((at) => t('token.item', at), { address: contract, id: <bdi dir="ltr">#{item.toString()}</bdi> })}
    </span>
  )
}
