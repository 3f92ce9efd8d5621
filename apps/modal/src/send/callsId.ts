/** A batch (EIP-5792) is known by the id that the wallet gives it, not by a transaction: it stands behind this. */
export const callsPrefix = 'calls:'
export const isCallsId = (id: string): boolean => id.startsWith(callsPrefix)
