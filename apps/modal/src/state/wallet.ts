import {
  AppError,
  type Client,
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
import { clearAlertAtom, raiseAlertAtom } from './alerts.ts'
import { activeNetworkIdAtom } from './networks.ts'
import { servicesAtom } from './services.ts'

/** The line to the wallet, loading it if need be. A wallet that cannot be loaded is reported (APKT003). */
export async function connectWallet(get: Getter, set: Setter): Promise<Client> {
  const { wallet, settings } = get(servicesAtom)
  try {
    const client = await wallet.connect()
    set(clearAlertAtom, 'APKT003')
    return client
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (isAppError(error, 'FRAME_LOAD_FAILED')) {
      set(raiseAlertAtom, 'APKT003', { frameUrl: settings.frameUrl, seconds: timeouts.frameLoadMs / 1000 })
    }
    throw error
  }
}

/** One request to the wallet. Throws AppErrors alone; a wallet that does not answer is reported (APKT004). */
export async function askWallet<name extends RequestName>(
  get: Getter,
  set: Setter,
  name: name,
  payload: Payload<name>,
): Promise<Result<name>> {
  const client = await connectWallet(get, set)
  try {
    return await client.request(name, payload)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (isAppError(error, 'TIMEOUT')) set(raiseAlertAtom, 'APKT004', { request: name })
    throw error
  }
}

/** A read on the network in use, through the wallet. */
export const readChainAtom = atom(null, async (get, set, method: RpcMethod, params: RpcParams<RpcMethod>) => {
  const client = await connectWallet(get, set)
  const result: RpcResult<RpcMethod> = await client.rpc(method, params, {
    chainId: get(activeNetworkIdAtom),
    chainNamespace: 'eip155',
  })
  return result
})
