/**
 * The methods of `bip122`: requests are parsed before a wallet gets them, and responses before the page does. Parameters are those of
 * WalletConnect's wallets, so that one provider serves all connectors; PSBTs and message signatures are in base64.
 */
import { isBitcoinAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import type { WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { readRecord, refuse, requireOwn } from '../readParams.ts'

export type MessageProtocol = 'ecdsa' | 'bip322'
type SignMessageCall = { address: string; message: string; protocol?: MessageProtocol }
type InputToSign = { address: string; index: number; sighashTypes?: readonly number[] }
type SignPsbtCall = { psbt: Uint8Array; signInputs?: readonly InputToSign[]; broadcast: boolean }
/** `amount` is in satoshis. */
type SendTransferCall = { recipientAddress: string; amount: number; changeAddress?: string; memo?: string }

/** The operations of a type of Bitcoin wallet. Responses are unparsed. */
export type BitcoinHands = {
  signMessage(call: SignMessageCall): Promise<{ signature: Uint8Array; protocol?: MessageProtocol }>
  signPsbt(call: SignPsbtCall): Promise<{ psbt?: Uint8Array; txid?: unknown }>
  sendTransfer(call: SendTransferCall): Promise<{ txid: unknown }>
}

const longestMessage = 65_536
const longestPsbtBytes = 1_000_000
const maxInputs = 10_000
/** The maximum supply, in satoshis. */
const maxSatoshis = 2_100_000_000_000_000
/** Bitcoin's ECDSA message signatures: a header, r and s. */
const ecdsaLength = 65
const psbtMagic = [0x70, 0x73, 0x62, 0x74, 0xff]

export async function callBitcoinWallet(
  { method, params }: RequestArguments,
  session: WalletSession,
  hands: BitcoinHands,
): Promise<unknown> {
  const given = readRecord(params ?? {})
  if (given.account !== undefined) requireOwn(given.account, session)
  switch (method) {
    case 'getAccountAddresses':
      return session.accounts.map(({ type, ...account }) => ({ ...account, ...(type && { intention: type }) }))
    case 'signMessage': {
      const call = parseSignMessage(given, session)
      const { signature, protocol } = await hands.signMessage(call)
      requireHonest(signature.length > 0)
      if ((call.protocol ?? protocol) === 'ecdsa') requireHonest(signature.length === ecdsaLength)
      return { address: call.address, signature: base64.encode(signature) }
    }
    case 'signPsbt': {
      const call = parseSignPsbt(given, session)
      const { psbt, txid } = await hands.signPsbt(call)
      requireHonest(psbt !== undefined ? isPsbt(psbt) : call.broadcast)
      return {
        ...(psbt && { psbt: base64.encode(psbt) }),
        ...(call.broadcast && { txid: readTxid(txid) }),
      }
    }
    case 'sendTransfer': {
      const { txid } = await hands.sendTransfer(parseSendTransfer(given, session))
      return { txid: readTxid(txid) }
    }
    default:
      throw new AppError('METHOD_NOT_ALLOWED')
  }
}

type Given = Readonly<Record<string, unknown>>

function parseSignMessage({ address, message, protocol }: Given, session: WalletSession): SignMessageCall {
  if (typeof message !== 'string' || !message.isWellFormed()) return refuse('message')
  if (message.length > longestMessage) throw new AppError('TOO_LARGE')
  if (protocol !== undefined && protocol !== 'ecdsa' && protocol !== 'bip322') return refuse('protocol')
  const own = address === undefined ? session.accounts[0].address : requireOwn(address, session)
  return { address: own, message, ...(protocol && { protocol }) }
}

function parseSignPsbt({ psbt, signInputs, broadcast = false }: Given, session: WalletSession): SignPsbtCall {
  if (typeof broadcast !== 'boolean') return refuse('broadcast')
  if (typeof psbt !== 'string') return refuse('psbt')
  if (psbt.length > longestPsbtBytes * 1.4) throw new AppError('TOO_LARGE')
  const bytes = decode(psbt) ?? refuse('psbt')
  if (!isPsbt(bytes)) return refuse('psbt')
  if (signInputs === undefined) return { psbt: bytes, broadcast }
  if (!Array.isArray(signInputs) || signInputs.length > maxInputs) return refuse('signInputs')
  return { psbt: bytes, signInputs: signInputs.map((input) => parseInput(input, session)), broadcast }
}

function parseInput(input: unknown, session: WalletSession): InputToSign {
  const { address, index, sighashTypes } = readRecord(input)
  if (!isCount(index) || index >= maxInputs) return refuse('signInputs')
  const own = requireOwn(address, session)
  if (sighashTypes === undefined) return { address: own, index }
  if (!Array.isArray(sighashTypes) || !sighashTypes.every((type) => isCount(type) && type <= 0xff))
    return refuse('sighashTypes')
  return { address: own, index, sighashTypes: [...sighashTypes] }
}

function parseSendTransfer(given: Given, session: WalletSession): SendTransferCall {
  const { recipientAddress, amount, changeAddress, memo } = given
  if (typeof recipientAddress !== 'string' || !isBitcoinAddress(recipientAddress, session.network))
    throw new AppError('ADDRESS_INVALID')
  if (typeof amount !== 'string' || !/^[1-9]\d{0,15}$/.test(amount) || Number(amount) > maxSatoshis)
    throw new AppError('AMOUNT_INVALID')
  if (memo !== undefined && (typeof memo !== 'string' || !/^(?:[\da-fA-F]{2}){1,80}$/.test(memo))) return refuse('memo')
  return {
    recipientAddress,
    amount: Number(amount),
    ...(changeAddress !== undefined && { changeAddress: requireOwn(changeAddress, session) }),
    ...(memo !== undefined && { memo }),
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isPsbt = (bytes: Uint8Array): boolean => psbtMagic.every((byte, index) => bytes[index] === byte)

const requireHonest = (isHonest: boolean): void => {
  if (!isHonest) throw new AppError('WALLET_INVALID_RESPONSE')
}

function decode(text: string): Uint8Array | null {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

/** Reads base64 from a wallet's response. Throws WALLET_INVALID_RESPONSE. */
export function readBase64(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' ? decode(value) : null
  if (bytes === null) throw new AppError('WALLET_INVALID_RESPONSE')
  return bytes
}

function readTxid(txid: unknown): string {
  if (typeof txid !== 'string' || !/^[\da-f]{64}$/i.test(txid)) throw new AppError('WALLET_INVALID_RESPONSE')
  return txid.toLowerCase()
}
