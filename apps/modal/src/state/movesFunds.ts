import { isRpcMethod, rpcMethods } from '@latchkey/protocol'

/** Returns whether balances may have changed once a wallet has answered this method. Bitcoin's `sendTransfer` has no row. */
export const movesFunds = (method: string): boolean =>
  isRpcMethod(method) ? rpcMethods[method].movesFunds : method === 'sendTransfer'
