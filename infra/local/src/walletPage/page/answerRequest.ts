import { base58, base64 } from '@scure/base'
import { createWalletClient, defineChain, type Hex, hexToBigInt, http } from 'viem'
import type { WalletPageFacts } from '../walletPageFacts.ts'
import type { Keys } from './keys.ts'

export type Request = { method: string; params: unknown }
type Chains = WalletPageFacts['chains']
type Transaction = { from?: Hex; to?: Hex; value?: Hex; data?: Hex; gas?: Hex }

/** The error that a site gets when a request fails (EIP-1193, JSON-RPC). */
export class RequestError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const list = (params: unknown): unknown[] => (Array.isArray(params) ? params : [])
const invalid = (): never => {
  throw new RequestError(-32602, 'The parameters do not match the method')
}

const accountOf = ({ evm }: Keys, address: unknown) =>
  evm.find((account) => account.address.toLowerCase() === String(address).toLowerCase()) ?? invalid()

const sendTransaction = async (
  keys: Keys,
  chains: Chains,
  caipChain: string,
  transaction: Transaction,
): Promise<Hex> => {
  const known = chains.find(({ id }) => caipChain === `eip155:${id}`)
  if (known === undefined) throw new RequestError(4901, 'This wallet does not know the chain')
  const { id, name, rpcUrl } = known
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = accountOf(keys, transaction.from)
  const client = createWalletClient({ account, chain, transport: http() })
  const { to, value, data, gas } = transaction
  return await client.sendTransaction({
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value: hexToBigInt(value) }),
    ...(gas === undefined ? {} : { gas: hexToBigInt(gas) }),
  })
}

/** Returns the signed bytes of a transaction: those after its signatures, of which there are fewer than 128. */
const messageOf = (transaction: Uint8Array): Uint8Array => transaction.slice(1 + (transaction[0] ?? 0) * 64)

/** Signs or sends what the user has approved. Throws RequestError, and what viem throws. */
export const answerRequest = async (keys: Keys, chains: Chains, caipChain: string, { method, params }: Request) => {
  const [first, second] = list(params)
  switch (method) {
    case 'personal_sign':
      return await accountOf(keys, second).signMessage({ message: { raw: first as Hex } })
    case 'eth_signTypedData_v4':
      return await accountOf(keys, first).signTypedData(JSON.parse(String(second)))
    case 'eth_sendTransaction':
      return await sendTransaction(keys, chains, caipChain, first as Transaction)
    case 'solana_signMessage': {
      const { message } = params as { message: string }
      return { signature: base58.encode(await keys.solana.sign(base58.decode(message))) }
    }
    case 'solana_signTransaction': {
      const { transaction } = params as { transaction: string }
      return { signature: base58.encode(await keys.solana.sign(messageOf(base64.decode(transaction)))) }
    }
    default:
      throw new RequestError(4200, 'This wallet does not know the method')
  }
}
