import type { Modal } from '@latchkey/modal'
import { base58 } from '@scure/base'
import { askFaucet } from '../askFaucet.ts'
import { nodeOf } from '../nodeOf.ts'
import type { SignerKind } from './SignerKind.ts'

/** The local stack's network (CAIP-2). */
const localSolana = 'solana:LocaLatchkey11111111111111111111'
const someone = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const lamportsPerSol = 1_000_000_000
const sent = '0.1'

/** Loaded when a user uses Solana. */
const loadWeb3 = () => import('@solana/web3.js')

/** No WebSocket subscriptions: the api has none. */
const connectionTo = async (network: string) => {
  const { Connection } = await loadWeb3()
  return new Connection(nodeOf(network), 'confirmed')
}

const accountOf = (modal: Modal) => {
  const { address } = modal.getAccount('solana')
  if (address === null) throw new Error('No Solana wallet is connected')
  return { address, network: modal.getNetwork('solana').caipNetworkId, provider: modal.getProvider('solana') }
}

/** A transfer to another address. `sol` makes each one distinct. */
const transferOf = async (address: string, network: string, sol: string) => {
  const { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } = await loadWeb3()
  const connection = await connectionTo(network)
  const { blockhash } = await connection.getLatestBlockhash()
  const payerKey = new PublicKey(address)
  const lamports = Math.round(Number(sol) * lamportsPerSol)
  const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(someone), lamports })]
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions })
  return { connection, transaction: new VersionedTransaction(message.compileToV0Message()) }
}

const isSigned = async (address: string, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> => {
  // A Solana address is its Ed25519 public key.
  const key = await crypto.subtle.importKey('raw', base58.decode(address).slice(), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature.slice(), bytes.slice())
}

const confirmed = async (connection: Awaited<ReturnType<typeof connectionTo>>, signature: string): Promise<string> => {
  for (;;) {
    const { value } = await connection.getSignatureStatus(signature)
    if (value?.err != null) throw new Error(`The transaction failed: ${JSON.stringify(value.err)}`)
    if (value !== null) return `Confirmed in slot ${value.slot} ${signature}`
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

export const solana: SignerKind = {
  namespace: 'solana',
  name: 'Solana',
  async signMessage(modal, message) {
    const { address, provider } = accountOf(modal)
    const bytes = new TextEncoder().encode(message)
    const signature = await provider.signMessage(bytes)
    const valid = await isSigned(address, signature, bytes)
    return `${valid ? 'Valid Solana signature' : 'INVALID signature'} ${base58.encode(signature)}`
  },
  actions: [
    {
      label: 'Sign in with Solana',
      async act(modal) {
        const { address, provider } = accountOf(modal)
        // A site's server creates the nonce, keeps it, and verifies all of this there.
        const nonce = crypto.randomUUID().replaceAll('-', '')
        const input = { statement: 'Sign in to the Latchkey demo', uri: location.href, nonce }
        const { account, signedMessage, signature } = await provider.signIn(input)
        const isRight =
          new TextDecoder().decode(signedMessage).includes(`Nonce: ${nonce}`) && account.address === address
        const valid = isRight && (await isSigned(address, signature, signedMessage))
        return `${valid ? 'Signed in with' : 'INVALID sign-in'} ${base58.encode(signature)} ${base58.encode(signedMessage)}`
      },
    },
    {
      label: 'Get local SOL',
      only: localSolana,
      async act(modal) {
        const { address, network } = accountOf(modal)
        await askFaucet('/faucet', network, address)
        return 'The faucet sent some SOL'
      },
    },
    {
      label: 'Get Solana tokens',
      only: localSolana,
      async act(modal) {
        const { address, network } = accountOf(modal)
        await askFaucet('/faucet/tokens', network, address)
        return 'The faucet sent USDC and LKEY on Solana'
      },
    },
    {
      label: 'Sign a SOL transfer',
      async act(modal) {
        const { address, network, provider } = accountOf(modal)
        const { transaction } = await transferOf(address, network, '0.01')
        const signed = await provider.signTransaction(transaction)
        return `Signed ${base58.encode(signed.serialize())}`
      },
    },
    {
      label: 'Sign two SOL transfers',
      async act(modal) {
        const { address, network, provider } = accountOf(modal)
        const made = await Promise.all(['0.02', '0.03'].map((sol) => transferOf(address, network, sol)))
        const signed = await provider.signAllTransactions(made.map(({ transaction }) => transaction))
        return `Signed ${signed.map((one) => base58.encode(one.serialize())).join(' ')}`
      },
    },
    {
      label: `Send ${sent} SOL`,
      async act(modal) {
        const { address, network, provider } = accountOf(modal)
        const { connection, transaction } = await transferOf(address, network, sent)
        return confirmed(connection, await provider.signAndSendTransaction(transaction))
      },
    },
  ],
  // Without the library: this isn't worth loading @solana/web3.js for.
  async balanceOf(address, network) {
    const response = await fetch(nodeOf(network), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }),
    })
    const { result } = (await response.json()) as { result: { value: number } }
    return `${result.value / lamportsPerSol} SOL`
  },
}
