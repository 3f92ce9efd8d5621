import { type Hex, toChecksumAddress, type UserOperation } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveCalls'
import { AppError, isAppError } from '@latchkey/protocol'
import type { ServiceParams, Services } from '../../smartAccount/services.ts'
import type { PaymasterFields, PaymasterService } from './OperationPlan.ts'

/** Somebody else pays, by these fields of the operation. */
export type Sponsorship = PaymasterFields & {
  /** Who it is; of a page's own service its own word. */
  readonly name: string
  /** Nothing more needs to be asked: what estimating was done with is as good as the last answer. */
  readonly isFinal: boolean
}

/**
 * Ask whether somebody pays for an operation. Fails with SPONSOR_REFUSED, also where the answer is address zero, by which
 * the EntryPoint has the account itself pay, and where the service itself reaches no node; NOT_ENABLED where nobody does; and as the service `sponsor`.
 */
export const askSponsor = async (
  stage: 'stub' | 'final',
  operation: UserOperation,
  service: PaymasterService | undefined,
  services: Services,
): Promise<Sponsorship> => {
  const answer = await services('sponsor', {
    stage,
    operation: sponsoredFields(operation),
    ...(service === undefined ? {} : { service }),
  }).catch((error: unknown) => {
    // Whoever pays could not look at the chain: ours may well be asked.
    throw isAppError(error, 'CHAIN_UNREACHABLE') ? sponsorRefused(t('reasons.unreachable')) : error
  })
  if (BigInt(answer.paymaster) === 0n) throw sponsorRefused(t('reasons.noPaymaster'))
  return {
    paymaster: toChecksumAddress(answer.paymaster),
    paymasterData: answer.paymasterData as Hex,
    paymasterVerificationGasLimit: BigInt(answer.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: BigInt(answer.paymasterPostOpGasLimit),
    name: answer.sponsor,
    isFinal: answer.isFinal,
  }
}

/**
 * The last word of whoever was shown to pay `operation`: theirs alone, and for no more gas than was shown. Fails with
 * SPONSOR_REFUSED where it is somebody else's or asks for more, and as `askSponsor`.
 */
export const askSponsorLast = async (
  operation: UserOperation,
  service: PaymasterService | undefined,
  services: Services,
): Promise<PaymasterFields> => {
  const last = paymasterFieldsOf(await askSponsor('final', operation, service, services))
  const asksMore = (['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const).some(
    (limit) => last[limit] > (operation[limit] ?? 0n),
  )
  if (last.paymaster !== operation.paymaster || asksMore) {
    throw sponsorRefused(t('reasons.changed'))
  }
  return last
}

const sponsorRefused = (reason: string): AppError => new AppError('SPONSOR_REFUSED', { details: { reason } })

/** The fields of an operation that say who pays. */
export const paymasterFieldsOf = ({
  paymaster,
  paymasterData,
  paymasterVerificationGasLimit,
  paymasterPostOpGasLimit,
}: PaymasterFields): PaymasterFields => ({
  paymaster,
  paymasterData,
  paymasterVerificationGasLimit,
  paymasterPostOpGasLimit,
})

/** Whether an operation goes on without the sponsor who gave this answer; what else fails says nothing of sponsoring. */
export const isWithoutSponsor = (error: unknown): error is AppError =>
  (['SPONSOR_REFUSED', 'NOT_ENABLED', 'SERVICE_UNAVAILABLE', 'SERVICE_UNREACHABLE', 'TIMEOUT'] as const).some((name) =>
    isAppError(error, name),
  )

const quantity = (value: bigint): string => `0x${value.toString(16)}`

const sponsoredFields = (operation: UserOperation): ServiceParams<'sponsor'>['operation'] => ({
  sender: operation.sender,
  nonce: quantity(operation.nonce),
  ...(operation.factory === undefined ? {} : { factory: operation.factory }),
  ...(operation.factoryData === undefined ? {} : { factoryData: operation.factoryData }),
  callData: operation.callData,
  callGasLimit: quantity(operation.callGasLimit),
  verificationGasLimit: quantity(operation.verificationGasLimit),
  preVerificationGas: quantity(operation.preVerificationGas),
  maxFeePerGas: quantity(operation.maxFeePerGas),
  maxPriorityFeePerGas: quantity(operation.maxPriorityFeePerGas),
  // Of what it has answered before: a service signs them in the end (ERC-7677).
  ...(operation.paymasterVerificationGasLimit === undefined
    ? {}
    : { paymasterVerificationGasLimit: quantity(operation.paymasterVerificationGasLimit) }),
  ...(operation.paymasterPostOpGasLimit === undefined
    ? {}
    : { paymasterPostOpGasLimit: quantity(operation.paymasterPostOpGasLimit) }),
})
