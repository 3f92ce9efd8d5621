import { idTokenScope } from '@latchkey/api-client'
import { type ApprovalMethod, isApprovalMethod, rpcMethods } from '@latchkey/protocol'
import * as z from 'zod/mini'

/** What a request holds and what its answer is. */
type ApprovalRow = { params: z.ZodMiniType; result: z.ZodMiniType }

const methods = Object.fromEntries(Object.entries(rpcMethods).filter(([name]) => isApprovalMethod(name))) as {
  readonly [method in ApprovalMethod]: (typeof rpcMethods)[method]
}

/**
 * Everything that is put before a person: the methods of the RPC table that ask. What is no method, as agreeing to a
 * connection, has its row beside them; a row without a screen in `approvalKinds` does not compile.
 */
export const approvalRows = {
  ...methods,
  /**
   * Let a page see a login that is open already; asked before there is a caller. `signIn`: the text of a message that is signed with it, as
   * `readSignInText` reads it.
   */
  connect: {
    params: z.object({ email: z.string(), signIn: z.optional(z.string()) }),
    result: z.literal('connected'),
  },
  /** Let a page know what this ID token says of its user, by these scopes. */
  letKnow: {
    params: z.object({ scopes: z.array(idTokenScope), idToken: z.string() }),
    result: z.literal('agreed'),
  },
} as const satisfies Record<string, ApprovalRow>

export type ApprovalName = keyof typeof approvalRows
export type ApprovalParams<name extends ApprovalName> = z.output<(typeof approvalRows)[name]['params']>
export type ApprovalResult<name extends ApprovalName> = z.output<(typeof approvalRows)[name]['result']>

/** Narrow an untrusted string. Own keys only. */
export const isApprovalName = (name: unknown): name is ApprovalName =>
  typeof name === 'string' && Object.hasOwn(approvalRows, name)
