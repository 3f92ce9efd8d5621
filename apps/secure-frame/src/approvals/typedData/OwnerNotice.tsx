import { t } from '@latchkey/copy/approveTypedData'
import { rich } from '@latchkey/copy/react'
import { Address } from '@latchkey/ui'
import type { Requester } from '../Approval.ts'
import { Caution } from '../screen/Caution.tsx'

/**
 * Warns that the signature also counts for the owner. A smart account with its own address signs with its owner's key, so
 * a contract may accept the same signature for the owner's account.
 */
export function OwnerNotice({ owner, isNamed }: { owner: string; isNamed: boolean }) {
  const form = isNamed ? 'owner.named' : 'owner.other'
  return (
    <Caution variant={isNamed ? 'danger' : 'warning'} title={t(`${form}.title`)}>
      {rich((at) => t(`${form}.text`, at), { owner: <Address address={owner} /> })}
    </Caution>
  )
}

/** Returns the owner of a smart account whose signature counts for the owner as well; null for any other account. */
export const otherSigner = ({ smartAccount }: Requester): string | null =>
  smartAccount === null || smartAccount.owner === smartAccount.address ? null : smartAccount.owner

/** Returns whether data name an address, in any case. */
export const isNamedIn = (text: string, address: string): boolean =>
  text.toLowerCase().includes(address.slice(2).toLowerCase())
