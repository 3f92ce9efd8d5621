import { type SolanaChange, type SolanaNetwork, solanaRiskSeverity } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import { t as commonT } from '@latchkey/copy/common'
import { t as simulationT } from '@latchkey/copy/simulation'
import { AppError } from '@latchkey/protocol'
import { Details, Stack } from '@latchkey/ui'
import type { ReactNode } from 'react'
import type { ScreenProps } from '../Approval.ts'
import { ApprovalScreen, type StatusWords } from '../screen/ApprovalScreen.tsx'
import { Caution } from '../screen/Caution.tsx'
import { failureWords } from '../screen/failureWords.ts'
import { isOutage } from '../screen/isOutage.ts'
import { RiskList } from '../screen/RiskList.tsx'
import { receiveAction } from '../screen/receiveAction.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { Work } from '../screen/useWork.ts'
import type { SwapGuard } from '../swap/useSwapGuard.ts'
import { intentOf } from './actionWords.ts'
import { type Examined, type ExaminedTransaction, feesOf } from './examineSolana.ts'
import { SolanaActions } from './SolanaActions.tsx'
import { SolanaChanges } from './SolanaChanges.tsx'
import { SolanaCosts } from './SolanaCosts.tsx'
import { SolanaDetails } from './SolanaDetails.tsx'
import { type SolanaTokenData, sol } from './solanaAmounts.ts'
import { solanaRiskWords } from './solanaRiskWords.ts'

export type SolanaScreenProps = Pick<ScreenProps<unknown, SolanaNetwork>, 'requestContext'> & {
  examined: Loaded<Examined>
  examine: () => void
  work: Work
  /** The button's label, and its label while it is running. */
  words: { label: string; busy: string }
  /** It is signed, and the response to sending it was lost. */
  mayBeOut: boolean
  isSentByPage: boolean
  count: number
  /** The quote that the user agreed to, and whether the transaction matches it. */
  swap?: { guard: SwapGuard; intentOf: (book: SolanaTokenData) => string }
  onReject: () => void
  onFail: (error: AppError) => void
}

/** The approval of one or more Solana transactions: each one's changes and actions, and the total cost. */
export function SolanaScreen(props: SolanaScreenProps) {
  const { requestContext, examined, examine, work, words, mayBeOut, isSentByPage, count, swap, onReject, onFail } =
    props
  const { network, caller } = requestContext
  const own = caller.address
  const known = examined.kind === 'ready' ? examined.value : null
  const transactions = known?.transactions ?? []
  const stop = mayBeOut ? null : (swap?.guard.stop ?? null)
  const obstacle = stop?.error ?? (examined.kind === 'failed' ? examined.error : (known?.obstacle ?? null))
  const isBusy = work.state.kind === 'busy'
  const isDangerous = transactions.some(({ risks }) => risks.some(({ kind }) => solanaRiskSeverity[kind] === 'danger'))
  const book: SolanaTokenData = {
    own,
    mints: known?.mints ?? new Map(),
    tokenAccounts: known?.tokenAccounts ?? new Map(),
    prices: known?.prices ?? new Map(),
  }
  const close = (reason: AppError) => ({ label: commonT('close'), onDecline: () => onFail(reason), disabled: isBusy })
  const canLook =
    obstacle !== null && (isOutage(obstacle) || obstacle.name === 'INSUFFICIENT_FUNDS' || stop?.mayPass === true)

  return (
    <ApprovalScreen
      requestContext={requestContext}
      intent={swap?.guard.isReady && stop === null ? swap.intentOf(book) : titleOf(transactions, count, book)}
      tone={isDangerous ? 'danger' : 'neutral'}
      status={
        mayBeOut
          ? work.state.kind === 'failed'
            ? lost()
            : undefined
          : stop !== null
            ? stop.words
            : obstacle !== null
              ? {
                  ...obstacleWords(obstacle, known, own),
                  ...(obstacle.name === 'INSUFFICIENT_FUNDS' ? { action: receiveAction(onFail) } : {}),
                }
              : work.state.kind === 'failed'
                ? { variant: 'danger', ...failureWords(work.state.error) }
                : undefined
      }
      decline={
        mayBeOut
          ? close(new AppError('CHAIN_UNREACHABLE'))
          : obstacle !== null && !isOutage(obstacle)
            ? close(obstacle)
            : { label: sharedT('reject'), onDecline: onReject, disabled: isBusy }
      }
      {...(obstacle === null || mayBeOut
        ? {
            accept: {
              label: mayBeOut ? sharedT('sendAgain') : work.state.kind === 'failed' ? commonT('tryAgain') : words.label,
              onAccept: work.start,
              arms: !mayBeOut,
              isReady: mayBeOut || (known !== null && (swap === undefined || swap.guard.isReady)),
              busy: isBusy ? words.busy : undefined,
            },
          }
        : canLook
          ? {
              accept: {
                label: isOutage(obstacle) ? commonT('tryAgain') : sharedT('checkAgain'),
                onAccept: examine,
                arms: false,
                isReady: true,
              },
            }
          : {})}
    >
      {count === 1 ? (
        <Single transaction={transactions[0] ?? null} own={own} book={book} isLoading={examined.kind === 'loading'}>
          <SolanaCosts network={network} own={own} examined={examined} isSentByPage={isSentByPage} />
        </Single>
      ) : (
        <List transactions={transactions} own={own} book={book} isLoading={examined.kind === 'loading'}>
          <SolanaCosts network={network} own={own} examined={examined} isSentByPage={isSentByPage} />
        </List>
      )}
    </ApprovalScreen>
  )
}

