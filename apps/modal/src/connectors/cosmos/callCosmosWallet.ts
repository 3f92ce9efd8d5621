/** The methods of `cosmos`, in the shapes of WalletConnect's wallets, called on a wallet with Keplr's interface. Bytes are in base64. */
import { AppError } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import type { WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { copyJson, requireField } from '../readAnswer.ts'
import { readField } from '../readField.ts'
import { isBase64, isRecord, isText, readParams, readRecord, refuse, requireOwn } from '../readParams.ts'
import { readBytes } from '../standard/readBytes.ts'

/** Calls a method of the wallet, for the active chain. */
type Ask = (method: string, args: readonly unknown[]) => Promise<unknown>

const isNumber = (value: unknown): value is string => typeof value === 'string' && /^\d{1,20}$/.test(value)
/** 64 bytes. */
const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{86}==$/.test(value)

export async function callCosmosWallet(
  { method, params }: RequestArguments,
  session: WalletSession,
  ask: Ask,
): Promise<unknown> {
  const chainId = session.network.slice('cosmos:'.length)

  switch (method) {
    case 'cosmos_getAccounts': {
      readParams(params, {}, {})
      const key = await ask('getKey', [])
      const [{ address }] = session.accounts
      if (readField(key, 'bech32Address') !== address) throw new AppError('UNAUTHORIZED')
      const pubkey = base64.encode(readBytes(readField(key, 'pubKey')))
      return [{ algo: requireField(key, 'algo', isText).slice(0, 32), address, pubkey }]
    }
    case 'cosmos_signDirect': {
      const { signerAddress, signDoc } = readParams(params, { signerAddress: isText, signDoc: isRecord }, {})
      const doc = readParams(
        signDoc,
        { chainId: isText, accountNumber: isNumber, authInfoBytes: isBase64, bodyBytes: isBase64 },
        {},
      )
      if (doc.chainId !== chainId) refuse('chainId')
      const answer = await ask('signDirect', [
        requireOwn(signerAddress, session),
        {
          chainId,
          // Wallets write it as a text themselves before it leaves the page; a number that is zero some take for none.
          accountNumber: doc.accountNumber,
          authInfoBytes: base64.decode(doc.authInfoBytes),
          bodyBytes: base64.decode(doc.bodyBytes),
        },
      ])
      // The wallet may have changed the fee and the memo, and returns what it has signed.
      const signed = readField(answer, 'signed')
      if (readField(signed, 'chainId') !== chainId || String(readField(signed, 'accountNumber')) !== doc.accountNumber)
        throw new AppError('WALLET_INVALID_RESPONSE')
      return {
        signed: {
          chainId,
          accountNumber: doc.accountNumber,
          authInfoBytes: base64.encode(readBytes(readField(signed, 'authInfoBytes'))),
          bodyBytes: base64.encode(readBytes(readField(signed, 'bodyBytes'))),
        },
        signature: readSignature(readField(answer, 'signature')),
      }
    }
    case 'cosmos_signAmino': {
      const { signerAddress, signDoc } = readParams(params, { signerAddress: isText, signDoc: isRecord }, {})
      if (readRecord(signDoc).chain_id !== chainId) refuse('chain_id')
      const answer = await ask('signAmino', [requireOwn(signerAddress, session), signDoc])
      const signed = copyJson(readField(answer, 'signed'))
      if (readField(signed, 'chain_id') !== chainId) throw new AppError('WALLET_INVALID_RESPONSE')
      return { signed, signature: readSignature(readField(answer, 'signature')) }
    }
    case 'cosmos_signArbitrary': {
      const { signerAddress, data } = readParams(params, { signerAddress: isText, data: isText }, {})
      return readSignature(await ask('signArbitrary', [requireOwn(signerAddress, session), data]))
    }
    default:
      throw new AppError('METHOD_NOT_ALLOWED')
  }
}

/** A signature with its key, as Amino writes both. Throws WALLET_INVALID_RESPONSE. */
function readSignature(from: unknown) {
  const key = readField(from, 'pub_key')
  return {
    pub_key: { type: requireField(key, 'type', isText), value: requireField(key, 'value', isBase64) },
    signature: requireField(from, 'signature', isSignature),
  }
}
