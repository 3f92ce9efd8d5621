import type { Result } from '@latchkey/protocol'
import { signMessage } from '../approvals/message/signMessage.ts'
import {
  fitsPage,
  isBare,
  readSignInMessage,
  type SignInMessage,
  textFor,
} from '../approvals/signIn/readSignInMessage.ts'
import type { ChainReader } from '../chain/createChainReader.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import type { Caller } from '../session/Caller.ts'
import type { Session } from '../session/Session.ts'

/** The signed message, as a page receives it with its user. */
export type SignedMessage = Required<Pick<Result<'GET_USER'>, 'message' | 'signature' | 'siwxMessage'>>

type Asked = {
  caller: Caller
  network: ServedNetwork
  siwxMessage: unknown
  /** The message that the user has confirmed; null where none was shown. */
  shown: SignInMessage | null
  /** Milliseconds since 1970. */
  now: number
}
type Signer = { sign: Session['sign']; read: ChainReader }

/**
 * Signs the message for the account of `caller` on a network: the one that was shown, or one that needn't be shown. Returns null for any
 * other. Fails as `Session.sign` and the reader.
 */
export const signSignIn = async ({ sign, read }: Signer, asked: Asked): Promise<SignedMessage | null> => {
  const { caller, network, siwxMessage, shown, now } = asked
  const message = readSignInMessage(siwxMessage)
  if (message === null || message.caipNetworkId !== network.caipNetworkId) return null
  if (!fitsPage(message, caller.origin, now)) return null
  if (shown === null ? !isBare(message, caller.origin) : shown.text !== message.text) return null

  const signed = textFor(message, caller.address)
  const { buffer } = new TextEncoder().encode(signed)
  // Loaded on demand, for Solana only.
  const signature =
    network.chainNamespace === 'solana'
      ? await (await import('./signOnSolana.ts')).signOnSolana(sign, caller, buffer)
      : await signMessage(
          caller,
          { sign: (content) => sign(caller, content), read },
          { kind: 'personalMessage', message: buffer },
        )
  return { message: signed, signature, siwxMessage: fieldsOf(message, caller.address, signed) }
}

/** The fields of specification section 3, as they were signed. */
const fieldsOf = (message: SignInMessage, address: string, signed: string) => {
  const { text: _, caipNetworkId, scheme: __, resources, ...fields } = message
  const said = Object.entries({ ...fields, ...(resources.length > 0 && { resources }) })
  return {
    ...Object.fromEntries(said.filter(([, value]) => value !== null)),
    accountAddress: address,
    chainId: caipNetworkId,
    version: '1',
    serializedMessage: signed,
  }
}
