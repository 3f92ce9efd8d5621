import { Address, Avatar } from '@latchkey/ui'
import type { Asking } from '../Approval.ts'

/** Whose signature it would be. */
export function AccountLine({ caller }: Asking) {
  return (
    <p className="wallet-account">
      <Avatar address={caller.address} size={20} />
      <Address address={caller.address} />
    </p>
  )
}
