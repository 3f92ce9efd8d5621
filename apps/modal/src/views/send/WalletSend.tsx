import { formatQuantity } from '@latchkey/chains'
import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/send'
import { t as tokensT } from '@latchkey/copy/tokens'
import { Button, EmptyState, ErrorState, Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { LastAttempt } from '../../parts/LastAttempt.tsx'
import { Styled } from '../../parts/Styled.tsx'
import { formErrorWords } from '../../parts/sendWords.ts'
import { TokenPicture } from '../../parts/TokenPicture.tsx'
import { Waiting } from '../../parts/Waiting.tsx'
import { announceAtom } from '../../state/announcement.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { pushAtom } from '../../state/route.ts'
import { accountOnNetworkAtom, tokenAtom } from '../../state/send/form.ts'
import { fillMostAtom, formProblemAtom, isMaxingAtom } from '../../state/send/preview.ts'
import { isUnderWay, sendingAtom, submitFormAtom } from '../../state/send/sending.ts'
import { refreshTokensAtom, tokensAtom } from '../../state/tokens.ts'
import { AmountField } from './AmountField.tsx'
import { RecipientField } from './RecipientField.tsx'
import { sendStyles } from './sendStyles.ts'

/** Selects token, amount and recipient. */
export function WalletSend() {
  const { status, items } = useAtomValue(tokensAtom)
  const place = useAtomValue(accountOnNetworkAtom)
  const refresh = useSetAtom(refreshTokensAtom)
  const key = `${place?.network} ${place?.account}`
  // Another account, or another network, holds something else.
  useEffect(() => void refresh(), [refresh, key])
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  if (items.length === 0 && status === 'loading') return <Waiting words={t('tokenLoading')} />
  if (items.length === 0 && status === 'ready')
    return <EmptyState icon="wallet" title={t('nothing')} description={t('nothingHint', { network })} />
  return (
    <Styled styles={sendStyles}>
      <Form />
    </Styled>
  )
}

function Form() {
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const problem = useAtomValue(formProblemAtom)
  const sending = useAtomValue(sendingAtom)
  const submit = useSetAtom(submitFormAtom)
  const push = useSetAtom(pushAtom)
  const announce = useSetAtom(announceAtom)
  const words = problem === null ? undefined : formErrorWords(problem, network)
  useEffect(() => {
    if (words !== undefined) announce(words)
  }, [words, announce])
  // One that is with the wallet takes precedence: there is one preview at a time.
  const goOn = () => (isUnderWay(sending) ? push({ view: 'WalletSendPreview' }) : void submit())
  const isOfAmount = problem?.name === 'INSUFFICIENT_FUNDS' || problem?.name === 'TOKEN_MISSING'
  return (
    <div part="send">
      <LastAttempt />
      <AmountField onSubmit={goOn} error={isOfAmount ? words : undefined} />
      <Token />
      <RecipientField onSubmit={goOn} error={isOfAmount ? undefined : words} />
      <Button onClick={goOn}>{commonT('continue')}</Button>
    </div>
  )
}

/** The token, its balance, and a button for the maximum. */
function Token() {
  const token = useAtomValue(tokenAtom)
  const refresh = useSetAtom(refreshTokensAtom)
  const isMaxing = useAtomValue(isMaxingAtom)
  const push = useSetAtom(pushAtom)
  const fill = useSetAtom(fillMostAtom)
  if (token === null)
    return (
      <ErrorState
        title={tokensT('failed')}
        description={tokensT('failedHint')}
        action={{ label: commonT('tryAgain'), onClick: () => void refresh(true) }}
      />
    )
  const { symbol, name, quantity, iconUrl } = token
  return (
    <div part="send-token">
      <Row
        title={<bdi>{name}</bdi>}
        description={t('available', { amount: formatQuantity(quantity.numeric), symbol })}
        icon={<TokenPicture symbol={symbol} iconUrl={iconUrl} />}
        trailing="chevron"
        onClick={() => push({ view: 'WalletSendToken' })}
      />
      <button
        type="button"
        part="send-max"
        aria-label={t('maxLong', { symbol })}
        aria-busy={isMaxing || undefined}
        onClick={() => void fill()}
      >
        {t('max')}
      </button>
    </div>
  )
}
