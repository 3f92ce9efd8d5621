import {
  AppError,
  type CallOptions,
  type Client,
  type ErrorDetails,
  isAppError,
  type Payload,
  type RequestName,
  type Result,
  type RpcMethod,
  type RpcParams,
  type RpcResult,
  timeouts,
} from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { Alert } from '../alerts.ts'
import type { NetworkId } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { clearAlertAtom, raiseAlertAtom } from './alerts.ts'
import { expireAtom, hasLoginAtom } from './session.ts'
import { themeAtom } from './theme.ts'

const originOf = (url: string): string => new URL(url).origin

/** The alert for a wallet that couldn't be loaded, by its error's reason, with exactly the values that its text has. */
const lossOf = ({ reason, origin = '' }: ErrorDetails, frameUrl: string): Alert => {
  if (reason === 'profile') return { key: 'APKT011', values: { frameUrl } }
  if (reason === 'csp' || reason === 'silent') return { key: `APKT003.${reason}`, values: { frameUrl } }
  if (reason === 'origin') return { key: 'APKT003.origin', values: { frameUrl, origin } }
  return { key: 'APKT003', values: { frameUrl, seconds: timeouts.frameLoadMs / 1000 } }
}

/** Something is in the frame and doesn't respond. It may still be a wallet whose services are slow, so the wait goes on. */
export const reportSilenceAtom = atom(null, (get, set) =>
  set(raiseAlertAtom, 'APKT003.silent', { frameUrl: originOf(get(servicesAtom).settings.frameUrl) }),
)

/** The line to the wallet, loading it if need be. A wallet that cannot be loaded is reported (APKT003, APKT011). */
export async function connectWallet(get: Getter, set: Setter): Promise<Client> {
  const { wallet, settings } = get(servicesAtom)
  try {
    const client = await wallet.connect()
    set(clearAlertAtom, 'APKT003')
    set(clearAlertAtom, 'APKT011')
    return client
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (isAppError(error, 'FRAME_LOAD_FAILED')) {
      const { key, values } = lossOf(error.details, originOf(settings.frameUrl))
      set(raiseAlertAtom, key, values)
    }
    throw error
  }
}

/** A failed request as an AppError: a wallet that was silent is reported (APKT004), a session that is over is ended. */
export function takeFailure(get: Getter, set: Setter, request: string, thrown: unknown): AppError {
  const error = AppError.from(thrown)
  if (isAppError(error, 'TIMEOUT')) set(raiseAlertAtom, 'APKT004', { request })
  if (isAppError(error, 'SESSION_EXPIRED') && get(hasLoginAtom)) set(expireAtom)
  return error
}

/** Sends the wallet this site's theme. A wallet that doesn't accept it isn't shown. */
export const syncTheme = (get: Getter, client: Client, signal: AbortSignal): Promise<void> => {
  const { mode, variables } = get(themeAtom)
  const themeMode = get(servicesAtom).colorMode(mode)
  return client.request('SYNC_THEME', { themeMode, themeVariables: variables }, { signal })
}

/** Sends one request to the wallet. Throws AppErrors only; a wallet that doesn't answer is reported (APKT004). */
export async function askWallet<name extends RequestName>(
  get: Getter,
  set: Setter,
  name: name,
  payload: Payload<name>,
  options?: CallOptions,
): Promise<Result<name>> {
  const client = await connectWallet(get, set)
  try {
    return await client.request(name, payload, options)
  } catch (thrown) {
    throw takeFailure(get, set, name, thrown)
  }
}

/** A read through the embedded wallet, which parses the parameters with the method's own row. */
export const readEmbeddedAtom = atom(
  null,
  async (get, set, chainId: NetworkId, method: RpcMethod, params: RpcParams<RpcMethod>) => {
    const client = await connectWallet(get, set)
    try {
      const result: RpcResult<RpcMethod> = await client.rpc(method, params, { chainId, chainNamespace: 'eip155' })
      return result
    } catch (thrown) {
      throw takeFailure(get, set, method, thrown)
    }
  },
)
