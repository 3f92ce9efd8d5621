import { t } from '@latchkey/copy/send'
import { EmptyState } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { TokenList } from '../../parts/TokenList.tsx'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { backAtom } from '../../state/route.ts'
import { chooseTokenAtom, sendableAtom, tokenAtom } from '../../state/send/form.ts'

/** Selects the token to send, of those that the account holds. */
export function WalletSendToken() {
  const tokens = useAtomValue(sendableAtom)
  const chosen = useAtomValue(tokenAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const choose = useSetAtom(chooseTokenAtom)
  const back = useSetAtom(backAtom)
  if (tokens.length === 0)
    return <EmptyState icon="wallet" title={t('nothing')} description={t('nothingHint', { network })} />
  return (
    <TokenList
      tokens={tokens}
      chosen={chosen}
      onChoose={(token) => {
        choose(token)
        back()
      }}
    />
  )
}
