import { ButtonRow, Tile } from '@latchkey/ui'
import { useSetAtom } from 'jotai/react'
import { pushAtom } from '../../state/route.ts'
import { sayLater as say } from '../../words/sayLater.ts'

/** What can be done with what the account holds. */
export function Actions() {
  const push = useSetAtom(pushAtom)
  return (
    <ButtonRow>
      <Tile icon="receive" label={say('account.receive')} onClick={() => push({ view: 'WalletReceive' })} />
    </ButtonRow>
  )
}
