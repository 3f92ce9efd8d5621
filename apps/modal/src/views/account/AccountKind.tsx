import { t } from '@latchkey/copy/accountType'
import { t as upgradeT } from '@latchkey/copy/upgrade'
import { Link, Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import type { AccountType } from '../../Modal.ts'
import { accountKindsAtom, chooseAccountTypeAtom, choosingAccountTypeAtom } from '../../state/accountType.ts'
import { pushAtom } from '../../state/route.ts'
import { isUpgradeOfferedAtom } from '../../state/upgrade.ts'

const types: readonly AccountType[] = ['eoa', 'smartAccount']

/** Which of the two accounts is in use, where the network has both, and what the smart one is for. */
export function AccountKind() {
  const kinds = useAtomValue(accountKindsAtom)
  const choosing = useAtomValue(choosingAccountTypeAtom)
  const choose = useSetAtom(chooseAccountTypeAtom)
  const push = useSetAtom(pushAtom)
  const isOffered = useAtomValue(isUpgradeOfferedAtom)
  const id = useId()
  if (kinds === null) return null
  const chosen = choosing ?? kinds.type
  const isSame = kinds.addresses.eoa === kinds.addresses.smartAccount
  const explain = () => push({ view: 'UpgradeToSmartAccount' })
  return (
    <div part="kinds">
      <fieldset part="kind-choice" aria-describedby={`${id}-about`} aria-busy={choosing !== null}>
        <legend className="lk-hidden">{t('title')}</legend>
        {types.map((type) => (
          <label part="kind" key={type}>
            <input type="radio" name={id} checked={type === chosen} onChange={() => void choose(type)} />
            {t(type)}
          </label>
        ))}
      </fieldset>
      {isOffered ? (
        <Row
          title={upgradeT('offer')}
          description={upgradeT('offerText')}
          icon="grid"
          trailing="chevron"
          onClick={explain}
        />
      ) : (
        <p part="kind-about" id={`${id}-about`}>
          {t(`about.${kinds.type}`)} {t(isSame ? 'address.same' : 'address.other')}{' '}
          <Link onClick={explain}>{t('more')}</Link>
        </p>
      )}
    </div>
  )
}
