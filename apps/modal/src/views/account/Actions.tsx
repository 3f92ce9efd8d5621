import { t } from '@latchkey/copy/account'
import { ButtonRow, Tile } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { pushAtom } from '../../state/route.ts'
import { canSendAtom, openSendAtom } from '../../state/send/openSend.ts'

/** What can be done with what the account holds. */
export function Actions() {
  const canSend = useAtomValue(canSendAtom)
  const openSend = useSetAtom(openSendAtom)
  const push = useSetAtom(pushAtom)
  return (
    <ButtonRow>
      {canSend && <Tile icon="send" label={t('send')} onClick={() => openSend()} />}
      <Tile icon="receive" label={t('receive')} onClick={() => push({ view: 'WalletReceive' })} />
    </ButtonRow>
  )
}
