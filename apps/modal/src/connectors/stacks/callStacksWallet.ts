/**
 * The methods of `stacks` (SIP-030): requests are parsed before a wallet gets them, and responses before the page does. Each call names the
 * active network.
 */
import { parseStacksAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { requireField } from '../readAnswer.ts'
import { isHex, isText, readParams, requireOwn } from '../readParams.ts'
import { stacksName } from './stacksNames.ts'

type Ask = (method: string, params: object) => Promise<unknown>

const contractName = /^[a-zA-Z][a-zA-Z0-9_-]{0,127}$/

const isAmount = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d{0,38}$/.test(value)
const isCount = (value: unknown): value is string | number =>
  typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : isText(value) && /^\d{1,38}$/.test(value)
/** At most 34 bytes in a transaction. */
const isMemo = (value: unknown): value is string => isText(value) && new TextEncoder().encode(value).length <= 34
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isMode = (value: unknown): value is 'allow' | 'deny' => value === 'allow' || value === 'deny'
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/** Hexadecimal, or the JSON of SIP-030. */
const isClarity = (value: unknown): value is string | object => isHex(value) || isObject(value)
const isList = (value: unknown): value is readonly (string | object)[] =>
  Array.isArray(value) && value.length <= 1000 && value.every(isClarity)
const isTxid = (value: unknown): value is string => typeof value === 'string' && /^(?:0x)?[\da-f]{64}$/i.test(value)
/** 65 bytes: r, s and the recovery id. */
const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:0x)?[\da-f]{130}$/i.test(value)
const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:0x)?(?:[\da-f]{66}|[\da-f]{130})$/i.test(value)

export async function callStacksWallet(
  { method, params }: RequestArguments,
  session: WalletSession,
  ask: Ask,
): Promise<unknown> {
  const network = stacksName(session.network)
  /** The signer: one of the connected addresses, the active one by default. */
  const signer = (address: string | undefined): string =>
    address === undefined ? session.accounts[0].address : requireOwn(address, session)
  const readSigned = (answer: unknown) => ({
    signature: requireField(answer, 'signature', isSignature),
    publicKey: requireField(answer, 'publicKey', isKey),
  })
  /** A wallet need not give the transaction back that it has sent. */
  const readSent = (answer: unknown) => ({
    txid: requireField(answer, 'txid', isTxid),
    ...readTransaction(answer),
  })

  switch (method) {
    case 'stx_getAddresses': {
      readParams(params, {}, {})
      return { addresses: session.accounts.map((account) => ({ symbol: 'STX', ...account })) }
    }
    case 'stx_signMessage': {
      const { message, address } = readParams(params, { message: isText }, { address: isText })
      return readSigned(await ask(method, { message, address: signer(address), network }))
    }
    case 'stx_signStructuredMessage': {
      const fields = { message: isClarity, domain: isClarity }
      const { address, ...asked } = readParams(params, fields, { address: isText })
      return readSigned(await ask(method, { ...asked, address: signer(address), network }))
    }
    case 'stx_signTransaction': {
      const asked = readParams(params, { transaction: isHex }, { broadcast: isFlag })
      const answer = await ask(method, { ...asked, network })
      return asked.broadcast === true ? readSent(answer) : { transaction: requireField(answer, 'transaction', isHex) }
    }
    case 'stx_transferStx': {
      const fields = { recipient: isText, amount: isAmount }
      const { sender, ...asked } = readParams(params, fields, { memo: isMemo, sender: isText })
      if (!isPrincipal(asked.recipient, session)) throw new AppError('ADDRESS_INVALID')
      const address = signer(sender)
      return readSent(await ask(method, { ...asked, sender: address, address, network }))
    }
    case 'stx_callContract': {
      const fields = { contract: isText, functionName: isText }
      const {
        address,
        functionArgs = [],
        ...asked
      } = readParams(params, fields, {
        functionArgs: isList,
        postConditions: isList,
        postConditionMode: isMode,
        fee: isCount,
        nonce: isCount,
        sponsored: isFlag,
        address: isText,
      })
      if (!asked.contract.includes('.') || !isPrincipal(asked.contract, session)) throw new AppError('ADDRESS_INVALID')
      return readSent(await ask(method, { ...asked, functionArgs, address: signer(address), network }))
    }
    default:
      throw new AppError('METHOD_NOT_ALLOWED')
  }
}

function readTransaction(answer: unknown): { transaction?: string } {
  try {
    return { transaction: requireField(answer, 'transaction', isHex) }
  } catch {
    return {}
  }
}

/** An address of the active network, or a contract there. */
function isPrincipal(text: string, session: WalletSession): boolean {
  const [address, name, ...rest] = text.split('.')
  if (rest.length > 0 || (name !== undefined && !contractName.test(name))) return false
  try {
    return parseStacksAddress(address).network === session.network
  } catch {
    return false
  }
}
