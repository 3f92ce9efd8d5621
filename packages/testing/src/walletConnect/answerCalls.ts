import { base58, base64, hex } from '@scure/base'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import type { BitcoinWallet } from '../bitcoin/createBitcoinWallet.ts'
import type { EvmWallet } from '../evm/createEvmWallet.ts'
import { RpcError } from '../RpcError.ts'
import type { Act } from '../script.ts'
import type { SolanaWallet } from '../solana/createSolanaWallet.ts'
import type { PageWallet } from '../TestWallet.ts'

/** The wallets of one app on a phone, by type. */
export type Members = { readonly evm?: EvmWallet; readonly solana?: SolanaWallet; readonly bitcoin?: BitcoinWallet }

/** A method's meaning, and the answer for a site: by the wallet of its type, in that wallet's format. */
type Row = {
  readonly act: Act
  answer(members: Members, site: string, params: unknown, chain: string): Promise<unknown>
}
type Fields = Readonly<Record<string, unknown>>

const missing = (): never => {
  throw new RpcError(5104, 'This wallet has no accounts in this namespace.')
}
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const ask = async (wallet: PageWallet, site: string, method: string, params: unknown): Promise<unknown> => {
  const reply = await wallet.call(site, method, params)
  if ('value' in reply) return reply.value
  if ('error' in reply) throw new RpcError(reply.error.code ?? -32603, reply.error.message)
  throw reply.thrown
}

const evm = (method: string, act: Act): [string, Row] => [
  method,
  {
    act,
    async answer({ evm: wallet = missing() }, site, params, chain) {
      const id = Number(chain.split(':')[1])
      // The request names its chain; a phone switches to it without asking.
      if (act === 'send') wallet.switchChain(id)
      return ask(wallet, site, method, params)
    },
  },
]

const signSolana = async (wallet: SolanaWallet, site: string, method: string, address: unknown, bytes: Uint8Array) => {
  const signed = (await ask(wallet, site, method, [{ address, bytes: bytesToHex(bytes) }])) as Hex[]
  return hexToBytes(signed[0] ?? '0x')
}

/** Methods of WalletConnect's namespaces, and their meaning. */
export const calls: ReadonlyMap<string, Row> = new Map<string, Row>([
  evm('personal_sign', 'sign'),
  evm('eth_signTypedData_v4', 'sign'),
  evm('eth_sendTransaction', 'send'),
  evm('wallet_switchEthereumChain', 'switch'),
  evm('wallet_addEthereumChain', 'add'),
  [
    'solana_signMessage',
    {
      act: 'sign',
      async answer({ solana = missing() }, site, params) {
        const { pubkey, message } = fieldsOf(params)
        const bytes = base58.decode(String(message))
        return { signature: base58.encode(await signSolana(solana, site, 'signMessage', pubkey, bytes)) }
      },
    },
  ],
  [
    'solana_signTransaction',
    {
      act: 'sign',
      async answer({ solana = missing() }, site, params) {
        const { pubkey, transaction } = fieldsOf(params)
        const bytes = base64.decode(String(transaction))
        const signed = await signSolana(solana, site, 'signTransaction', pubkey, bytes)
        return { signature: base58.encode(signed.slice(1, 65)), transaction: base64.encode(signed) }
      },
    },
  ],
  [
    'solana_signAndSendTransaction',
    {
      act: 'send',
      async answer({ solana = missing() }, site, params) {
        const { pubkey, transaction } = fieldsOf(params)
        const bytes = base64.decode(String(transaction))
        return { signature: base58.encode(await signSolana(solana, site, 'signAndSendTransaction', pubkey, bytes)) }
      },
    },
  ],
  [
    'getAccountAddresses',
    {
      act: 'read',
      async answer({ bitcoin = missing() }, site) {
        const accounts = (await ask(bitcoin, site, 'getAccounts', null)) as Fields[]
        return accounts.map(({ address, publicKey, path, purpose }) => ({
          address,
          publicKey,
          path,
          intention: purpose === 'ordinals' ? 'ordinal' : purpose,
        }))
      },
    },
  ],
  [
    'signMessage',
    {
      act: 'sign',
      async answer({ bitcoin = missing() }, site, params) {
        const { account, address = account, message, protocol } = fieldsOf(params)
        const way = typeof protocol === 'string' ? protocol.toUpperCase() : undefined
        const signed = fieldsOf(await ask(bitcoin, site, 'signMessage', { address, message, protocol: way }))
        const { signature, messageHash } = signed as { signature: string; messageHash: string }
        return { address, signature: hex.encode(base64.decode(signature)), messageHash }
      },
    },
  ],
  [
    'signPsbt',
    {
      act: 'sign',
      async answer({ bitcoin = missing() }, site, params) {
        const { psbt, signInputs = [], broadcast } = fieldsOf(params)
        const wanted: Record<string, number[]> = {}
        for (const { address, index } of signInputs as { address: string; index: number }[])
          wanted[address] = [...(wanted[address] ?? []), index]
        return ask(bitcoin, site, 'signPsbt', { psbt, signInputs: wanted, broadcast })
      },
    },
  ],
  [
    'sendTransfer',
    {
      act: 'send',
      async answer({ bitcoin = missing() }, site, params) {
        const { recipientAddress, amount } = fieldsOf(params)
        const recipients = [{ address: recipientAddress, amount: Number(amount) }]
        return ask(bitcoin, site, 'sendTransfer', { recipients })
      },
    },
  ],
])
