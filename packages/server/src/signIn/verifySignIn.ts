import { LatchkeyError } from '../LatchkeyError.ts'
import type { Settings } from '../Settings.ts'
import { readAccount, type SiwxAccount } from '../siwx/account.ts'
import { assessSignIn } from '../siwx/assessSignIn.ts'
import { readSignInMessage, type SignInMessage } from '../siwx/readSignInMessage.ts'
import { verifyByKey } from '../siwx/verifyByKey.ts'
import { askApi, askNode, type SignedText } from './askContract.ts'

/** A signed message as the modal returns it. */
export type SignedMessage = {
  /** CAIP-10. */
  account: string
  /** The complete text that the wallet has signed (CAIP-122). */
  message: string
  /** Hexadecimal for EVM, base58 or base64 for Solana, base64 for Bitcoin. */
  signature: string
}

/** A verified sign-in message (CAIP-122). */
export type SignIn = {
  /** CAIP-10, with the address in canonical form (EIP-55 on EVM chains). */
  account: string
  namespace: 'eip155' | 'solana' | 'bip122'
  /** CAIP-2. */
  chainId: string
  address: string
  /** `contract`: a smart account has signed, on its own chain. Its address may belong to another owner on any other chain. */
  signedBy: 'key' | 'contract'
  statement: string | null
  expirationTime: Date | null
  requestId: string | null
  resources: readonly string[]
}

/** The result of `readSigned`: everything is verified except the signature. */
export type ReadSignIn = { account: SiwxAccount; message: SignInMessage; signed: SignedText }

/**
 * Verifies everything except the signature. Throws CAIP_ADDRESS_INVALID, SIWX_MESSAGE_INVALID (`field`), SIWX_DOMAIN_MISMATCH,
 * NONCE_INVALID.
 */
export function readSigned({ origins, now }: Settings, given: SignedMessage, nonce: string): ReadSignIn {
  const account = readAccount(given.account)
  if (account === null) throw new LatchkeyError('CAIP_ADDRESS_INVALID')
  const message = readSignInMessage(given.message)
  if (message === null) throw new LatchkeyError('SIWX_MESSAGE_INVALID', { field: 'form' })
  const origin = origins.find((each) => new URL(each).host === message.domain)
  if (origin === undefined) throw new LatchkeyError('SIWX_DOMAIN_MISMATCH')
  const fault = assessSignIn(message, { account, origin, now: now() })
  if (fault?.kind === 'domain') throw new LatchkeyError('SIWX_DOMAIN_MISMATCH')
  if (fault !== null) throw new LatchkeyError('SIWX_MESSAGE_INVALID', { field: fault.field })
  if (message.nonce !== nonce) throw new LatchkeyError('NONCE_INVALID')
  return { account, message, signed: { account, message: given.message, signature: given.signature } }
}

/** Verifies the signature. Throws SIGNATURE_INVALID, CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE. */
export async function requireSignature(
  settings: Settings,
  { signed }: ReadSignIn,
  { isApiTrusted }: { isApiTrusted: boolean },
): Promise<'key' | 'contract'> {
  const { account, message, signature } = signed
  const signedBy = await verifyByKey(account, message, signature)
  if (signedBy === 'key') return 'key'
  if (signedBy === 'none') throw new LatchkeyError('SIGNATURE_INVALID')
  const ask = isApiTrusted && !Object.hasOwn(settings.rpcUrls, account.chainId) ? askApi : askNode
  if (!(await ask(settings, signed))) throw new LatchkeyError('SIGNATURE_INVALID')
  return 'contract'
}

/** Verifies message and signature. Throws what `readSigned` and `requireSignature` throw. */
export async function verifySignIn(
  settings: Settings,
  given: SignedMessage,
  { nonce, isApiTrusted = true }: { nonce: string; isApiTrusted?: boolean },
): Promise<SignIn> {
  const read = readSigned(settings, given, nonce)
  const signedBy = await requireSignature(settings, read, { isApiTrusted })
  const { account, message } = read
  const { namespace, chainId, address } = account
  const { statement, expirationTime, requestId, resources } = message
  return {
    account: `${chainId}:${address}`,
    ...{ namespace, chainId, address, signedBy, statement, expirationTime, requestId, resources },
  }
}
