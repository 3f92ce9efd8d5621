/** Solana wallets of the Wallet Standard with scripted answers. */
import { solana } from '@latchkey/chains'
import { base58 } from '@scure/base'
import {
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Connector } from '../Connector.ts'
import { createRegister } from '../standard/register.fixture.ts'
import { createSolanaSource } from './solanaSource.ts'

export const pair = Keypair.fromSeed(new Uint8Array(32).fill(1))
export const stranger = Keypair.fromSeed(new Uint8Array(32).fill(2))
export const address = pair.publicKey.toBase58()
export const version = '1.0.0'
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn']
const chains = ['solana:mainnet', 'solana:devnet', 'sui:mainnet']

export const accountOf = (key: PublicKey, changes: object = {}) => ({
  address: key.toBase58(),
  publicKey: key.toBytes(),
  chains,
  features: signing,
  ...changes,
})
export const account = accountOf(pair.publicKey)

type Foreign = {
  [field: string]: unknown
  accounts: unknown
  features: Record<string, Record<string, unknown> | undefined>
}

/** A scripted wallet. `seen` has the inputs of its signing features. */
export const walletOf = ({
  features = {},
  accounts = [account] as readonly unknown[],
  ...changes
}: Partial<Foreign> = {}) => {
  const seen: unknown[][] = []
  const answer =
    (output: unknown) =>
    async (...inputs: unknown[]) => {
      seen.push(inputs)
      return inputs.map(() => output)
    }
  const sign = async (...inputs: { transaction: Uint8Array }[]) => {
    seen.push(inputs)
    return inputs.map(({ transaction }) => {
      const signed = VersionedTransaction.deserialize(transaction)
      signed.sign([pair])
      return { signedTransaction: signed.serialize() }
    })
  }
  const listeners = new Set<(changed: object) => void>()
  const wallet: Foreign = {
    version,
    name: 'Test Sol',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    accounts,
    ...changes,
    features: {
      'standard:connect': { version, connect: async () => ({ accounts: wallet.accounts }) },
      'standard:events': {
        version,
        on: (_: string, listener: (changed: object) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': { version, supportedTransactionVersions: ['legacy', 0], signTransaction: sign },
      'solana:signMessage': { version, signMessage: answer({}) },
      ...features,
    },
  }
  const change = (next: object) => {
    Object.assign(wallet, next)
    for (const listener of listeners) listener(next)
  }
  return { wallet, seen, answer, change }
}

export const find = (...wallets: unknown[]): Connector[] => {
  const found: Connector[] = []
  createSolanaSource(createRegister(...wallets).register)((connector) => found.push(connector))
  return found
}
export const only = (...wallets: unknown[]): Connector => {
  const [connector] = find(...wallets)
  if (connector === undefined) throw new Error('not found')
  return connector
}
export const request = (network: `solana:${string}` = solana.caipNetworkId) =>
  ({ namespace: 'solana', network, networks: [network], signal: new AbortController().signal }) as const
export const connect = async (wallet: unknown): Promise<Connector> => {
  const connector = only(wallet)
  await connector.connect(request())
  return connector
}

export const recentBlockhash = stranger.publicKey.toBase58()
export const transfer = (from: PublicKey, lamports = 1) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: stranger.publicKey, lamports })
export const legacy = (from = pair.publicKey) =>
  new Transaction({ feePayer: from, recentBlockhash })
    .add(transfer(from))
    .serialize({ requireAllSignatures: false, verifySignatures: false })
export const versioned = (from = pair.publicKey, lamports = 1) =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: from,
      recentBlockhash,
      instructions: [transfer(from, lamports)],
    }).compileToV0Message(),
  ).serialize()
export const text = (value: string) => base58.encode(new TextEncoder().encode(value))
