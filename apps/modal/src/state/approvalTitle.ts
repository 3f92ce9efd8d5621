import type { RpcMethod } from '@latchkey/protocol'

/** The title of a request, as the wallet words it. */
export type ApprovalTitle =
  | 'send'
  | 'allow'
  | 'transaction'
  | 'actions'
  | 'message'
  | 'signIn'
  | 'data'
  | 'permission'
  | 'removePermission'
  | 'transactions'

const titles: Partial<Record<RpcMethod, ApprovalTitle>> = {
  personal_sign: 'message',
  solana_signMessage: 'message',
  eth_signTypedData_v4: 'data',
  wallet_sendCalls: 'actions',
  wallet_grantPermissions: 'permission',
  wallet_revokePermissions: 'removePermission',
  solana_signAllTransactions: 'transactions',
}

/** The first line of a sign-in message (EIP-4361), in hex. */
const signInHex = '77616e747320796f7520746f207369676e20696e207769746820796f7572'

/** Selectors of `transfer` and `transferFrom`, and of those that set a spender: `approve`, `increaseAllowance`, `setApprovalForAll`. */
const sends = ['0xa9059cbb', '0x23b872dd']
const allows = ['0x095ea7b3', '0x39509351', '0xa22cb465']

/** Returns a request's title. It only names the window: the wallet reads the request itself and shows its effect. */
export const approvalTitleOf = (method: RpcMethod, params: unknown): ApprovalTitle => {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : [params]
  if (method === 'personal_sign' && typeof first === 'string' && first.toLowerCase().includes(signInHex))
    return 'signIn'
  if (
    method === 'eth_signTypedData_v4' &&
    /"primaryType"\s*:\s*"Permit/.test(JSON.stringify(second ?? '').replaceAll('\\', ''))
  )
    return 'allow'
  if (method !== 'eth_sendTransaction') return titles[method] ?? 'transaction'
  const { to, data, input } = Object(first) as Record<string, unknown>
  const call = typeof data === 'string' ? data : typeof input === 'string' ? input : '0x'
  if (typeof to !== 'string') return 'transaction'
  if (call === '0x' || sends.includes(call.slice(0, 10))) return 'send'
  return allows.includes(call.slice(0, 10)) ? 'allow' : 'transaction'
}
