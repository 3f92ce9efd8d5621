import { AppError, type Payload, type RequestName, type Result } from '@latchkey/protocol'
import type { Getter, Setter } from 'jotai/vanilla'
import { loadPart } from '../../loadPart.ts'
import { servicesAtom } from '../../services.ts'
import { connectorsAtom } from '../../state/connectors.ts'
import { loginNamespace } from '../../state/login.ts'
import { networkIdsAtom } from '../../state/networks.ts'
import { askWallet } from '../../state/wallet.ts'
import { backendOf } from './backend.ts'
import { textOf } from './formatSignIn.ts'
import type { OneClick } from './OneClick.ts'
import type { ProofPart } from './ProofPart.ts'
import { oneClickAtom, signedAtom } from './proofState.ts'

/** The placeholder that the wallet replaces with the address, which only it knows by then. */
const addressMark = '<<AccountAddress>>'

/** The time limit for this optional step of a sign-in. */
const limitMs = 5000

/**
 * Creates the message of a sign-in, replacing the previous one; once a screen has shown one, that one stays. Undefined where it can't be
 * created in time, or not without the address.
 */
export const prepareOneClick: ProofPart['prepare'] = async (get, set, isShown) => {
  const connector = get(connectorsAtom).find(({ type }) => type === 'auth')
  const namespace = loginNamespace(get, connector)
  const network = namespace && get(networkIdsAtom)[namespace]
  if (network === undefined || (!isShown && get(oneClickAtom) !== null)) return undefined
  set(oneClickAtom, null)
  set(signedAtom, null)
  const { clock, settings } = get(servicesAtom)
  if (settings.siweConfig !== undefined && !network.startsWith('eip155:')) return undefined
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel = clock.after(limitMs, () => reject(new AppError('TIMEOUT')))
  try {
    const backend = await backendOf(get)
    const made = await Promise.race([backend.createMessage({ chainId: network, accountAddress: addressMark }), late])
    const { toString: _, ...fields } = made
    const data = { ...fields, accountAddress: addressMark, chainId: network }
    const serializedMessage = textOf(made, data)
    if (serializedMessage.split(addressMark).length !== 2) return undefined
    const message = { ...data, serializedMessage }
    set(oneClickAtom, { network, message, data })
    return { siwxMessage: message }
  } catch {
    return undefined
  } finally {
    cancel()
  }
}

/** The account on the network of the message, with its signature: without one the question follows. */
async function askForSigned(
  get: Getter,
  set: Setter,
  { network, message, data }: OneClick,
  payload: Payload<'GET_USER'>,
) {
  const [user, { readUser }] = await Promise.all([
    askWallet(get, set, 'GET_USER', { ...payload, siwxMessage: message }),
    loadPart(import('../../connectors/auth/readUser.ts')),
  ])
  const { message: text, signature } = user
  if (text === undefined || signature === undefined) return user
  const accountAddress = readUser(user, network).session.accounts[0].address
  set(signedAtom, { data: { ...data, accountAddress }, message: text, signature })
  return user
}

/** The first request for the account on the message's network includes it, once. */
export const askWithMessage: ProofPart['ask'] = <name extends RequestName>(
  get: Getter,
  set: Setter,
  name: name,
  payload: Payload<name>,
) => {
  const one = get(oneClickAtom)
  const asked = name === 'GET_USER' ? (payload as Payload<'GET_USER'>) : undefined
  if (one === null || asked === undefined || asked?.chainId !== one.network) return undefined
  set(oneClickAtom, null)
  return askForSigned(get, set, one, asked) as Promise<Result<name>>
}
