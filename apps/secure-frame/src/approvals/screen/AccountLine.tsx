import { t } from '@latchkey/copy/approvals'
import { Address, Avatar } from '@latchkey/ui'
import type { Asking } from '../Approval.ts'

/** Whose signature it would be. A smart account is called one: its address may be that of the plain one. */
export function AccountLine({ caller }: Asking) {
  return (
    <p className="wallet-account">
      <Avatar address={caller.address} size={20} />
      <Address address={caller.address} />
      {caller.smartAccount !== null && <span>{t('smartAccount')}</span>}
    </p>
  )
}
