import { AppError, type ErrorName } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import type { Getter } from 'jotai/vanilla'
import { readField } from '../../connectors/readField.ts'
import { signText } from '../../connectors/signText.ts'
import { toStandardChain } from '../../connectors/solana/solanaChains.ts'
import { activeSession, type ConnectedSession, connectedSessionsAtom } from '../../state/connectedSessions.ts'
import { hasOwnText, textOf } from './formatSignIn.ts'
import type { ProofTarget } from './ProofTarget.ts'
import type { SignInMessage, SignInSession } from './SessionProof.ts'

type Signed = Pick<SignInSession, 'message' | 'signature' | 'publicKey'>
type Signing = { held: ConnectedSession; message: SignInMessage; text: string; isOwnText: boolean }

/** Errors of a wallet that doesn't support a signing method: another one is tried. */
const unknown: readonly ErrorName[] = ['WALLET_UNAVAILABLE', 'METHOD_NOT_ALLOWED', 'NOT_ENABLED', 'INVALID_PARAMS']
const orElse =
  (other: () => Promise<Signed>) =>
  (thrown: unknown): Promise<Signed> => {
    const error = AppError.from(thrown)
    if (!unknown.includes(error.name)) throw error
    return other()
  }

const readText = (value: unknown, shape: RegExp): string => {
  if (typeof value !== 'string' || !shape.test(value)) throw new AppError('WALLET_INVALID_RESPONSE')
  return value
}
const base58Text = /^[1-9A-HJ-NP-Za-km-z]+$/
const base64Text = /^[\w+/-]+={0,2}$/

const signEvm = async ({ held, text }: Signing): Promise<Signed> => ({
  message: text,
  signature: await signText(held, text),
})

/** Uses Sign In With Solana where the wallet supports it, which then shows it as a sign-in and composes the text itself; else the text. */
function signSolana({ held, message, text, isOwnText }: Signing): Promise<Signed> {
  const signText = async (): Promise<Signed> => {
    const params = { message: base58.encode(new TextEncoder().encode(text)), pubkey: held.address }
    const answer = await held.connector.request('solana', { method: 'solana_signMessage', params })
    return { message: text, signature: readText(readField(answer, 'signature'), base58Text) }
  }
  // The embedded wallet has one screen for both. A session has one active account of its wallet: that one signs in.
  const isSignIn = !isOwnText && held.connector.type !== 'auth' && held.session.accounts[0].address === held.address
  return isSignIn ? signInOnSolana(held, message).catch(orElse(signText)) : signText()
}

async function signInOnSolana(
  held: ConnectedSession,
  { accountAddress: _, chainId, ...fields }: SignInMessage,
): Promise<Signed> {
  const params = { ...fields, chainId: toStandardChain(chainId) ?? chainId }
  const answer = await held.connector.request('solana', { method: 'solana_signIn', params })
  const signed = base58.decode(readText(readField(answer, 'signedMessage'), base58Text))
  return {
    message: new TextDecoder('utf-8', { ignoreBOM: true }).decode(signed),
    signature: readText(readField(answer, 'signature'), base58Text),
  }
}

function signBitcoin({ held, text }: Signing): Promise<Signed> {
  const publicKey = held.session.accounts.find(({ address }) => address === held.address)?.publicKey
  const sign = async (protocol: 'bip322' | 'ecdsa'): Promise<Signed> => {
    const params = { address: held.address, message: text, protocol }
    const answer = await held.connector.request('bip122', { method: 'signMessage', params })
    return {
      message: text,
      signature: readText(readField(answer, 'signature'), base64Text),
      ...(publicKey !== undefined && { publicKey }),
    }
  }
  return sign('bip322').catch(orElse(() => sign('ecdsa')))
}

const signers: Readonly<Record<string, (signing: Signing) => Promise<Signed>>> = {
  eip155: signEvm,
  solana: signSolana,
  bip122: signBitcoin,
}

/**
 * Signs a message with an account's wallet. Throws CHAIN_NOT_SUPPORTED in a namespace without sign-in messages, UNAUTHORIZED when the
 * account is no longer active, WALLET_INVALID_RESPONSE for an invalid signature, and what the wallet throws.
 */
export async function signMessage(
  get: Getter,
  { namespace, address, network }: ProofTarget,
  message: SignInMessage,
): Promise<SignInSession> {
  const sign = Object.hasOwn(signers, namespace) ? signers[namespace] : undefined
  if (sign === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
  const held = activeSession(get(connectedSessionsAtom), namespace)
  if (held === undefined || held.address !== address) throw new AppError('UNAUTHORIZED')
  const { toString: _, ...fields } = message
  const data = { ...fields, accountAddress: address, chainId: network }
  const text = textOf(message, data)
  return { data, ...(await sign({ held, message: data, text, isOwnText: hasOwnText(message) })) }
}
