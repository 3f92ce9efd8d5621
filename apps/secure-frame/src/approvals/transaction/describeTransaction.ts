import { decodeErc20Call, type Erc20Call, type EvmAddress, type EvmTransaction } from '@latchkey/chains'

/** What a transaction does, as far as it can be told from itself. */
export type TransactionMeaning =
  /** Native coins to an account, nothing else. */
  | { kind: 'transfer'; to: EvmAddress }
  /** A call that moves an ERC-20 token or lets someone move it. */
  | { kind: 'token'; token: EvmAddress; call: Erc20Call }
  /** Some other call; `selector` is the first four bytes of its data. */
  | { kind: 'call'; to: EvmAddress; selector: string }
  | { kind: 'create' }

export const describeTransaction = ({ to, data }: EvmTransaction): TransactionMeaning => {
  if (to === null) return { kind: 'create' }
  if (data === '0x') return { kind: 'transfer', to }
  const call = decodeErc20Call(data)
  return call === null ? { kind: 'call', to, selector: data.slice(0, 10) } : { kind: 'token', token: to, call }
}