/** Returns why nothing of it can be signed, in words. */
const obstacleWords = (obstacle: AppError, examined: Examined | null, own: string): StatusWords => {
  if (isOutage(obstacle)) return { variant: 'warning', ...failureWords(obstacle) }
  const failure = failureWords(obstacle, 'nothingSigned')
  if (obstacle.name !== 'INSUFFICIENT_FUNDS' || examined === null) return { variant: 'danger', ...failure }
  const balance = sol(examined.balance, 'down')
  const fee = feesOf(examined.transactions, own)
  const text = fee === 0n ? t('funds.text', { balance }) : t('funds.withFee', { balance, fee: sol(fee) })
  return { variant: 'danger', title: failure.title, text }
}

const lost = (): StatusWords => ({ variant: 'warning', title: sharedT('lost.title'), text: sharedT('lost.text') })

const titleOf = (transactions: readonly ExaminedTransaction[], count: number, book: SolanaTokenData): string => {
  if (count > 1) return t('intent.signAll', { count })
  const [only] = transactions
  return only === undefined ? t('intent.sign') : intentOf(only.instructions, book)
}

/** A simulation shows SOL and tokens: any other loss has a risk besides those of the recipient, or an unreadable instruction. */
const isAllTold = ({ tried, risks, instructions }: ExaminedTransaction): boolean =>
  tried.kind === 'ran' &&
  risks.every(({ kind }) => kind === 'firstTime' || kind === 'lookalike') &&
  instructions.every(({ action }) => action.kind !== 'unknown')

type PartProps = { own: string; book: SolanaTokenData; isLoading: boolean; children: ReactNode }

function Single({
  transaction,
  own,
  book,
  isLoading,
  children,
}: PartProps & { transaction: ExaminedTransaction | null }) {
  if (transaction === null) {
    return (
      <>
        {isLoading && <SolanaChanges title={simulationT('title')} changes={null} isAll={false} book={book} fee={0n} />}
        {children}
      </>
    )
  }
  const { tried, risks, instructions } = transaction
  return (
    <>
      {tried.kind === 'ran' && (
        <SolanaChanges
          title={simulationT('title')}
          changes={tried.changes}
          isAll={isAllTold(transaction)}
          book={book}
          fee={feesOf([transaction], own)}
        />
      )}
      <SolanaActions instructions={instructions} book={book} />
      {children}
      <RiskList risks={risks.map(solanaRiskWords)} />
      <SolanaDetails transaction={transaction} />
    </>
  )
}

function List({
  transactions,
  own,
  book,
  isLoading,
  children,
}: PartProps & { transactions: readonly ExaminedTransaction[] }) {
  if (transactions.length === 0) {
    return (
      <>
        {isLoading && <SolanaChanges title={t('changes.together')} changes={null} isAll={false} book={book} fee={0n} />}
        {children}
      </>
    )
  }
  const risks = transactions.flatMap((each) => each.risks.filter(({ kind }) => kind !== 'failsAlone'))
  const unique = [...new Map(risks.map((risk) => [JSON.stringify(risk), risk])).values()]
  const order = Object.keys(solanaRiskSeverity)
  const untold = transactions.filter(({ tried }) => tried.kind !== 'ran').length
  return (
    <>
      <SolanaChanges
        title={t('changes.together')}
        changes={totalChanges(transactions.map(({ tried }) => (tried.kind === 'ran' ? tried.changes : [])))}
        isAll={transactions.every(isAllTold)}
        book={book}
        fee={feesOf(transactions, own)}
      />
      {untold > 0 && (
        <Caution variant="warning" title={t('untold.title')}>
          {t('untold.text', { count: untold })}
        </Caution>
      )}
      {children}
      <RiskList
        risks={unique.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)).map(solanaRiskWords)}
      />
      {transactions.map((transaction, index) => (
        <Details key={index} summary={`${index + 1}. ${intentOf(transaction.instructions, book)}`}>
          <Stack gap={3}>
            <Single transaction={transaction} own={own} book={book} isLoading={false}>
              {null}
            </Single>
          </Stack>
        </Details>
      ))}
    </>
  )
}

/** Joins the changes of several transactions: amounts are added up, rights appear once. Sums of zero are not changes. */
function totalChanges(changes: readonly (readonly SolanaChange[])[]): readonly SolanaChange[] {
  const all = changes.flat()
  const sums = new Map<string | null, bigint>()
  for (const change of all) {
    if (change.kind === 'sol') sums.set(null, (sums.get(null) ?? 0n) + change.lamports)
    if (change.kind === 'token') sums.set(change.mint, (sums.get(change.mint) ?? 0n) + change.amount)
  }
  const rights = all.filter(({ kind }) => kind !== 'sol' && kind !== 'token')
  const moved = [...sums].filter(([, amount]) => amount !== 0n)
  const inOrder = [...moved.filter(([, amount]) => amount < 0n), ...moved.filter(([, amount]) => amount > 0n)]
  return [
    ...inOrder.map(
      ([mint, amount]): SolanaChange =>
        mint === null ? { kind: 'sol', lamports: amount } : { kind: 'token', mint, amount },
    ),
    ...new Map(rights.map((right) => [JSON.stringify(right, textOfBigint), right])).values(),
  ]
}

const textOfBigint = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
