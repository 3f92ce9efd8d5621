import { AppError } from '@latchkey/protocol/errors'
import { base64, hex } from '@scure/base'
import type { ProviderSource } from '../ProviderSource.ts'
import { toProviderError } from '../toProviderError.ts'
import type { BitcoinAccountAddress, BitcoinProvider } from './BitcoinProvider.ts'

export type BitcoinCalls = Pick<BitcoinProvider, 'getAccountAddresses' | 'signMessage' | 'signPSBT' | 'sendTransfer'>

/** A Bitcoin provider's wallet calls: loaded with the first of them. */
export function createBitcoinCalls({ request, account }: ProviderSource): BitcoinCalls {
  const requireAddress = (): string => {
    const { address } = account.get()
    if (address === null) throw toProviderError(new AppError('DISCONNECTED'))
    return address
  }
  /** Wallets behind WalletConnect need the account. */
  const call = async (method: string, params: object): Promise<unknown> =>
    request({ method, params: { account: requireAddress(), ...params } })

  return {
    async getAccountAddresses() {
      const rows = await call('getAccountAddresses', {})
      return Array.isArray(rows) ? rows.map(readAddress) : misbehaved()
    },
    async signMessage(params) {
      return readSignature(field(await call('signMessage', params), 'signature'))
    },
    async signPSBT({ psbt, signInputs, broadcast = false }) {
      const result = await call('signPsbt', { psbt, ...(signInputs && { signInputs }), broadcast })
      return { psbt: readOptionalText(result, 'psbt'), txid: readOptionalText(result, 'txid') }
    },
    async sendTransfer({ recipient, amount, ...more }) {
      const result = await call('sendTransfer', { recipientAddress: recipient, amount: String(amount), ...more })
      return readOptionalText(result, 'txid') ?? misbehaved()
    },
  }
}

const misbehaved = (): never => {
  throw toProviderError(new AppError('WALLET_INVALID_RESPONSE'))
}

const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined

function readOptionalText(from: unknown, name: string): string | null {
  const text = field(from, name)
  return typeof text === 'string' ? text : null
}

function readAddress(row: unknown): BitcoinAccountAddress {
  return {
    address: readOptionalText(row, 'address') ?? misbehaved(),
    purpose: field(row, 'intention') === 'ordinal' ? 'ordinal' : 'payment',
    publicKey: readOptionalText(row, 'publicKey'),
    path: readOptionalText(row, 'path'),
  }
}

/** Ours is base64; wallets behind WalletConnect write hexadecimal. */
function readSignature(signature: unknown): string {
  if (typeof signature !== 'string' || signature === '') return misbehaved()
  return /^(?:[\da-f]{2})+$/i.test(signature) ? base64.encode(hex.decode(signature.toLowerCase())) : signature
}
