import { AppError, isRpcMethod, isSafeMethod, type RpcMethod, type RpcParams } from '@latchkey/protocol'
import type { createStore } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { accountAtom, connectionAtom } from '../state/accounts.ts'
import { approveAtom } from '../state/approvals.ts'
import { switchNetworkAtom, verifySessionAtom } from '../state/connection.ts'
import { openAtom } from '../state/modal.ts'
import { activeNetworkIdAtom } from '../state/networks.ts'
import { hideAtom, isOpenAtom, routeAtom } from '../state/route.ts'
import { servicesAtom } from '../state/services.ts'
import { showToastAtom } from '../state/toast.ts'
import { readChainAtom } from '../state/wallet.ts'
import { say } from '../words/say.ts'
import type { RequestArguments } from './Eip1193Provider.ts'
import { toProviderError } from './toProviderError.ts'

type Store = ReturnType<typeof createStore>
type Request = (args: RequestArguments) => Promise<unknown>

const disallowedDelayMs = 300
const isAddress = (text: unknown): text is string => typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text)
const isHexBytes = (text: string): boolean => /^0x(?:[0-9a-fA-F]{2})*$/.test(text)

const toHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * `personal_sign` as the standard has it, `[message, address]`: many dapps send the two the other way round, or the
 * message as text. Two addresses are taken in the standard order.
 */
export const orderPersonalSign = (params: unknown): unknown => {
  if (!Array.isArray(params)) return params
  const [first, second, ...rest] = params as unknown[]
  const [message, address] = isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
  return [typeof message === 'string' && !isHexBytes(message) ? toHex(message) : message, address, ...rest]
}

/** The `chainId` of EIP-3085 and EIP-3326. Throws INVALID_PARAMS. */
const requestedNetwork = (params: unknown): NetworkId => {
  const chain: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId: unknown = typeof chain === 'object' && chain !== null ? Reflect.get(chain, 'chainId') : undefined
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId)) throw new AppError('INVALID_PARAMS')
  return `eip155:${Number(chainId)}`
}

/** The EIP-1193 `request` of a modal, over its state. Rejects with a ProviderRpcError alone. */
export function createRequest(store: Store): Request {
  const services = () => store.get(servicesAtom)

  /** Until it is known whether an earlier login is still open, nobody can say which account there is. */
  const settled = (): Promise<void> => waitFor(() => store.get(connectionAtom).status !== 'reconnecting')

  const waitFor = (isTrue: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stops: (() => void)[] = []
      const check = () => {
        if (!isTrue()) return
        for (const stop of stops) stop()
        resolve()
      }
      stops.push(store.sub(connectionAtom, check), store.sub(isOpenAtom, check))
      check()
    })

  const accounts = (): string[] => {
    const account = store.get(accountAtom)
    return account === null ? [] : [account.address]
  }

  const requestAccounts = async (): Promise<string[]> => {
    await settled()
    if (accounts().length > 0) return accounts()
    store.set(openAtom)
    await waitFor(() => accounts().length > 0 || !store.get(isOpenAtom))
    if (accounts().length === 0) throw new AppError('USER_REJECTED')
    // A login leaves by itself; an earlier one that was only taken up again has nothing more to show.
    if (store.get(routeAtom).view === 'Account') store.set(hideAtom)
    return accounts()
  }

  const knownNetwork = (params: unknown): NetworkId => {
    const network = requestedNetwork(params)
    if (!services().settings.networks.includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
    return network
  }

  /** What is answered here; the wallet is not asked. */
  const local: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: async () => {
      await settled()
      return accounts()
    },
    eth_requestAccounts: requestAccounts,
    eth_chainId: () => `0x${Number(store.get(activeNetworkIdAtom).slice('eip155:'.length)).toString(16)}`,
    wallet_switchEthereumChain: async (params) => {
      const network = knownNetwork(params)
      await settled()
      await store.set(switchNetworkAtom, network)
      return null
    },
    // A network of this site needs no adding, and another cannot be added: the wallet keeps its own list.
    wallet_addEthereumChain: (params) => {
      knownNetwork(params)
      return null
    },
  }

  const refuse = (): never => {
    store.set(openAtom)
    services().clock.after(disallowedDelayMs, () =>
      store.set(showToastAtom, { variant: 'error', message: say('actionNotAllowed') }),
    )
    throw new AppError('METHOD_NOT_ALLOWED')
  }

  const approve = async (method: RpcMethod, params: unknown): Promise<unknown> => {
    await settled()
    if (accounts().length === 0) throw new AppError('UNAUTHORIZED')
    return store.set(approveAtom, method, method === 'personal_sign' ? orderPersonalSign(params) : params)
  }

  const answer: Request = async ({ method, params }) => {
    const answerHere = Object.hasOwn(local, method) ? local[method] : undefined
    if (answerHere !== undefined) return answerHere(params)
    if (!isRpcMethod(method)) return refuse()
    if (!isSafeMethod(method)) return approve(method, params)
    // The wallet parses the parameters with the method's own row and says what is wrong with them.
    return store.set(readChainAtom, method, (params ?? []) as RpcParams<RpcMethod>)
  }

  return async (args) => {
    try {
      if (typeof args !== 'object' || args === null || typeof args.method !== 'string')
        throw new AppError('INVALID_REQUEST')
      return await answer(args)
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.name === 'UNAUTHORIZED') void store.set(verifySessionAtom)
      throw toProviderError(error)
    }
  }
}
