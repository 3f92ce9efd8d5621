import type { TypedDataMeaning } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveTypedData'
import { rich } from '@latchkey/copy/react'
import { Address } from '@latchkey/ui'
import type { Requester } from '../Approval.ts'
import { Caution } from '../screen/Caution.tsx'

type SignerCautionsProps = {
  meaning: TypedDataMeaning
  caller: Requester
  /** The data name the owner of the smart account that signs. */
  namesSigner: boolean
}

/** Warns where the signature counts for the owner too, or where the data are about another account than the one that signs. */
export function SignerCautions({ meaning, caller, namesSigner }: SignerCautionsProps) {
  const owner = otherSigner(caller)
  const holder = anotherHolder(meaning, caller.address)
  return (
    <>
      {owner !== null && meaning.kind !== 'signIn' && <OwnerNotice owner={owner} isNamed={namesSigner} />}
      {holder !== null && !namesSigner && (
        // A smart account accepts its owner's signature as its own, so this may be more than a mistake.
        <Caution variant="danger" title={t('anothersTokens.title')}>
          {rich((at) => t('anothersTokens.text', at), { owner: <Address address={holder} /> })}
        </Caution>
      )}
      {meaning.kind === 'forwardedCall' && meaning.call.from !== caller.address && !namesSigner && (
        <Caution variant="warning" title={t('anothersCall.title')}>
          {t('anothersCall.text')}
        </Caution>
      )}
    </>
  )
}

/** Returns the owner of a permit's tokens, where it isn't the account that signs; else null. */
export const anotherHolder = (meaning: TypedDataMeaning, account: string): string | null => {
  const holder = meaning.kind === 'permit' ? meaning.permit.owner : null
  return holder === account ? null : holder
}

/**
 * Warns that the signature also counts for the owner. A smart account with its own address signs with its owner's key, so
 * a contract may accept the same signature for the owner's account.
 */
function OwnerNotice({ owner, isNamed }: { owner: string; isNamed: boolean }) {
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
