import type { EvmTransaction, SwapTerms } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import type { ScreenProps } from '../Approval.ts'
import { CallsScreen } from './CallsScreen.tsx'
import type { OperationPlan } from './OperationPlan.ts'
import { checkCalls } from './readCalls.ts'

/**
 * `eth_sendTransaction` of a smart account: one call in an operation; the result is the hash of the transaction that
 * includes it. The nonce and gas limit of a plain transaction have no meaning there, and an access list saves nothing; the
 * page's fee caps are kept.
 *
 * Throws INVALID_PARAMS (`details.field`) for a contract creation, which such an account does not do by itself.
 */
export const sendTransactionAsOperation = (
  { to, value, data, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: EvmTransaction,
  account: SmartAccount,
  swap?: SwapTerms,
): ((props: ScreenProps<string>) => ReactElement) => {
  if (to === null) throw new AppError('INVALID_PARAMS', { details: { field: 'to' } })
  const calls = [{ to, value, data }]
  checkCalls(calls, account.address)
  const plan: OperationPlan = {
    calls,
    fees: {
      ...(gasPrice === undefined ? {} : { gasPrice }),
      ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
      ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
    },
  }
  return (props) => (
    <CallsScreen
      {...props}
      account={account}
      plan={plan}
      swap={swap}
      until="happened"
      onSent={({ transactionHash }) => props.decision.approve(transactionHash ?? '')}
    />
  )
}
