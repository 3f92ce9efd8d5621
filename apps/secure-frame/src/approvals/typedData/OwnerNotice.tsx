import { t } from '@latchkey/copy/approveTypedData'
import { rich } from '@latchkey/copy/react'
import { Address } from '@latchkey/ui'
import type { Requester } from '../Approval.ts'
import { Caution } from '../screen/Caution.tsx'

/**
 * A smart account of its own address is signed for with the key of its owner, and the same signature counts for that account
 * too, where somebody asks it: what is signed for the one is signed for the other.
 */
export function OwnerNotice({ owner, isNamed }: { owner: string; isNamed: boolean }) {
  const form = isNamed ? 'owner.named' : 'owner.other'
  return (
    <Caution variant={isNamed ? 'danger' : 'warning'} title={t(`${form}.title`)}>
      {rich((at) => t(`${form}.text`, at), { owner: <Address address={owner} /> })}
    </Caution>
  )
}

/** The owner of an account whose signature counts for the owner as well; null of every other account. */
export const otherSigner = ({ smartAccount }: Requester): string | null =>
  smartAccount === null || smartAccount.owner === smartAccount.address ? null : smartAccount.owner

/** Whether data name an address, in whatever case. */
export const isNamedIn = (text: string, address: string): boolean =>
  text.toLowerCase().includes(address.slice(2).toLowerCase())
