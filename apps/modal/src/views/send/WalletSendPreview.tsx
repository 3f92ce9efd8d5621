import { type Network, shortAddress } from '@latchkey/chains'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/send'
import { t as swapT } from '@latchkey/copy/swap'
import {
  Address,
  Amount,
  Button,
  ButtonRow,
  ErrorState,
  Footer,
  KeyValue,
  KeyValueList,
  Notice,
  Skeleton,
  Tag,
  Text,
} from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { BuyMore } from '../../buy/BuyMore.tsx'
import type { NetworkId } from '../../Modal.ts'
import { CrossingFacts } from '../../parts/CrossingFacts.tsx'
import { Styled } from '../../parts/Styled.tsx'
import { exactText, feeText, outcomeWords, usdText } from '../../parts/sendWords.ts'
import { useGetWords } from '../../parts/useGetWords.ts'
import { decimalsOf, worthOf } from '../../send/amountRules.ts'
import { isOperationMark, type PlanProblem, type SendPlan, type SendWish, type SwapOrder } from '../../send/SendPlan.ts'
import { accountAtom } from '../../state/accounts.ts'
import { findNetworkAtom } from '../../state/networks.ts'
import { backAtom, resetRouteAtom } from '../../state/route.ts'
import { attemptAtom, traceAttemptsAtom } from '../../state/send/attempts.ts'
import { mayPass, type Preview, previewAtom, retryPreviewAtom } from '../../state/send/preview.ts'
import {
  confirmAtom,
  isRepeatAtom,
  leaveUnclearAtom,
  lookAgainAtom,
  repeatAtom,
  type Sending,
  sendingAtom,
} from '../../state/send/sending.ts'
import { nativeTokenAtom } from '../../state/tokens.ts'
import { RecipientNotes } from './RecipientNotes.tsx'
import { sendStyles } from './sendStyles.ts'

type Ready = Extract<Preview, { kind: 'ready' }>

/** Shows the amount, fee and recipient, simulated on the network; the next step is the wallet. */
export function WalletSendPreview() {
  const preview = useAtomValue(previewAtom)
  const reset = useSetAtom(resetRouteAtom)
  if (preview === null)
    return (
      <ErrorState
        title={t('lost')}
        description={t('lostText')}
        action={{ label: commonT('close'), onClick: () => reset({ view: 'Account' }) }}
      />
    )
  return (
    <Styled styles={sendStyles}>
      <div part="send">
        <Summary wish={preview.wish} />
        {preview.kind === 'failed' ? <Failed preview={preview} /> : <Facts preview={preview} />}
      </div>
    </Styled>
  )
}

function Summary({ wish }: { wish: SendWish }) {
  const { units, token, swap } = wish
  const worth = worthOf(units, token)
  const words = useGetWords(wish)
  return (
    <div part="send-summary">
      <Amount
        value={exactText(units, decimalsOf(token))}
        symbol={token.symbol}
        direction="out"
        {...(worth !== null && { fiat: usdText(worth) })}
      />
      {swap !== undefined && (
        <Text align="center">
          <bdi>{words}</bdi>
        </Text>
      )}
    </div>
  )
}

const nativeOf = (network: Network | undefined) => network?.nativeCurrency ?? { symbol: '', decimals: 0 }

function Failed({ preview: { error, wish } }: { preview: Extract<Preview, { kind: 'failed' }> }) {
  const retry = useSetAtom(retryPreviewAtom)
  const back = useSetAtom(backAtom)
  const { title, body } = errorCopy(error)
  const say = outcomeWords(wish.swap !== undefined)
  const isPassing = mayPass(error)
  return (
    <ErrorState
      title={say('planFailed')}
      description={say('planFailedText', { reason: title, advice: body })}
      action={
        isPassing ? { label: commonT('tryAgain'), onClick: () => void retry() } : { label: t('change'), onClick: back }
      }
    />
  )
}

function Facts({ preview }: { preview: Exclude<Preview, { kind: 'failed' }> }) {
  const sending = useAtomValue(sendingAtom)
  const { wish } = preview
  const ready = preview.kind === 'ready' ? preview : null
  const { account, recipient, network, swap } = wish
  const row = useAtomValue(findNetworkAtom)(network)
  const lookalike = ready?.notes.find((note) => note.kind === 'lookalike')
  return (
    <>
      {ready !== null && sending.kind === 'idle' && <RecipientNotes notes={ready.notes} address={recipient.address} />}
      <KeyValueList>
        {swap === undefined ? (
          <KeyValue label={t('recipient')} stacked>
            {recipient.name !== null && (
              <Text as="span">
                <bdi>{recipient.name}</bdi>
              </Text>
            )}
            <Address address={recipient.address} form="full" lookalike={lookalike?.of} />
          </KeyValue>
        ) : (
          <Exchange swap={swap} network={network} />
        )}
        <KeyValue label={swap === undefined ? t('from') : swapT('account')}>
          <bdi dir="ltr">{shortAddress(account)}</bdi>
        </KeyValue>
        <KeyValue label={t('network')}>
          <bdi>{row?.name ?? network}</bdi> {row?.testnet === true && <Tag label={t('testnet')} />}
        </KeyValue>
        <Costs plan={ready?.plan ?? null} wish={wish} />
      </KeyValueList>
      {ready !== null && <Status ready={ready} sending={sending} />}
      <Actions ready={ready} sending={sending} />
    </>
  )
}

