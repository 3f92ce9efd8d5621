/**
 * Bundler methods (ERC-7769), for EntryPoint 0.7 only. Requests are parsed and rebuilt, so that no other field from a page reaches a
 * bundler; answers are parsed too, since users see them.
 */
import {
  parseUserOperation,
  parseUserOperationRequest,
  smartAccountContracts,
  type UserOperation,
  userOperationToJson,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const gasLimits = z.object({
  preVerificationGas: quantity,
  verificationGasLimit: quantity,
  callGasLimit: quantity,
  paymasterVerificationGasLimit: z.optional(z.nullable(quantity)),
  paymasterPostOpGasLimit: z.optional(z.nullable(quantity)),
})
const mined = z.nullable(z.looseObject({ userOperation: z.looseObject({ sender: address }), entryPoint: address }))
const receipt = z.nullable(
  z.looseObject({
    userOpHash: hash,
    sender: address,
    nonce: quantity,
    actualGasCost: quantity,
    actualGasUsed: quantity,
    success: z.boolean(),
    logs: z.array(z.unknown()),
    receipt: z.looseObject({ transactionHash: hash }),
  }),
)

type BundlerRow = {
  /** Returns the parameters as the bundler receives them. Throws INVALID_PARAMS, ADDRESS_INVALID. */
  params(given: readonly unknown[]): readonly unknown[]
  /** Returns the answer that pages get; undefined for an invalid one. */
  result(answer: unknown, params: readonly unknown[]): unknown
  /** Whether it runs the operation. Such a request costs more than others, and takes as long as the operation's code does. */
  isTried: boolean
}

const { entryPoint } = smartAccountContracts
const isEntryPoint = (value: unknown): boolean =>
  typeof value === 'string' && value.toLowerCase() === entryPoint.toLowerCase()
const refuse = (field: string): never => {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

/** `[operation, entry point]`, and no third parameter: state overrides are for the node's owner. */
const withOperation =
  (write: (operation: unknown) => object) =>
  ([operation, named, ...rest]: readonly unknown[]): readonly unknown[] => {
    if (!isEntryPoint(named)) refuse('entryPoint')
    if (rest.length > 0) refuse('params')
    return [write(operation), entryPoint]
  }
const byHash = (given: readonly unknown[]): readonly unknown[] => {
  const parsed = tryParse(z.tuple([hash]), given)
  return parsed.success ? parsed.data : refuse('hash')
}
const read = (schema: z.ZodMiniType) => (answer: unknown) => {
  const parsed = tryParse(schema, answer)
  return parsed.success ? parsed.data : undefined
}
const isOf = (asked: unknown, named: string): boolean => String(asked).toLowerCase() === named.toLowerCase()

export const bundlerMethods = {
  eth_supportedEntryPoints: {
    params: (given) => (given.length === 0 ? [] : refuse('params')),
    result: (answer) => (Array.isArray(answer) && answer.some(isEntryPoint) ? [entryPoint] : undefined),
    isTried: false,
  },
  eth_estimateUserOperationGas: {
    // Fields that a page leaves to be estimated stay absent.
    params: withOperation((given) => userOperationToJson(parseUserOperationRequest(given) as UserOperation)),
    result: read(gasLimits),
    isTried: true,
  },
  eth_sendUserOperation: {
    params: withOperation((given) => userOperationToJson(parseUserOperation(given))),
    result: read(hash),
    isTried: true,
  },
  eth_getUserOperationByHash: { params: byHash, result: read(mined), isTried: false },
  eth_getUserOperationReceipt: {
    params: byHash,
    result(answer, [asked]) {
      const parsed = tryParse(receipt, answer)
      if (!parsed.success) return undefined
      return parsed.data === null || isOf(asked, parsed.data.userOpHash) ? parsed.data : undefined
    },
    isTried: false,
  },
} as const satisfies Record<string, BundlerRow>
export type BundlerMethod = keyof typeof bundlerMethods

export const isBundlerMethod = (method: string): method is BundlerMethod => Object.hasOwn(bundlerMethods, method)
export const bundlerRow = (method: BundlerMethod): BundlerRow => bundlerMethods[method]
