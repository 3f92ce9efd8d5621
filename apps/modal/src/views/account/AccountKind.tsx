import { Link, Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import type { AccountType } from '../../Modal.ts'
import { accountKindsAtom, chooseAccountTypeAtom, choosingAccountTypeAtom } from '../../state/accountType.ts'
import { pushAtom } from '../../state/route.ts'
import { isUpgradeOfferedAtom } from '../../state/upgrade.ts'
import { sayLater as say } from '../../words/sayLater.ts'

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
        <legend className="lk-hidden">{say('kind.title')}</legend>
        {types.map((type) => (
          <label part="kind" key={type}>
            <input type="radio" name={id} checked={type === chosen} onChange={() => void choose(type)} />
            {say(`kind.${type}`)}
          </label>
        ))}
      </fieldset>
      {isOffered ? (
        <Row
          title={say('upgrade.offer')}
          description={say('upgrade.offerText')}
          icon="grid"
          trailing="chevron"
          onClick={explain}
        />
      ) : (
        <p part="kind-about" id={`${id}-about`}>
          {say(`kind.about.${kinds.type}`)} {say(isSame ? 'kind.address.same' : 'kind.address.other')}{' '}
          <Link onClick={explain}>{say('kind.more')}</Link>
        </p>
      )}
    </div>
  )
}
