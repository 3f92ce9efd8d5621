/** A batch (EIP-5792) is identified by the wallet's id for it, not by a transaction: it follows this prefix. */
export const callsPrefix = 'calls:'
export const isCallsId = (id: string): boolean => id.startsWith(callsPrefix)
