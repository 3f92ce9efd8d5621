import type { TokenBalance } from '@latchkey/api-client'
import { formatAmount, formatQuantity, shortAddress } from '@latchkey/chains'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/swap'
import type { AppError } from '@latchkey/protocol'
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  KeyValue,
  KeyValueList,
  Notice,
  Skeleton,
  startFocus,
} from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useCallback, useEffect, useId, useState } from 'react'
import { BuyMore } from '../buy/BuyMore.tsx'
import { CrossingFacts } from '../parts/CrossingFacts.tsx'
import { LastAttempt } from '../parts/LastAttempt.tsx'
import { OtherUnit } from '../parts/OtherUnit.tsx'
import { Styled } from '../parts/Styled.tsx'
import { feeText, shortQuantity, usdText } from '../parts/sendWords.ts'
import { TokenPicture } from '../parts/TokenPicture.tsx'
import { useKeepFresh } from '../parts/useKeepFresh.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { balanceUnitsOf, decimalsOf, isPriced, worthOf } from '../send/amountRules.ts'
import { contractOf } from '../send/isSameAddress.ts'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { announceAtom } from '../state/announcement.ts'
import { isSmartAccountAtom } from '../state/isSmartAccount.ts'
import { activeNetworkAtom, activeNetworkIdAtom, findNetworkAtom } from '../state/networks.ts'
import { pushAtom } from '../state/route.ts'
import { isUnderWay, sendingAtom } from '../state/send/sending.ts'
import { nativeTokenAtom, refreshTokensAtom } from '../state/tokens.ts'
import { hasKeyboard } from '../ui/hasKeyboard.ts'
import { Crossings } from './Crossings.tsx'
import { Slippage } from './Slippage.tsx'
import { coinAddress } from './SwapApi.ts'
import {
  choosingSideAtom,
  fillMostToSwapAtom,
  flipAtom,
  getAtom,
  gettableAtom,
  giveAtom,
  isSwapMaxingAtom,
  refreshFormTokensAtom,
  type Side,
  slippageBpsAtom,
  slippageTextAtom,
  swapAmountAtom,
  swapEntryAtom,
  swapProblemAtom,
  takeArgumentsAtom,
  thereAtom,
  toggleSwapUnitAtom,
  typeSwapAmountAtom,
} from './swapForm.ts'
import { swapNetworkOf } from './swapNetworks.ts'
import {
  askKeyAtom,
  canSubmitSwapAtom,
  type Quoted,
  quotedAtom,
  refreshQuoteAtom,
  staleMs,
  submitSwapFormAtom,
  termsAtom,
} from './swapQuote.ts'
import { gradeImpact, rateOf } from './swapRules.ts'
import { swapStyles } from './swapStyles.ts'
import { findToken, priceMs, swapTokensAtom } from './swapTokens.ts'
import { percentText, rateText } from './swapWords.ts'

/** A little longer than a price is good for, so that it is old by then. */
const everyMs = priceMs + 1000

