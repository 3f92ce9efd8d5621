import { formatAmount, formatQuantity, shortAddress } from '@latchkey/chains'
import { Button, EmptyState, ErrorState, Link, Notice, Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { announceAtom } from '../../state/announcement.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { pushAtom } from '../../state/route.ts'
import { attemptAtom, attemptTraceAtom, forgetAttemptAtom, traceAttemptsAtom } from '../../state/send/attempts.ts'
import { placeAtom, tokenAtom } from '../../state/send/form.ts'
import { fillMostAtom, formProblemAtom, isMaxingAtom, openPreviewAtom } from '../../state/send/preview.ts'
import { sendingAtom } from '../../state/send/sending.ts'
import { refreshTokensAtom, tokensAtom } from '../../state/tokens.ts'
import { sayLater as say } from '../../words/sayLater.ts'
import { TokenPicture } from '../account/TokenPicture.tsx'
import { Styled } from '../Styled.tsx'
import { Waiting } from '../Waiting.tsx'
import { AmountField } from './AmountField.tsx'
import { RecipientField } from './RecipientField.tsx'
import { sendStyles } from './sendStyles.ts'
import { sendErrorWords } from './sendWords.ts'

/** What to send, how much of it, and to whom. */
export function WalletSend() {
  const { status, items } = useAtomValue(tokensAtom)
  const place = useAtomValue(placeAtom)
  const refresh = useSetAtom(refreshTokensAtom)
  const key = `${place?.network} ${place?.account}`
  // Another account, or another network, holds something else.
  useEffect(() => void refresh(), [refresh, key])
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  if (items.length === 0 && status === 'loading') return <Waiting words={say('send.tokenLoading')} />
  if (items.length === 0 && status === 'ready')
    return <EmptyState icon="wallet" title={say('send.nothing')} description={say('send.nothingHint', { network })} />
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
  const preview = useSetAtom(openPreviewAtom)
  const push = useSetAtom(pushAtom)
  const announce = useSetAtom(announceAtom)
  const words = problem === null ? undefined : sendErrorWords(problem, network)
  useEffect(() => {
    if (words !== undefined) announce(words)
  }, [words, announce])
  // One that is with the wallet comes first: there is one preview at a time.
  const isUnderWay = sending.kind === 'asking' || sending.kind === 'checking'
  const goOn = () => (isUnderWay ? push({ view: 'WalletSendPreview' }) : void preview())
  const isOfAmount = problem?.name === 'INSUFFICIENT_FUNDS' || problem?.name === 'TOKEN_MISSING'
  return (
    <div part="send">
      <LastAttempt />
      <AmountField onSubmit={goOn} error={isOfAmount ? words : undefined} />
      <Token />
      <RecipientField onSubmit={goOn} error={isOfAmount ? undefined : words} />
      <Button onClick={goOn}>{say('send.preview')}</Button>
    </div>
  )
}

/** The token, what there is of it, and the way to all of it. */
function Token() {
  const token = useAtomValue(tokenAtom)
  const refresh = useSetAtom(refreshTokensAtom)
  const isMaxing = useAtomValue(isMaxingAtom)
  const push = useSetAtom(pushAtom)
  const fill = useSetAtom(fillMostAtom)
  if (token === null)
    return (
      <ErrorState
        title={say('tokens.failed')}
        description={say('tokens.failedHint')}
        action={{ label: say('tryAgain'), onClick: () => void refresh(true) }}
      />
    )
  const { symbol, name, quantity, iconUrl } = token
  return (
    <div part="send-token">
      <Row
        title={<bdi>{name}</bdi>}
        description={say('send.available', { amount: formatQuantity(quantity.numeric), symbol })}
        icon={<TokenPicture symbol={symbol} iconUrl={iconUrl} />}
        trailing="chevron"
        onClick={() => push({ view: 'WalletSendToken' })}
      />
      <button
        type="button"
        part="send-max"
        aria-label={say('send.maxLong', { symbol })}
        aria-busy={isMaxing || undefined}
        onClick={() => void fill()}
      >
        {say('send.max')}
      </button>
    </div>
  )
}

/** A transfer whose outcome nobody has told: what the chain says of it. */
function LastAttempt() {
  const attempt = useAtomValue(attemptAtom)
  const sending = useAtomValue(sendingAtom)
  const found = useAtomValue(attemptTraceAtom)
  const trace = useSetAtom(traceAttemptsAtom)
  const forget = useSetAtom(forgetAttemptAtom)
  const isOpen = attempt !== null && sending.kind !== 'asking'
  useEffect(() => {
    if (isOpen) void trace()
  }, [isOpen, trace])
  if (!isOpen) return null
  const values = {
    amount: formatAmount(attempt.units, attempt.decimals),
    symbol: attempt.symbol,
    address: shortAddress(attempt.to),
  }
  const words = {
    out: 'send.attemptOut',
    void: 'send.attemptVoid',
    repeatable: 'send.attemptRepeatable',
    open: 'send.attemptAsked',
  } as const
  return (
    <Notice
      variant={found === 'void' ? 'info' : 'warning'}
      title={say('send.attempt')}
      action={<Link onClick={() => forget(attempt)}>{say('send.attemptKnown')}</Link>}
    >
      {say(words[found ?? 'open'], values)}
    </Notice>
  )
}
