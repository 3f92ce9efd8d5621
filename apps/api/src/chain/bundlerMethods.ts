/**
 * What a bundler is asked (ERC-7769), with EntryPoint 0.7 alone. Requests are read and written anew, so that a bundler sees
 * nothing of a page's own making beside them; answers are read as well, since people are shown what they say.
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
  /** The parameters as the bundler gets them. Throws INVALID_PARAMS, ADDRESS_INVALID. */
  params(given: readonly unknown[]): readonly unknown[]
  /** What pages get of an answer; undefined for one that is none. */
  result(answer: unknown, params: readonly unknown[]): unknown
  /** Whether it runs the operation. Such a request costs more than others, and may take as long as the operation's code likes. */
  isTried: boolean
}

const { entryPoint } = smartAccountContracts
const isEntryPoint = (value: unknown): boolean =>
  typeof value === 'string' && value.toLowerCase() === entryPoint.toLowerCase()
const refuse = (field: string): never => {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

/** `[operation, entry point]`, and nothing third: overrides of state are for whoever owns the node. */
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
    // What a page leaves to be estimated stays absent.
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
