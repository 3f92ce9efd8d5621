/** The methods of `polkadot`, in the shapes of WalletConnect's wallets, called on the signer of a wallet in the page. */
import { AppError } from '@latchkey/protocol'
import { hex } from '@scure/base'
import { askWallet } from '../askWallet.ts'
import type { WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { requireField } from '../readAnswer.ts'
import { readField } from '../readField.ts'
import { isRecord, isText, readParams, readRecord, refuse, requireOwn } from '../readParams.ts'
import { toPolkadotError } from './toPolkadotError.ts'

/** 64 bytes, or 65 for ECDSA, with or without a byte for the signature type. */
const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^0x(?:[\da-f]{2}){64,66}$/i.test(value)

export async function callPolkadotWallet(
  signer: unknown,
  { method, params }: RequestArguments,
  session: WalletSession,
  signal: AbortSignal,
): Promise<unknown> {
  const sign = async (name: 'signRaw' | 'signPayload', input: object) => {
    const call = readField(signer, name)
    if (typeof call !== 'function') throw new AppError('WALLET_UNAVAILABLE')
    const answer = await askWallet(() => Reflect.apply(call, signer, [input]), { signal, toError: toPolkadotError })
    const signature = requireField(answer, 'signature', isSignature)
    const signedTransaction = readField(answer, 'signedTransaction')
    // A wallet that changes what it signs returns all of it, where the page has allowed that.
    return typeof signedTransaction === 'string' && /^0x(?:[\da-f]{2})+$/i.test(signedTransaction)
      ? { signature, signedTransaction }
      : { signature }
  }

  switch (method) {
    case 'polkadot_signMessage': {
      const { address, message } = readParams(params, { address: isText, message: isText }, {})
      // As hexadecimal: a text that looks like it would be signed as the bytes that it names.
      const data = `0x${hex.encode(new TextEncoder().encode(message))}`
      return sign('signRaw', { address: requireOwn(address, session), data, type: 'bytes' })
    }
    case 'polkadot_signTransaction': {
      const { address, transactionPayload } = readParams(params, { address: isText, transactionPayload: isRecord }, {})
      const payload = readRecord(transactionPayload)
      const genesis = `0x${session.network.slice('polkadot:'.length)}`
      if (payload.address !== address) refuse('address')
      if (!String(payload.genesisHash).startsWith(genesis)) refuse('genesisHash')
      return sign('signPayload', { ...payload, address: requireOwn(address, session) })
    }
    default:
      throw new AppError('METHOD_NOT_ALLOWED')
  }
}
