import type { ApprovalMethod } from '@latchkey/protocol'
import type { ApprovalKind } from './Approval.ts'

/** The screen of every method that asks a person. A row of the RPC table without its screen does not compile. */
export const approvalKinds = {
  personal_sign: async () => (await import('./personal_sign.tsx')).personalSign,
  eth_signTypedData_v4: async () => (await import('./eth_signTypedData_v4.tsx')).signTypedData,
  eth_sendTransaction: async () => (await import('./eth_sendTransaction.tsx')).sendTransaction,
} as const satisfies { [method in ApprovalMethod]: () => Promise<ApprovalKind<method>> }
