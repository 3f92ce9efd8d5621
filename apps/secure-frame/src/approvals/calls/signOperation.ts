import {
  type EvmNetwork,
  type Hex,
  type SignedAuthorization,
  type UserOperation,
  userOperationHash,
  userOperationTypedData,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { bytesToHex } from 'viem/utils'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import type { ApprovalTools } from '../Approval.ts'
import { readNonce } from '../transaction/fillTransaction.ts'
import { askSponsorLast } from './askSponsor.ts'
import { type FilledOperation, readOperationNonce } from './fillOperation.ts'
import type { OperationPlan } from './OperationPlan.ts'

type SignOperationDeps = Pick<ApprovalTools, 'sign' | 'read' | 'services'> & {
  plan: OperationPlan
  account: SmartAccount
  network: EvmNetwork
}

/** An operation with its signatures. `hash`: the operation hash. */
export type SignedOperation = { operation: UserOperation; hash: Hex }

/**
 * Signs exactly what was shown, with the sponsor's final answer. Fails with NONCE_TOO_LOW when another operation of the account went
 * first, as `askSponsorLast` and as `sign`.
 */
export const signOperation = async (filled: FilledOperation, deps: SignOperationDeps): Promise<SignedOperation> => {
  const { account, network, sign } = deps
  await checkNonces(filled, deps)
  const operation = await withSponsor(filled, deps)
  const authorization = await authorize(filled, deps)
  const typedData = userOperationTypedData(operation, { kind: account.kind, chainId: network.id })
  const signature = bytesToHex(await sign({ kind: 'typedData', address: account.owner, typedData }))
  return {
    operation: { ...operation, ...(authorization === null ? {} : { authorization }), signature },
    hash: userOperationHash(operation, network.id),
  }
}

/** Fails where the chain has moved on since the operation was shown. */
const checkNonces = async (
  { operation, nonceKey, setUp }: FilledOperation,
  { account, read }: SignOperationDeps,
): Promise<void> => {
  const [nonce, ownNonce] = await Promise.all([
    // Also checks a nonce that a page has given: only the account's next nonce can be included.
    readOperationNonce(operation.sender, nonceKey, read),
    setUp?.kind === 'lend' ? readNonce(account.owner, read) : null,
  ])
  const isLate = setUp?.kind === 'lend' && ownNonce !== setUp.authorization.nonce
  if (nonce !== operation.nonce || isLate) throw new AppError('NONCE_TOO_LOW')
}

const withSponsor = async (
  { operation, payer }: FilledOperation,
  { plan, services }: SignOperationDeps,
): Promise<UserOperation> => {
  if (payer.kind !== 'sponsor' || payer.isFinal) return operation
  return { ...operation, ...(await askSponsorLast(operation, plan.service, services)) }
}

const authorize = async (
  { setUp }: FilledOperation,
  { account, sign }: SignOperationDeps,
): Promise<SignedAuthorization | null> => {
  if (setUp?.kind !== 'lend') return null
  const { authorization } = setUp
  const { chainId, nonce } = authorization
  const bytes = await sign({ kind: 'authorization', address: account.owner, chainId, nonce })
  const text = bytesToHex(bytes)
  const recovery = bytes[64] ?? 0
  return {
    ...authorization,
    r: BigInt(text.slice(0, 66)),
    s: BigInt(`0x${text.slice(66, 130)}`),
    yParity: recovery % 27 === 1 ? 1 : 0,
  }
}
