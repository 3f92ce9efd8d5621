import { walletEndpoints } from '@latchkey/api-client'
import * as z from 'zod/mini'

const hexBytes = z.string().check(z.maxLength(300_000), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const callsId = z.string().check(z.minLength(1), z.maxLength(8194))

/** ERC-4337 with EntryPoint 0.7, unpacked and signed, as JSON-RPC carries it (ERC-7769). */
const signedOperation = z.object({
  sender: address,
  nonce: quantity,
  factory: z.optional(address),
  factoryData: z.optional(hexBytes),
  callData: hexBytes,
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  paymaster: z.optional(address),
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
  paymasterData: z.optional(hexBytes),
  signature: hexBytes,
  /** With it, the owner delegates their address to the account's code (EIP-7702). */
  eip7702Auth: z.optional(
    z.object({
      chainId: quantity,
      address,
      nonce: quantity,
      yParity: quantity,
      r: quantity,
      s: quantity,
    }),
  ),
})

const { request: sponsorship, response: sponsored } = walletEndpoints.sponsorOperation
const { address: _, origin: __, ...permission } = walletEndpoints.keepPermission.request.shape

/**
 * The actions that an approval may request from the wallet for its caller, on the network of its request. Each row has the
 * shapes of the parameters and the result; page, project, account and network are those of the request.
 */
export const services = {
  /**
   * Returns the sponsor's paymaster fields for an operation of the account, as the endpoint `sponsorOperation`. Fails with
   * SPONSOR_REFUSED, NOT_ENABLED, SERVICE_UNAVAILABLE, SERVICE_UNREACHABLE, SESSION_EXPIRED.
   */
  sponsor: {
    params: z.object({
      stage: sponsorship.shape.stage,
      operation: sponsorship.shape.operation,
      service: sponsorship.shape.service,
    }),
    result: sponsored,
  },
  /**
   * Sends a signed operation of the account to the bundler. Sending the same again changes nothing. Fails with
   * OPERATION_REFUSED and the reason in words; with BUNDLER_UNREACHABLE, which leaves open whether it was taken.
   */
  send: { params: z.object({ operation: signedOperation }), result: z.object({ hash }) },
  /**
   * Stores the record of a page's calls, for `wallet_getCallsStatus`: an operation of a smart account, a transaction of a
   * plain one. Call it before they are sent, so that nothing is sent under a used ID (CALLS_ID_TAKEN); repeating it changes
   * nothing. `id` null: creates one that can't be guessed. `isLegacy`: the page uses the older shape of EIP-5792.
   */
  rememberCalls: {
    params: z.object({ id: z.nullable(callsId), hash, isLegacy: z.boolean(), atomic: z.boolean() }),
    result: z.object({ id: callsId }),
  },
  /** Marks the calls under this ID as refused; they will not happen: their status is 400, and the ID may be used again. */
  dropCalls: { params: z.object({ id: callsId }), result: z.null() },
  /**
   * Stores a permission that the account has granted to the page, before the page receives it. Fails as the endpoint
   * `keepPermission` and with SERVICE_UNREACHABLE.
   */
  keepPermission: { params: z.object(permission), result: z.null() },
  /**
   * Looks up a permission of the account, and its page. A page finds its own permissions, the wallet's own page all of them.
   * Fails with PERMISSION_NOT_FOUND, and as the endpoint `listPermissions`.
   */
  findPermission: {
    params: z.object({ pci: permission.pci }),
    result: z.object({ origin: z.string(), revokedAt: z.nullable(z.number()) }),
  },
  /** Records that a permission is revoked, by the account's signature of its `pci`. Fails as the endpoint `revokePermission`. */
  noteRevoked: { params: z.object({ pci: permission.pci, signature: hexBytes }), result: z.null() },
} as const satisfies Record<string, { params: z.ZodMiniType; result: z.ZodMiniType }>

export type ServiceName = keyof typeof services
export type ServiceParams<name extends ServiceName> = z.output<(typeof services)[name]['params']>
export type ServiceResult<name extends ServiceName> = z.output<(typeof services)[name]['result']>

/** Narrows an untrusted string. Own keys only. */
export const isService = (name: string): name is ServiceName => Object.hasOwn(services, name)

/** Runs one of the actions. Fails as its row. */
export type Services = <name extends ServiceName>(
  name: name,
  params: ServiceParams<name>,
) => Promise<ServiceResult<name>>
