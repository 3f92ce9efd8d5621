import { type EvmTransaction, parseEvmAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { useRef } from 'react'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import type { ApprovalResult } from './approvalRows.ts'
import { CallsScreen } from './calls/CallsScreen.tsx'
import type { OperationPlan } from './calls/OperationPlan.ts'
import { readSendCalls, type SendCallsRequest } from './calls/readSendCalls.ts'
import { SendTransactionScreen } from './eth_sendTransaction.tsx'

/** Makes calls of the account, all or none of them (EIP-5792). A plain account's single call is a plain transaction. */
export const sendCalls: ApprovalKind<'wallet_sendCalls'> = {
  prepare(params, requestContext) {
    const request = readSendCalls(params, requestContext)
    const { address, smartAccount } = requestContext.caller
    const { calls, service } = request
    if (smartAccount !== null) {
      const plan = service === null ? { calls } : { calls, service }
      return (props) => <BatchScreen {...props} request={request} account={smartAccount} plan={plan} />
    }
    const [call] = calls
    if (call === undefined) throw new AppError('INVALID_PARAMS', { details: { field: 'calls' } })
    const transaction = { from: parseEvmAddress(address), ...call }
    return (props) => <PlainCallScreen {...props} request={request} transaction={transaction} />
  },
}

type Props = ScreenProps<ApprovalResult<'wallet_sendCalls'>> & { request: SendCallsRequest }

/** Stores the record of the calls before they leave, and returns the ID under which it is stored. */
const useKept = ({ tools, decision, request, requestContext }: Props) => {
  const kept = useRef<string | null>(null)
  return {
    async onSigned(hash: string): Promise<void> {
      const { isLegacy } = request
      const atomic = requestContext.caller.smartAccount !== null
      const id = kept.current ?? request.id
      kept.current = (await tools.services('rememberCalls', { id, hash, isLegacy, atomic })).id
    },
    async onRefused(): Promise<void> {
      const id = kept.current
      kept.current = null
      if (id !== null) await tools.services('dropCalls', { id })
    },
    answer(): void {
      if (kept.current === null) decision.fail(new AppError('INTERNAL'))
      else decision.approve(request.isLegacy ? kept.current : { id: kept.current })
    },
  }
}

function BatchScreen(props: Props & { account: SmartAccount; plan: OperationPlan }) {
  const { requestContext, tools, decision, account, plan } = props
  const { answer, ...kept } = useKept(props)
  return (
    <CallsScreen
      requestContext={requestContext}
      tools={tools}
      decision={decision}
      account={account}
      plan={plan}
      swap={props.request.swap}
      until="taken"
      onSent={answer}
      {...kept}
    />
  )
}

function PlainCallScreen(props: Props & { transaction: EvmTransaction }) {
  const { requestContext, tools, decision, transaction } = props
  const { answer, ...kept } = useKept(props)
  return (
    <SendTransactionScreen
      requestContext={requestContext}
      tools={tools}
      decision={{ ...decision, approve: answer }}
      request={transaction}
      swap={props.request.swap}
      {...kept}
    />
  )
}
