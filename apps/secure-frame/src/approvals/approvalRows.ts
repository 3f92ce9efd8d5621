import { idTokenScope } from '@latchkey/api-client'
import { type ApprovalMethod, isApprovalMethod, rpcMethods } from '@latchkey/protocol'
import * as z from 'zod/mini'

/** The contents of a request and its result. */
type ApprovalRow = { params: z.ZodMiniType; result: z.ZodMiniType }

const methods = Object.fromEntries(Object.entries(rpcMethods).filter(([name]) => isApprovalMethod(name))) as {
  readonly [method in ApprovalMethod]: (typeof rpcMethods)[method]
}

/**
 * Every request that the user has to confirm: the methods of the RPC table with an approval, and, beside them, other
 * requests such as a connection. A row without a screen in `approvalKinds` does not compile.
 */
export const approvalRows = {
  ...methods,
  /**
   * Share an open session with a page; requested before there is a caller. `signIn`: the text of a message that is signed
   * with it, as `readSignInText` reads it.
   */
  connect: {
    params: z.object({ email: z.string(), signIn: z.optional(z.string()) }),
    result: z.literal('connected'),
  },
  /** Share the claims of this ID token with a page, by these scopes. */
  letKnow: {
    params: z.object({ scopes: z.array(idTokenScope), idToken: z.string() }),
    result: z.literal('agreed'),
  },
} as const satisfies Record<string, ApprovalRow>

export type ApprovalName = keyof typeof approvalRows
export type ApprovalParams<name extends ApprovalName> = z.output<(typeof approvalRows)[name]['params']>
export type ApprovalResult<name extends ApprovalName> = z.output<(typeof approvalRows)[name]['result']>

/** Narrows an untrusted string. Own keys only. */
export const isApprovalName = (name: unknown): name is ApprovalName =>
  typeof name === 'string' && Object.hasOwn(approvalRows, name)
