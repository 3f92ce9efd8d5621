import { parseSolanaSwapTerms, type SolanaAsset, type SolanaNetwork, type SolanaSwapTerms } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import { AppError } from '@latchkey/protocol'
import { useMemo } from 'react'
import type { ApprovalKind, ApprovalTools, ScreenProps } from './Approval.ts'
import { useLoaded } from './screen/useLoaded.ts'
import { useWork } from './screen/useWork.ts'
import { createSolanaSubmission, type SendOptions } from './solana/createSolanaSubmission.ts'
import { type Examined, examineSolana } from './solana/examineSolana.ts'
import { rememberReceivers } from './solana/rememberReceivers.ts'
import { SolanaScreen } from './solana/SolanaScreen.tsx'
import { type SolanaTokenData, sol, tokenAmount, withMint } from './solana/solanaAmounts.ts'
import { checkOthersSigned, readSolanaRequest, type SolanaRequest } from './solana/solanaRequest.ts'
import { assessSolanaSwap } from './swap/assessSolanaSwap.ts'
import { noGuard, type SwapGuard, stopOf, useRouters } from './swap/useSwapGuard.ts'

/** Signs a transaction and sends it: the bytes that are shown are signed and sent. One that is declared a swap must be that swap. */
export const solanaSignAndSendTransaction: ApprovalKind<'solana_signAndSendTransaction'> = {
  prepare({ transaction, options = {}, swap }, { caller }) {
    const request = readSolanaRequest(transaction, caller.address)
    checkOthersSigned(request, caller.address)
    const terms = swap === undefined ? undefined : parseSolanaSwapTerms(swap)
    return (props) => <SignAndSendScreen {...props} request={request} options={options} swap={terms} />
  },
}

type Props = ScreenProps<{ signature: string }, SolanaNetwork> & {
  request: SolanaRequest
  options: SendOptions
  swap: SolanaSwapTerms | undefined
}

function SignAndSendScreen({ requestContext, tools, decision, request, options, swap }: Props) {
  const own = requestContext.caller.address
  const { minContextSlot } = options
  const [examined, examine] = useLoaded(() =>
    examineSolana([request], { own, minContextSlot, consult: tools.consult }, tools.readSolana),
  )
  const guard = useSolanaSwapGuard(swap, { examined: examined.kind === 'ready' ? examined.value : null, own }, tools)
  const submission = useMemo(
    () => createSolanaSubmission(request.bytes, { ...tools, own, options }),
    [request, tools, own, options],
  )
  const work = useWork(
    async () => {
      try {
        return { signature: await submission.submit() }
      } catch (error) {
        // A refused transaction is examined again: the screen then states the obstacle.
        if (!submission.mayBeOut()) examine()
        throw error
      }
    },
    rememberReceivers(decision.approve, examined, tools.consult),
  )
  return (
    <SolanaScreen
      requestContext={requestContext}
      examined={examined}
      examine={examine}
      work={work}
      words={{ label: sharedT('confirm'), busy: sharedT('sending') }}
      mayBeOut={submission.mayBeOut()}
      isSentByPage={false}
      count={1}
      {...(swap !== undefined && { swap: { guard, intentOf: (book) => swapIntent(swap, book) } })}
      onReject={decision.reject}
      onFail={decision.fail}
    />
  )
}

/** Checks a transaction that is declared a swap; any other passes unchecked. */
const useSolanaSwapGuard = (
  terms: SolanaSwapTerms | undefined,
  { examined, own }: { examined: Examined | null; own: string },
  { consult }: Pick<ApprovalTools, 'consult'>,
): SwapGuard => {
  const exchanges = useRouters(terms, consult)
  if (terms === undefined) return noGuard
  const [transaction] = examined?.transactions ?? []
  if (transaction === undefined || exchanges === null) return { isReady: false, stop: null }
  const stop = assessSolanaSwap(transaction, terms, own, exchanges)
  return { isReady: true, stop: stop === null ? null : stop === 'fee' ? tooHighFee() : stopOf(stop) }
}

const tooHighFee = (): NonNullable<SwapGuard['stop']> => ({
  mayPass: false,
  words: { variant: 'danger', title: t('swap.feeTitle'), text: t('swap.feeText') },
  error: new AppError('SWAP_MISMATCH', { details: { reason: 'fee' } }),
})

/** Returns the title of a swap: the amount that leaves, and the minimum that arrives. */
const swapIntent = ({ give, get }: SolanaSwapTerms, book: SolanaTokenData): string =>
  t('swap.intent', {
    give: amountOf(give.asset, give.amount, book),
    get: amountOf(get.asset, get.minimum, book, 'down'),
  })

const amountOf = (asset: SolanaAsset, amount: bigint, book: SolanaTokenData, rounding?: 'down'): string => {
  if (asset === 'native') return sol(amount, rounding)
  const { value, symbol } = tokenAmount(asset, amount, book, null, rounding)
  return `${value} ${withMint(symbol, asset)}`
}
