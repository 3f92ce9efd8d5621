import { type Hex, toChecksumAddress, type UserOperation } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveCalls'
import { AppError, isAppError } from '@latchkey/protocol'
import type { ServiceParams, Services } from '../../smartAccount/services.ts'
import type { PaymasterFields, PaymasterService } from './OperationPlan.ts'

/** A sponsor's agreement to pay, with the operation's paymaster fields. */
export type Sponsorship = PaymasterFields & {
  /** The sponsor's name; a page's own service names itself. */
  readonly name: string
  /** No final request is needed: the fields used for estimating are valid for sending. */
  readonly isFinal: boolean
}

/**
 * Asks the sponsor to pay for an operation.
 *
 * Fails with SPONSOR_REFUSED, also for address zero (with which the EntryPoint charges the account itself) and where the
 * service can't reach a node; with NOT_ENABLED where there is no sponsor; and as the service `sponsor`.
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
    // The sponsor couldn't reach the chain; the wallet's own nodes may still be reachable.
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
 * Returns the sponsor's final fields for `operation`, from the sponsor that was shown and for no more gas than was shown.
 * Fails with SPONSOR_REFUSED for another sponsor or more gas, and as `askSponsor`.
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

/** Picks an operation's paymaster fields. */
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

/** Returns whether an operation continues without the sponsor after this error; other errors aren't about sponsoring. */
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
  // From its earlier answer: the service signs them in the end (ERC-7677).
  ...(operation.paymasterVerificationGasLimit === undefined
    ? {}
    : { paymasterVerificationGasLimit: quantity(operation.paymasterVerificationGasLimit) }),
  ...(operation.paymasterPostOpGasLimit === undefined
    ? {}
    : { paymasterPostOpGasLimit: quantity(operation.paymasterPostOpGasLimit) }),
})