/** The quoted amount to receive, and the exchange. */
function Exchange({ swap, network }: { swap: SwapOrder; network: NetworkId }) {
  const { get, quotedUnits, provider, crossing } = swap
  const findNetwork = useAtomValue(findNetworkAtom)
  const there = get.chainId === network ? null : (findNetwork(get.chainId as NetworkId)?.name ?? get.chainId)
  return (
    <>
      {there !== null && <KeyValue label={swapT('network')}>{there}</KeyValue>}
      {there !== null && <CrossingFacts seconds={crossing?.seconds ?? null} feesUsd={crossing?.feesUsd ?? null} />}
      <KeyValue label={swapT('quoted')}>
        <bdi>{`${exactText(quotedUnits, decimalsOf(get))} ${get.symbol}`}</bdi>
      </KeyValue>
      {provider !== null && (
        <KeyValue label={swapT('provider')}>
          <bdi>{provider}</bdi>
        </KeyValue>
      )}
    </>
  )
}

/** The cost in addition to the amount; in the chain's own coin, with the total of it. */
function Costs({ plan, wish }: { plan: SendPlan | null; wish: SendWish }) {
  const { symbol, decimals } = nativeOf(useAtomValue(findNetworkAtom)(wish.network))
  const native = useAtomValue(nativeTokenAtom)
  if (plan === null)
    return (
      <KeyValue label={t('fee')}>
        <span role="status" aria-label={t('planning')}>
          <Skeleton />
        </span>
      </KeyValue>
    )
  const { feeUnits, depositUnits, token, units } = plan
  if (feeUnits === null) {
    const words = t(isOperationMark(plan.mark) ? 'feeInWallet' : 'feeByWallet')
    return <KeyValue label={t('fee')}>{words}</KeyValue>
  }
  const worth = native === undefined ? null : worthOf(feeUnits, native)
  return (
    <>
      <KeyValue label={t('fee')}>
        <span part="send-fact">
          <bdi>{t('feeAtMost', { amount: feeText(feeUnits, decimals), symbol })}</bdi>
          {worth !== null && (
            <Text size="small" tone="secondary" as="span">
              {usdText(worth)}
            </Text>
          )}
        </span>
      </KeyValue>
      {depositUnits > 0n && (
        <KeyValue label={t('deposit')}>
          <bdi dir="ltr">{`${exactText(depositUnits, decimals)} ${symbol}`}</bdi>
        </KeyValue>
      )}
      {token.address === undefined && (
        <KeyValue label={t('total')}>
          <bdi>{t('feeAtMost', { amount: exactText(units + feeUnits, decimals), symbol })}</bdi>
        </KeyValue>
      )}
    </>
  )
}

const problemWords = (problem: PlanProblem, { symbol, decimals }: { symbol: string; decimals: number }) => {
  const units = problem.kind === 'short' ? problem.neededUnits : problem.minimumUnits
  const amount = problem.kind === 'short' ? feeText(units, decimals) : exactText(units, decimals)
  return {
    title: t(`${problem.kind}`, { symbol }),
    text: t(`${problem.kind}Text`, { amount, symbol }),
  }
}

