import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { createSites } from '../createSites.ts'
import { iconOf } from '../icon.ts'
import { RpcError } from '../RpcError.ts'
import type { Act } from '../script.ts'
import type { PageWallet } from '../TestWallet.ts'
import type { SolanaAccount, SolanaFace } from './injectedSolanaProvider.ts'
import { signTransaction } from './signTransaction.ts'

export type SolanaChain = `solana:${string}`

export type SolanaWalletOptions = {
  /** `Test wallet` when absent. */
  readonly name?: string
  /** A data URI; generated from the name when absent. */
  readonly icon?: string
  /** Secret keys of 32 bytes (Ed25519 seeds), or the number of accounts to generate for this test; one when absent. */
  readonly accounts?: readonly Uint8Array[] | number
  /** The chains that the wallet announces, by their names in the Wallet Standard; main, test, dev and local network when absent. */
  readonly chains?: readonly SolanaChain[]
  /** The node for transactions; the wallet doesn't offer to send when absent. */
  readonly rpcUrl?: string
}

export type SolanaWallet = PageWallet<SolanaFace>

const acts: Readonly<Record<string, Act>> = {
  connect: 'connect',
  signMessage: 'sign',
  signTransaction: 'sign',
  signAndSendTransaction: 'send',
}

/**
 * A Solana wallet (Wallet Standard) with real keys. `switchChain` takes a chain by its name there, such as `solana:devnet`: a wallet of
 * this type has no active chain, so it is the one that it announces from then on.
 */
export const createSolanaWallet = (options: SolanaWalletOptions = {}): SolanaWallet => {
  const { name = 'Test wallet', accounts: wanted = 1, rpcUrl } = options
  const secrets =
    typeof wanted === 'number' ? Array.from({ length: wanted }, () => ed25519.utils.randomSecretKey()) : wanted
  const signers = secrets.map((secret) => {
    const publicKey = ed25519.getPublicKey(secret)
    return {
      address: base58.encode(publicKey),
      publicKey,
      sign: (message: Uint8Array) => ed25519.sign(message, secret),
    }
  })
  let chains: readonly SolanaChain[] = options.chains ?? [
    'solana:mainnet',
    'solana:testnet',
    'solana:devnet',
    'solana:localnet',
  ]

  const signerOf = (origin: string, address: string) => {
    const signer = signers.find((one) => one.address === address)
    if (signer === undefined || !sites.isConnected(origin))
      throw new RpcError(4100, 'The requested account has not been authorized by the user.')
    return signer
  }
  const send = async (transaction: Uint8Array): Promise<string> => {
    if (rpcUrl === undefined) throw new RpcError(4200, 'This wallet sends nothing.')
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [base64.encode(transaction), { encoding: 'base64' }],
      }),
    })
    const { result, error } = (await response.json()) as { result?: string; error?: { code: number; message: string } }
    if (error !== undefined) throw new RpcError(error.code, error.message)
    return result ?? ''
  }

  type Signing = { address: string; bytes: Hex }
  const methods: Record<string, (origin: string, params: unknown) => Promise<unknown>> = {
    connect: async (origin) => sites.connect(origin),
    /** Connected before: returns the accounts without asking the user. */
    accounts: async (origin) => sites.accountsFor(origin),
    disconnect: async (origin) => sites.end([origin]),
    signMessage: async (origin, params) =>
      (params as Signing[]).map(({ address, bytes }) => bytesToHex(signerOf(origin, address).sign(hexToBytes(bytes)))),
    signTransaction: async (origin, params) =>
      (params as Signing[]).map(({ address, bytes }) =>
        bytesToHex(signTransaction(hexToBytes(bytes), signerOf(origin, address))),
      ),
    signAndSendTransaction: async (origin, params) =>
      Promise.all(
        (params as Signing[]).map(async ({ address, bytes }) => {
          const signature = await send(signTransaction(hexToBytes(bytes), signerOf(origin, address)))
          return bytesToHex(base58.decode(signature))
        }),
      ),
  }

  const sites = createSites<SolanaAccount>({
    count: signers.length,
    // A wallet of this type grants only the active account.
    accounts: (selected) =>
      signers
        .slice(selected, selected + 1)
        .map(({ address, publicKey }) => ({ address, publicKey: bytesToHex(publicKey), chains })),
    accountsEvent: (data) => ({ name: 'accounts', data }),
    endEvent: { name: 'accounts', data: [] },
    errors: {
      rejected: () => new RpcError(4001, 'User rejected the request.'),
      locked: () => new RpcError(4100, 'The wallet is locked. Please unlock it first.'),
      ended: () => new RpcError(4900, 'The wallet is disconnected.'),
    },
    acts,
    answer: async (origin, method, params) => methods[method]?.(origin, params),
  })

  return {
    ...sites.wallet,
    name,
    addresses: signers.map(({ address }) => address),
    face: { kind: 'solana', name, icon: options.icon ?? iconOf(name), chains, sends: rpcUrl !== undefined },
    switchChain(chain) {
      chains = [chain as SolanaChain]
      sites.tellAccounts()
    },
  }
}
