import type { ApprovalKind } from './Approval.ts'
import type { ApprovalName } from './approvalRows.ts'

/** The screen of each approval. A row of `approvalRows` without a screen does not compile. */
export const approvalKinds = {
  connect: async () => (await import('./connect.tsx')).connect,
  letKnow: async () => (await import('./letKnow.tsx')).letKnow,
  personal_sign: async () => (await import('./personal_sign.tsx')).personalSign,
  eth_signTypedData_v4: async () => (await import('./eth_signTypedData_v4.tsx')).signTypedData,
  eth_sendTransaction: async () => (await import('./eth_sendTransaction.tsx')).sendTransaction,
  eth_sendUserOperation: async () => (await import('./eth_sendUserOperation.tsx')).sendUserOperation,
  wallet_sendCalls: async () => (await import('./wallet_sendCalls.tsx')).sendCalls,
  wallet_grantPermissions: async () => (await import('./wallet_grantPermissions.tsx')).grantPermissions,
  wallet_revokePermissions: async () => (await import('./wallet_revokePermissions.tsx')).revokePermissions,
  solana_signMessage: async () => (await import('./solana_signMessage.tsx')).solanaSignMessage,
  solana_signTransaction: async () => (await import('./solana_signTransaction.tsx')).solanaSignTransaction,
  solana_signAllTransactions: async () => (await import('./solana_signAllTransactions.tsx')).solanaSignAllTransactions,
  solana_signAndSendTransaction: async () =>
    (await import('./solana_signAndSendTransaction.tsx')).solanaSignAndSendTransaction,
} as const satisfies { [name in ApprovalName]: () => Promise<ApprovalKind<name>> }