/** Shows the tokens to send and receive, and the terms. */
export function Swap() {
  const { status, items, error } = useAtomValue(swapTokensAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const account = useAtomValue(accountAtom)?.address ?? ''
  const refreshBalances = useSetAtom(refreshTokensAtom)
  const refreshTokens = useSetAtom(refreshFormTokensAtom)
  const refreshQuote = useSetAtom(refreshQuoteAtom)
  const take = useSetAtom(takeArgumentsAtom)
  const ask = useAtomValue(askKeyAtom)
  const read = useCallback(() => {
    void refreshBalances()
    void refreshTokens()
    void refreshQuote()
  }, [refreshBalances, refreshTokens, refreshQuote])
  useKeepFresh({ read, everyMs, what: `${id} ${account} ${ask}` })
  const isListed = items.length > 0
  useEffect(() => {
    if (isListed) take()
  }, [isListed, take])
  if (status === 'error' && error?.name === 'SWAPS_UNSUPPORTED')
    return <EmptyState icon="swap" title={t('unsupported', { network })} description={t('unsupportedHint')} />
  if (status === 'error' && error?.name === 'NOT_ENABLED')
    return <EmptyState icon="swap" title={t('disabled')} description={t('disabledHint')} />
  if (status === 'error' && error !== null)
    return (
      <ErrorState
        title={t('failed')}
        description={t('failedText', { reason: errorCopy(error).title })}
        action={{ label: commonT('tryAgain'), onClick: () => void refreshTokens() }}
      />
    )
  if (status === 'loading') return <Waiting words={t('loadingTokens')} />
  if (items.length < 2)
    return <EmptyState icon="swap" title={t('nothing', { network })} description={t('nothingHint')} />
  return (
    <Styled styles={swapStyles}>
      <Form />
    </Styled>
  )
}

function Form() {
  const quoted = useAtomValue(quotedAtom)
  const submit = useSetAtom(submitSwapFormAtom)
  const refresh = useSetAtom(refreshQuoteAtom)
  const sending = useAtomValue(sendingAtom)
  const push = useSetAtom(pushAtom)
  const age = useAge(quoted)
  const isStale = age >= staleMs
  // One that is with the wallet takes precedence: there is one preview at a time.
  const goOn = () => {
    if (isUnderWay(sending)) push({ view: 'WalletSendPreview' })
    else if (isStale || quoted.kind === 'failed') void refresh(true)
    else void submit()
  }
  return (
    <div part="swap">
      <LastAttempt />
      <Crossings />
      <div part="swap-sides">
        <Give onSubmit={goOn} />
        <Flip />
        <Get quoted={quoted} />
      </div>
      <Facts quoted={quoted} age={age} />
      <Warnings quoted={quoted} isStale={isStale} />
      <Go quoted={quoted} isStale={isStale} onGo={goOn} />
    </div>
  )
}

/** A quote's age in milliseconds, by the modal's clock; 0 without one. */
const useAge = (quoted: Quoted): number => {
  const { clock } = useAtomValue(servicesAtom)
  const [now, setNow] = useState(() => clock.now())
  const atMs = quoted.kind === 'ready' ? quoted.atMs : null
  useEffect(() => {
    if (atMs === null) return undefined
    let cancel = (): void => undefined
    const tick = () => {
      setNow(clock.now())
      cancel = clock.after(1000, tick)
    }
    tick()
    return () => cancel()
  }, [atMs, clock])
  return atMs === null ? 0 : Math.max(0, now - atMs)
}

/** From so many characters on an amount is set in the smaller size. */
const longAmount = 11

function TokenButton({ side, token }: { side: Side; token: TokenBalance }) {
  const push = useSetAtom(pushAtom)
  const choose = useSetAtom(choosingSideAtom)
  return (
    <button
      type="button"
      part="swap-token"
      onClick={() => {
        choose(side)
        push({ view: 'SwapToken' })
      }}
    >
      <TokenPicture symbol={token.symbol} iconUrl={token.iconUrl} size={28} />
      <span className="lk-hidden">{t(side === 'give' ? 'chooseGive' : 'chooseGet')} </span>
      <bdi>{token.symbol}</bdi>
      <Icon name="chevronDown" size={16} />
    </button>
  )
}

function Give({ onSubmit }: { onSubmit: () => void }) {
  const id = useId()
  const token = useAtomValue(giveAtom)
  const { text, unit } = useAtomValue(swapEntryAtom)
  const amount = useAtomValue(swapAmountAtom)
  const problem = useAtomValue(swapProblemAtom)
  const isMaxing = useAtomValue(isSwapMaxingAtom)
  const type = useSetAtom(typeSwapAmountAtom)
  const fill = useSetAtom(fillMostToSwapAtom)
  if (token === null) return null
  const { symbol, quantity } = token
  const message =
    amount.kind === 'tooMuch'
      ? t('tooMuch', { amount: formatQuantity(quantity.numeric), symbol })
      : problem === null
        ? undefined
        : errorCopy(problem).title
  return (
    <div part="swap-side" data-invalid={message !== undefined || undefined}>
      <div part="swap-head">
        <label htmlFor={id}>
          {t('give')} <span className="lk-hidden">{t('amount', { unit: unit === 'fiat' ? 'USD' : symbol })}</span>
        </label>
        <span part="swap-held">
          <bdi>{t('balance', { amount: formatQuantity(quantity.numeric) })}</bdi>
          {balanceUnitsOf(token) > 0n && (
            <button
              type="button"
              part="swap-max"
              aria-label={t('maxLong', { symbol })}
              aria-busy={isMaxing || undefined}
              onClick={() => void fill()}
            >
              {t('max')}
            </button>
          )}
        </span>
      </div>
      <span part="swap-amount" dir="ltr" data-long={text.length > longAmount || undefined}>
        {unit === 'fiat' && <span>$</span>}
        <input
          id={id}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          size={1}
          {...startFocus(hasKeyboard())}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message === undefined ? undefined : `${id}-message`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onSubmit()
          }}
        />
      </span>
      <TokenButton side="give" token={token} />
      <div part="swap-foot">
        {message === undefined ? (
          <Worth token={token} />
        ) : (
          <span id={`${id}-message`} part="swap-error">
            <Icon name="error" size={16} />
            <span>{message}</span>
            {amount.kind === 'tooMuch' && <BuyMore token={token} />}
          </span>
        )}
      </div>
    </div>
  )
}

