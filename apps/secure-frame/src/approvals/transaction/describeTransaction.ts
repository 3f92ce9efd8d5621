import {
  type DecodedCall,
  decodeCall,
  decodeTokenCall,
  type Effect,
  type EvmAddress,
  type EvmTransaction,
  effectsOf,
  type TokenCall,
} from '@latchkey/chains'

/** The effect of a transaction, as far as it can be decoded. */
type TransactionMeaning =
  /** Native coins to an account, nothing else. */
  | { kind: 'transfer'; to: EvmAddress }
  /** A call that moves a token or lets a spender move it. */
  | { kind: 'token'; token: EvmAddress; call: TokenCall }
  /** Any other call, of a known or unknown function. */
  | { kind: 'call'; call: DecodedCall }
  | { kind: 'create' }

/** A decoded transaction: its headline, all of its calldata, and its effects on the account. */
export type ReadTransaction = {
  meaning: TransactionMeaning
  /** Null when it creates a contract. */
  call: DecodedCall | null
  effects: readonly Effect[]
}

/**
 * Reads a transaction. `isCrossing`: it is compared with a swap to another network, whose contract has to be one that the operator knows. Any
 * other contract can have a bridge's function and do something else, which trying it here wouldn't show: there it is a call like others.
 */
export const describeTransaction = (
  { from, to, value, data }: EvmTransaction,
  { isCrossing = false } = {},
): ReadTransaction => {
  if (to === null) return { meaning: { kind: 'create' }, call: null, effects: [] }
  const call = decodeCall({ from, to, value, data })
  const effects = effectsOf(call, from).filter(({ kind }) => isCrossing || kind !== 'bridge')
  if (data === '0x') return { meaning: { kind: 'transfer', to }, call, effects }
  const tokenCall = decodeTokenCall(data)
  const meaning: TransactionMeaning =
    tokenCall === null ? { kind: 'call', call } : { kind: 'token', token: to, call: tokenCall }
  return { meaning, call, effects }
}
