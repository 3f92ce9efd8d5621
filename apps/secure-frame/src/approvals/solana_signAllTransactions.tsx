import { formatBase58, type SolanaNetwork } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { useLoaded } from './screen/useLoaded.ts'
import { useWork } from './screen/useWork.ts'
import { signSolanaTransaction } from './solana/createSolanaSubmission.ts'
import { examineSolana } from './solana/examineSolana.ts'
import { rememberReceivers } from './solana/rememberReceivers.ts'
import { SolanaScreen } from './solana/SolanaScreen.tsx'
import { readSolanaRequest, type SolanaRequest } from './solana/solanaRequest.ts'

/** Signs several transactions in order and returns them to the page: all of them, or none. */
export const solanaSignAllTransactions: ApprovalKind<'solana_signAllTransactions'> = {
  prepare({ transactions }, { caller }) {
    const requests = transactions.map((transaction) => readSolanaRequest(transaction, caller.address))
    return (props) => <SignAllScreen {...props} requests={requests} />
  },
}

type Props = ScreenProps<{ transactions: string[] }, SolanaNetwork> & { requests: readonly SolanaRequest[] }

function SignAllScreen({ requestContext, tools, decision, requests }: Props) {
  const own = requestContext.caller.address
  const [examined, examine] = useLoaded(() =>
    examineSolana(requests, { own, consult: tools.consult }, tools.readSolana),
  )
  const work = useWork(
    async () => {
      const transactions: string[] = []
      for (const { bytes } of requests) {
        transactions.push(formatBase58(await signSolanaTransaction(bytes, own, tools.sign)))
      }
      return { transactions }
    },
    rememberReceivers(decision.approve, examined, tools.consult),
  )
  return (
    <SolanaScreen
      requestContext={requestContext}
      examined={examined}
      examine={examine}
      work={work}
      words={{ label: requests.length === 1 ? sharedT('sign') : t('signAll'), busy: sharedT('signing') }}
      mayBeOut={false}
      isSentByPage
      count={requests.length}
      onReject={decision.reject}
      onFail={decision.fail}
    />
  )
}
