/** An embedded wallet with accounts on EVM chains and on Solana, with real signatures. */
import { parseSolanaTransaction } from '@latchkey/chains'
import { AppError, type FrameUser, type Handlers } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { testAddress } from '../../modal.fixture.ts'

const key = new Uint8Array(32).fill(7)
export const solanaAddress = base58.encode(ed25519.getPublicKey(key))
export const solanaLocal = 'solana:LocaLatchkey11111111111111111111'
export const solanaDevnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

export const signOnSolana = (bytes: Uint8Array): Uint8Array => ed25519.sign(bytes, key)

/** A transaction with the account's signature in its place. */
export const signedTransaction = (text: string): Uint8Array => {
  const bytes = base58.decode(text)
  const { signers, message } = parseSolanaTransaction(bytes)
  bytes.set(signOnSolana(message), 1 + signers.findIndex((signer) => `${signer}` === solanaAddress) * 64)
  return bytes
}

const getUserOnChain = (chainId: string | number | undefined): FrameUser =>
  String(chainId).startsWith('solana:')
    ? { address: solanaAddress, chainId: String(chainId), email: 'ada@example.com' }
    : { address: testAddress, chainId: Number(String(chainId).replace('eip155:', '')), email: 'ada@example.com' }

/** The Solana methods that the page may call, and the wallet's answers. */
const solanaCalls = {
  solana_signMessage: ({ message }: { message: string }) => ({
    signature: base58.encode(signOnSolana(base58.decode(message))),
  }),
  solana_signTransaction: ({ transaction }: { transaction: string }) => ({
    transaction: base58.encode(signedTransaction(transaction)),
  }),
  solana_signAllTransactions: ({ transactions }: { transactions: readonly string[] }) => ({
    transactions: transactions.map((one) => base58.encode(signedTransaction(one))),
  }),
  solana_signAndSendTransaction: ({ transaction }: { transaction: string }) => ({
    signature: base58.encode(parseSolanaTransaction(signedTransaction(transaction)).signatures[0] ?? new Uint8Array()),
  }),
}

export const solanaHandlers = {
  GET_USER: async (payload) => getUserOnChain(payload?.chainId ?? 'eip155:31337'),
  SWITCH_NETWORK: async ({ chainId }) => ({ chainId: getUserOnChain(chainId).chainId }),
  RPC_REQUEST: async ({ method, params }) => {
    if (!Object.hasOwn(solanaCalls, method)) throw new AppError('METHOD_NOT_ALLOWED')
    return solanaCalls[method as keyof typeof solanaCalls](params as never)
  },
} as const satisfies Partial<Handlers<undefined>>
