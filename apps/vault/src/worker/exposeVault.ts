import { AppError } from '@latchkey/protocol/errors'
import { type VaultMethod, type VaultReply, vaultMethods } from '@latchkey/vault-protocol'
import { type Endpoint, expose } from 'comlink'
import * as z from 'zod/mini'
import type { VaultHandlers } from '../custody/vaultHandlers.ts'

/**
 * Exposes the vault over a MessagePort, by comlink behind a guard.
 *
 * Requirements: the holder of the other end can call the methods of the table with arguments of their rows, and do nothing else. Plain
 * comlink exposes the realm: any path may be read, set, applied or constructed, so `proxy.constructor.constructor('code')` runs code, and
 * arguments and results may be live proxies.
 *
 * Design: the guard passes a message only as a copy that it has made itself: `APPLY`, a path of one name of the table, at most one
 * argument, by value. Dropped messages get no reply. The target that comlink walks is frozen, has no prototype, and its functions neither
 * throw nor return anything but a `VaultReply`, so that comlink has no error to describe and nothing to proxy.
 */
export const exposeVault = (handlers: VaultHandlers, port: MessagePort): void => {
  const target: Record<string, (input: unknown) => Promise<VaultReply>> = Object.create(null)
  for (const name of methodNames) target[name] = (input) => answer(handlers, name, input)
  expose(Object.freeze(target), guarded(port))
}

const methodNames = Object.keys(vaultMethods) as [VaultMethod, ...VaultMethod[]]

const callMessage = z.object({
  id: z.string().check(z.maxLength(128)),
  type: z.literal('APPLY'),
  path: z.tuple([z.enum(methodNames)]),
  argumentList: z.array(z.object({ type: z.literal('RAW'), value: z.unknown() })).check(z.maxLength(1)),
})

const guarded = (port: MessagePort): Endpoint => ({
  postMessage: (message: unknown) => port.postMessage(message),
  start: () => port.start(),
  addEventListener: (_, listener) => {
    port.addEventListener('message', ({ data, ports }) => {
      const call = callMessage.safeParse(data)
      if (!call.success || ports.length > 0) return
      const event = new MessageEvent('message', { data: call.data })
      if (typeof listener === 'function') listener(event)
      else listener.handleEvent(event)
    })
  },
  // Comlink calls it on RELEASE, which never passes.
  removeEventListener: () => {},
})

const answer = async (handlers: VaultHandlers, name: VaultMethod, input: unknown): Promise<VaultReply> => {
  try {
    const { input: inputRow, output: outputRow } = vaultMethods[name]
    const parsed = z.safeParse<z.ZodMiniType>(inputRow, input)
    if (!parsed.success) throw new AppError('INVALID_PARAMS')
    // The compiler cannot see that handler and row belong to the same name.
    const handler = handlers[name] as (parsed: unknown) => Promise<unknown>
    return { ok: true, result: z.parse<z.ZodMiniType>(outputRow, await handler(parsed.data)) }
  } catch (thrown) {
    const { name: error, details } = AppError.from(thrown)
    return { ok: false, error: { name: error, details } }
  }
}
