import { AppError } from '@latchkey/protocol'
import type { ApprovalKind } from './Approval.ts'
import { CallsScreen } from './calls/CallsScreen.tsx'
import { readOperation } from './calls/readOperation.ts'

/** Sends a user operation of the active smart account (ERC-4337); returns its hash once the bundler has taken it. */
export const sendUserOperation: ApprovalKind<'eth_sendUserOperation'> = {
  prepare(params, { caller }) {
    const { smartAccount } = caller
    if (smartAccount === null) throw new AppError('UNAUTHORIZED')
    const plan = readOperation(params, smartAccount)
    return (props) => (
      <CallsScreen
        {...props}
        account={smartAccount}
        plan={plan}
        until="taken"
        onSent={({ hash }) => props.decision.approve(hash)}
      />
    )
  },
}