/** The amount to send in the other unit, where the token has a price. */
function Worth({ token }: { token: TokenBalance }) {
  const entry = useAtomValue(swapEntryAtom)
  const toggle = useSetAtom(toggleSwapUnitAtom)
  if (!isPriced(token)) return <span>{t('noPrice')}</span>
  return <OtherUnit part="swap-unit" entry={entry} token={token} onToggle={toggle} />
}

function Flip() {
  const flip = useSetAtom(flipAtom)
  if (useAtomValue(thereAtom) !== null) return null
  return (
    <div part="swap-middle">
      <button type="button" part="swap-flip" aria-label={t('flip')} title={t('flip')} onClick={flip}>
        <Icon name="swap" size={18} />
      </button>
    </div>
  )
}

function Get({ quoted }: { quoted: Quoted }) {
  const token = useAtomValue(getAtom)
  const there = useThere()
  if (token === null) return there === null ? null : <NothingThere network={there} />
  const { quantity } = token
  const units = quoted.kind === 'ready' ? quoted.quote.toUnits : null
  const text = units === null ? '0' : shortQuantity(formatAmount(units, decimalsOf(token)))
  const worth = units === null ? null : worthOf(units, token)
  return (
    <div part="swap-side">
      <div part="swap-head">
        <span>{t('get')}</span>
        <bdi>
          {there === null ? t('balance', { amount: formatQuantity(quantity.numeric) }) : `${t('network')} ${there}`}
        </bdi>
      </div>
      <span
        part="swap-amount"
        dir="ltr"
        data-long={text.length > longAmount || undefined}
        data-old={units === null || undefined}
      >
        {quoted.kind === 'loading' ? (
          <span role="status" aria-label={t('loadingQuote')}>
            <Skeleton />
          </span>
        ) : (
          <span part="swap-figure">{text}</span>
        )}
      </span>
      <TokenButton side="get" token={token} />
      <div part="swap-foot">
        {worth === null ? isPriced(token) ? '$0' : t('noPrice') : <bdi dir="ltr">{usdText(worth)}</bdi>}
      </div>
    </div>
  )
}