/** The state between the preview and the wallet, and the wallet's result. */
function Status({ ready: { plan, wish, feeBefore }, sending }: { ready: Ready; sending: Sending }) {
  const wallet = useAtomValue(accountAtom)?.connector.name ?? ''
  const isRepeat = useAtomValue(isRepeatAtom)
  const trace = useSetAtom(traceAttemptsAtom)
  const hasAttempt = useAtomValue(attemptAtom) !== null
  const isIdle = sending.kind === 'idle'
  const say = outcomeWords(wish.swap !== undefined)
  useEffect(() => {
    if (hasAttempt && isIdle) void trace()
  }, [hasAttempt, isIdle, trace])
  const native = nativeOf(useAtomValue(findNetworkAtom)(wish.network))
  const coin = useAtomValue(nativeTokenAtom)
  if (sending.kind === 'allowing') return <Notice title={swapT('stepWait')}>{swapT('stepWaitText', { wallet })}</Notice>
  if (sending.kind === 'asking' && sending.plan.isApproval === true)
    return (
      <Notice
        title={swapT('stepAllow', {
          amount: exactText(wish.units, decimalsOf(wish.token)),
          symbol: wish.token.symbol,
        })}
      >
        {swapT('stepAllowText', { wallet })}
      </Notice>
    )
  if (sending.kind === 'asking') return <Notice title={t('asking', { wallet })}>{t('askingText', { wallet })}</Notice>
  if (sending.kind === 'failed') {
    const words = errorCopy(sending.error)
    const isRejected = sending.error.name === 'USER_REJECTED'
    return (
      <Notice variant={isRejected ? 'info' : 'danger'} title={say('notSent')}>
        {isRejected ? say('rejectedText') : say('notSentText', { reason: words.title, advice: words.body })}
      </Notice>
    )
  }
  if (sending.kind === 'unclear') {
    const reason = errorCopy(sending.error).title
    if (sending.trace === null)
      return (
        <Notice variant="warning" title={t('unclear')}>
          {t(sending.isLooking ? 'unclearText' : 'unclearLost', { reason })}
        </Notice>
      )
    const outcome = sending.trace === 'open' && isOperationMark(plan.mark) ? 'openOperation' : sending.trace
    return (
      <Notice variant={outcome === 'out' ? 'success' : 'warning'} title={t(`${outcome}`, { wallet })}>
        {t(`${outcome}Text`, { wallet })}
      </Notice>
    )
  }
  if (plan.problem !== null) {
    const { title, text } = problemWords(plan.problem, native)
    return (
      <Notice
        variant="danger"
        title={title}
        action={plan.problem.kind === 'short' && coin !== undefined && <BuyMore token={coin} />}
      >
        {text}
      </Notice>
    )
  }
  if (isRepeat)
    return (
      <Notice variant="warning" title={say('second')}>
        {say('secondText')}
      </Notice>
    )
  if (feeBefore === null || plan.feeUnits === null) return null
  const before = feeText(feeBefore, native.decimals)
  const now = feeText(plan.feeUnits, native.decimals)
  return (
    <Notice variant="warning" title={t('feeRisen')}>
      {t('feeRisenText', { before, now, symbol: native.symbol })}
    </Notice>
  )
}

function Actions({ ready, sending }: { ready: Ready | null; sending: Sending }) {
  const wallet = useAtomValue(accountAtom)?.connector.name ?? ''
  const isRepeat = useAtomValue(isRepeatAtom)
  const back = useSetAtom(backAtom)
  const confirm = useSetAtom(confirmAtom)
  const again = useSetAtom(repeatAtom)
  const look = useSetAtom(lookAgainAtom)
  const leave = useSetAtom(leaveUnclearAtom)
  const reset = useSetAtom(resetRouteAtom)
  const isDanger = isRepeat || ready?.notes.some(({ severity }) => severity === 'danger') === true
  if (sending.kind === 'unclear') {
    const startOver = () => {
      leave()
      reset({ view: 'Account' })
    }
    if (sending.trace === 'out') return <Button onClick={startOver}>{t('done')}</Button>
    if (sending.trace === 'void') return <Button onClick={leave}>{commonT('tryAgain')}</Button>
    return (
      <Footer>
        <ButtonRow>
          <Button variant="secondary" onClick={sending.trace === 'repeatable' ? startOver : () => void look()}>
            {t(sending.trace === 'repeatable' ? 'startOver' : 'look')}
          </Button>
          {sending.trace === 'repeatable' ? (
            <Button onClick={() => void again()}>{commonT('tryAgain')}</Button>
          ) : (
            <Button variant="secondary" onClick={startOver} disabled={sending.isLooking}>
              {t('startOver')}
            </Button>
          )}
        </ButtonRow>
      </Footer>
    )
  }
  const isSwap = ready?.wish.swap !== undefined
  const say = outcomeWords(isSwap)
  const busy = {
    checking: t('checking'),
    asking: t('asking', { wallet }),
    allowing: swapT('stepWait'),
    idle: undefined,
    failed: undefined,
  }[sending.kind]
  const go =
    isSwap && ready?.plan.isApproval === true
      ? swapT('confirmAllow', { symbol: ready.wish.token.symbol })
      : say(isRepeat ? 'sendSecond' : isDanger ? 'confirmDanger' : 'confirm')
  return (
    <Footer>
      <ButtonRow>
        <Button variant="secondary" onClick={back}>
          {commonT('back')}
        </Button>
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          onClick={() => void confirm()}
          busy={busy}
          disabled={ready === null || ready.plan.problem !== null || (isRepeat && ready.wish.sale !== undefined)}
        >
          {go}
        </Button>
      </ButtonRow>
    </Footer>
  )
}
