import { formatBase58, type SolanaNetwork } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { useLoaded } from './screen/useLoaded.ts'
import { useWork } from './screen/useWork.ts'
import { signSolanaTransaction } from './solana/createSolanaSubmission.ts'
import { examineSolana } from './solana/examineSolana.ts'
import { rememberReceivers } from './solana/rememberReceivers.ts'
import { SolanaScreen } from './solana/SolanaScreen.tsx'
import { readSolanaRequest, type SolanaRequest } from './solana/solanaRequest.ts'

/** Signs a transaction and returns it to the page, which may send it: the bytes that are shown are the bytes that are signed. */
export const solanaSignTransaction: ApprovalKind<'solana_signTransaction'> = {
  prepare({ transaction }, { caller }) {
    const request = readSolanaRequest(transaction, caller.address)
    return (props) => <SignTransactionScreen {...props} request={request} />
  },
}

type Props = ScreenProps<{ transaction: string }, SolanaNetwork> & { request: SolanaRequest }

function SignTransactionScreen({ requestContext, tools, decision, request }: Props) {
  const own = requestContext.caller.address
  const [examined, examine] = useLoaded(() =>
    examineSolana([request], { own, consult: tools.consult }, tools.readSolana),
  )
  const work = useWork(
    async () => {
      return { transaction: formatBase58(await signSolanaTransaction(request.bytes, own, tools.sign)) }
    },
    rememberReceivers(decision.approve, examined, tools.consult),
  )
  return (
    <SolanaScreen
      requestContext={requestContext}
      examined={examined}
      examine={examine}
      work={work}
      words={{ label: sharedT('sign'), busy: sharedT('signing') }}
      mayBeOut={false}
      isSentByPage
      count={1}
      onReject={decision.reject}
      onFail={decision.fail}
    />
  )
}