/** The name of the other network that tokens arrive on; null where there is none. */
const useThere = (): string | null => {
  const there = useAtomValue(thereAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  return there === null ? null : (findNetwork(there)?.name ?? there)
}

/** Shows why there is no token to receive on another network. Returns to the choice where nothing can arrive. */
function NothingThere({ network }: { network: string }) {
  const { status, error } = useAtomValue(gettableAtom)
  const refresh = useSetAtom(refreshFormTokensAtom)
  const push = useSetAtom(pushAtom)
  const choose = useSetAtom(choosingSideAtom)
  const change = () => {
    choose('get')
    push({ view: 'SwapToken' })
  }
  const isFailed = status === 'error' && error !== null
  return (
    <div part="swap-side">
      {status === 'loading' ? (
        <span role="status">{t('loadingTokens')}</span>
      ) : (
        <span>{isFailed ? `${t('failed')}. ${errorCopy(error).title}` : t('nothingThere', { network })}</span>
      )}
      {isFailed && (
        <button type="button" part="swap-edit" onClick={() => void refresh()}>
          {commonT('tryAgain')}
          <Icon name="refresh" size={16} />
        </button>
      )}
      <button type="button" part="swap-edit" onClick={change}>
        {t('get')}
        <Icon name="chevronDown" size={16} />
      </button>
    </div>
  )
}

function Facts({ quoted, age }: { quoted: Quoted; age: number }) {
  const [give, get] = [useAtomValue(giveAtom), useAtomValue(getAtom)]
  const terms = useAtomValue(termsAtom)
  const isSmart = useAtomValue(isSmartAccountAtom)
  const { items } = useAtomValue(swapTokensAtom)
  const native = useAtomValue(nativeTokenAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const there = useThere()
  const here = useAtomValue(activeNetworkAtom)?.name ?? id
  const [isEditing, setEditing] = useState(false)
  const bps = useAtomValue(slippageBpsAtom)
  const isAuto = useAtomValue(slippageTextAtom) === ''
  if (quoted.kind !== 'ready' || terms === null || give === null || get === null) return null
  const { quote, ask, costs } = quoted
  const rate = rateOf({ token: give, units: ask.units }, { token: get, units: quote.toUnits })
  const grade = gradeImpact(terms.impact)
  const nameOf = (address: string): string =>
    findToken(items, address)?.symbol ??
    (address === coinAddress(id) ? (native?.symbol ?? '') : shortAddress(contractOf({ address }) ?? ''))
  return (
    <>
      <div part="swap-bar">
        <bdi>{t('rate', { give: give.symbol, amount: rateText(rate), get: get.symbol })}</bdi>
        <Age age={age} isRefreshing={quoted.isRefreshing} />
      </div>
      <KeyValueList>
        {there !== null && <KeyValue label={t('network')}>{there}</KeyValue>}
        {quote.crossing !== null && <CrossingFacts {...quote.crossing} />}
        <KeyValue label={there === null ? t('minimum') : t('minimumOn', { network: there })}>
          <bdi>{`${shortQuantity(formatAmount(terms.minimumUnits, decimalsOf(get)))} ${get.symbol}`}</bdi>
        </KeyValue>
        <KeyValue label={t('impact')}>
          <span part={grade === 'normal' ? undefined : `swap-tone-${grade}`}>
            {terms.impact === null ? t('impactUnknown') : percentText(terms.impact)}
          </span>
        </KeyValue>
        <KeyValue label={t('slippage')}>
          <button type="button" part="swap-edit" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            <span className="lk-hidden">{t('slippageEdit')} </span>
            {isAuto ? t('slippageAuto', { percent: percentText(bps / 100) }) : percentText(bps / 100)}
            <Icon name="chevronDown" size={16} />
          </button>
        </KeyValue>
        {quote.route.length > 1 && (
          <KeyValue label={t('route')}>
            <span part="swap-route">
              <bdi>{quote.route.map(nameOf).join(' → ')}</bdi>
              {quote.provider !== null && <bdi>{quote.provider}</bdi>}
            </span>
          </KeyValue>
        )}
        <KeyValue label={t('fee')}>
          {isSmart || costs === null || native === undefined ? (
            t('feeInWallet')
          ) : (
            <bdi>{feeWords(costs.fee + costs.deposit, native)}</bdi>
          )}
        </KeyValue>
      </KeyValueList>
      {isEditing && <Slippage />}
      {costs !== null && costs.deposit > 0n && native !== undefined && (
        <p part="swap-note">
          {t('deposit', {
            amount: feeText(costs.deposit, decimalsOf(native)),
            coin: native.symbol,
            symbol: get.symbol,
          })}
        </p>
      )}
      {there !== null && <p part="swap-note">{t('crossingText', { network: there, from: here })}</p>}
      {!isSmart && give.address !== undefined && swapNetworkOf(id).needsAllowance && (
        <p part="swap-note">{t('steps')}</p>
      )}
    </>
  )
}

const feeWords = (units: bigint, native: TokenBalance): string => {
  const amount = feeText(units, decimalsOf(native))
  const worth = worthOf(units, native)
  return worth === null
    ? t('feeAbout', { amount, symbol: native.symbol })
    : t('feeWorth', { amount, symbol: native.symbol, worth: usdText(worth) })
}

function Age({ age, isRefreshing }: { age: number; isRefreshing: boolean }) {
  const refresh = useSetAtom(refreshQuoteAtom)
  const seconds = Math.floor(age / 1000)
  const words =
    seconds < 60
      ? t('age', { seconds: seconds < 5 ? 0 : seconds })
      : t('ageLong', { minutes: Math.floor(seconds / 60) })
  return (
    <button
      type="button"
      part="swap-age"
      data-tone={age >= staleMs ? 'warning' : undefined}
      aria-busy={isRefreshing || undefined}
      aria-label={`${words}. ${t(isRefreshing ? 'refreshing' : 'refresh')}`}
      title={t('refresh')}
      onClick={() => void refresh(true)}
    >
      {words}
      <Icon name="refresh" size={16} />
    </button>
  )
}

/** A quote moves nothing, so that there is no activity to check. */
const quoteFailureCopy = (error: AppError, crossing: { give: string; get: string; network: string } | null) => {
  if (error.name === 'INTERNAL') return { title: t('quoteRefused'), body: t('quoteRefusedText') }
  // Another amount rarely helps: most bridges bring few tokens to a network, and each only as itself.
  return error.name === 'LIQUIDITY_INSUFFICIENT' && crossing !== null
    ? { title: t('noRoute', crossing), body: t('noRouteText', crossing) }
    : errorCopy(error)
}

function Warnings({ quoted, isStale }: { quoted: Quoted; isStale: boolean }) {
  const terms = useAtomValue(termsAtom)
  const { pricedAtMs } = useAtomValue(swapTokensAtom)
  const announce = useSetAtom(announceAtom)
  const { clock } = useAtomValue(servicesAtom)
  const [give, get, there] = [useAtomValue(giveAtom), useAtomValue(getAtom), useAtomValue(thereAtom)]
  const findNetwork = useAtomValue(findNetworkAtom)
  const crossing =
    there === null
      ? null
      : { give: give?.symbol ?? '', get: get?.symbol ?? '', network: findNetwork(there)?.name ?? there }
  const failure = quoted.kind === 'failed' ? quoteFailureCopy(quoted.error, crossing) : null
  const said = failure === null ? undefined : `${t('quoteFailed')}. ${failure.title}`
  useEffect(() => {
    if (said !== undefined) announce(said)
  }, [said, announce])
  if (failure !== null)
    return (
      <Notice variant="warning" title={failure.title}>
        {failure.body}
      </Notice>
    )
  if (quoted.kind !== 'ready') return null
  if (isStale)
    return (
      <Notice variant="warning" title={t('stale')}>
        {t('staleText', {
          reason: quoted.error === null ? t('staleReason', { seconds: staleMs / 1000 }) : errorCopy(quoted.error).title,
        })}
      </Notice>
    )
  const impact = terms?.impact ?? null
  const grade = gradeImpact(impact)
  if (impact !== null && grade !== 'normal')
    return (
      <Notice
        variant={grade === 'severe' ? 'danger' : 'warning'}
        title={t('impactHigh', { percent: percentText(impact) })}
      >
        {t('impactHighText')}
      </Notice>
    )
  return pricedAtMs > 0 && clock.now() - pricedAtMs >= 2 * staleMs ? <p part="swap-note">{t('staleWorth')}</p> : null
}

function Go({ quoted, isStale, onGo }: { quoted: Quoted; isStale: boolean; onGo: () => void }) {
  const amount = useAtomValue(swapAmountAtom)
  const terms = useAtomValue(termsAtom)
  const canSubmit = useAtomValue(canSubmitSwapAtom)
  if (amount.kind === 'empty') return <Button disabled>{t('enterAmount')}</Button>
  if (isStale || quoted.kind === 'failed')
    return (
      <Button onClick={onGo} busy={quoted.kind === 'ready' && quoted.isRefreshing ? t('refreshing') : undefined}>
        {t('newQuote')}
      </Button>
    )
  if (quoted.kind === 'loading') return <Button busy={t('loadingQuote')}>{t('submit')}</Button>
  const isSevere = gradeImpact(terms?.impact ?? null) === 'severe'
  return (
    <Button onClick={onGo} disabled={!canSubmit} variant={isSevere ? 'danger' : 'primary'}>
      {t(isSevere ? 'submitAnyway' : 'submit')}
    </Button>
  )
}
