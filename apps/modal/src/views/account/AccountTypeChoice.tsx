import { t } from '@latchkey/copy/accountType'
import { Link } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import type { AccountType } from '../../Modal.ts'
import { accountKindsAtom, choosingAccountTypeAtom } from '../../state/accountType.ts'
import { activeNamespaceAtom } from '../../state/networks.ts'
import { pushAtom } from '../../state/route.ts'
import { changeAccountTypeAtom } from '../../state/upgrade.ts'

const types: readonly AccountType[] = ['eoa', 'smartAccount']

/** Shows which account type is active, where the active network has both. */
export function AccountTypeChoice() {
  const kinds = useAtomValue(accountKindsAtom)
  const namespace = useAtomValue(activeNamespaceAtom)
  const choosing = useAtomValue(choosingAccountTypeAtom)
  const change = useSetAtom(changeAccountTypeAtom)
  const push = useSetAtom(pushAtom)
  const id = useId()
  if (kinds === null || namespace !== 'eip155') return null
  const chosen = choosing ?? kinds.type
  const isSame = kinds.addresses.eoa === kinds.addresses.smartAccount
  return (
    <fieldset part="kinds" aria-describedby={`${id}-about`} aria-busy={choosing !== null}>
      <legend part="kind-title">{t('title')}</legend>
      <div part="kind-choice">
        {types.map((type) => (
          <label part="kind" key={type}>
            <input type="radio" name={id} checked={type === chosen} onChange={() => void change(type)} />
            {t(type)}
          </label>
        ))}
      </div>
      <p part="kind-about" id={`${id}-about`}>
        {t(`about.${kinds.type}`)} {t(isSame ? 'address.same' : 'address.other')}{' '}
        <Link onClick={() => push({ view: 'UpgradeToSmartAccount' })}>{t('more')}</Link>
      </p>
    </fieldset>
  )
}
