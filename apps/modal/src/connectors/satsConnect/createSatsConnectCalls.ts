/**
 * Wallets with the interface of sats-connect and SIP-030: JSON-RPC by `provider.request(method, params)`, which resolves with a `result` or
 * an
 * `error`, and events by `provider.addListener({ eventName, cb })` or `provider.listen(eventName, cb)`.
 */
import { AppError, isAppError } from '@latchkey/protocol'
import { type Asking, askWallet, silentMs } from '../askWallet.ts'
import { listenTo } from '../listenTo.ts'
import { readField } from '../readField.ts'
import { toWalletError } from '../toWalletError.ts'

/** Its error codes as EIP-1193's: the numbers differ. */
const codes = new Map<unknown, number>([
  [-32000, 4001],
  [-31001, 4001],
  [-32001, 4200],
  [-32002, 4100],
])

/** @param findProvider where the provider is, for as long as it is there. */
export function createSatsConnectCalls(findProvider: () => object | null) {
  const ask = async (method: string, params: object | null, asking: Pick<Asking, 'signal' | 'withinMs'> = {}) => {
    const provider = findProvider()
    if (provider === null) throw new AppError('WALLET_NOT_INSTALLED')
    const request = readField(provider, 'request')
    if (typeof request !== 'function') throw new AppError('WALLET_UNAVAILABLE')
    const call = (): unknown => Reflect.apply(request, provider, [method, params])
    const reply = await askWallet(call, { ...asking, toError })
    const error = readField(reply, 'error')
    if (error !== undefined && error !== null) throw toError(error)
    const result = readField(reply, 'result')
    if (result === undefined) throw new AppError('WALLET_INVALID_RESPONSE')
    return result
  }

  return {
    ask,
    askSilently: (method: string, signal?: AbortSignal) =>
      ask(method, null, { withinMs: silentMs, ...(signal && { signal }) }),
    /** The first of these that the wallet has. */
    async askFirst(calls: readonly (readonly [string, object | null])[]) {
      for (const [method, params] of calls.slice(0, -1)) {
        try {
          return await ask(method, params)
        } catch (thrown) {
          if (!isAppError(thrown, 'WALLET_UNAVAILABLE')) throw thrown
        }
      }
      const [method, params] = calls.at(-1) ?? ['', null]
      return ask(method, params)
    },
    listen(eventName: string, hear: (event: unknown) => void): () => void {
      const provider = findProvider()
      const [add, listen] = [readField(provider, 'addListener'), readField(provider, 'listen')]
      return listenTo((cb) => {
        if (typeof add === 'function') return Reflect.apply(add, provider, [{ eventName, cb }])
        return typeof listen === 'function' && Reflect.apply(listen, provider, [eventName, cb])
      }, hear)
    },
  }
}

function toError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  // Some reject with the whole response.
  const error = readField(thrown, 'error') ?? thrown
  const code = codes.get(readField(error, 'code'))
  return toWalletError(code === undefined ? error : { code, message: readField(error, 'message') })
}
