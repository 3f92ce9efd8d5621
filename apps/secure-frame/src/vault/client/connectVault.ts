import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import { wrap } from 'comlink'
import { failure, offer, vaultPath } from '../boundary.ts'
import { vaultReply } from '../reply.ts'
import { type Vault, type VaultMethod, vaultMethods } from '../vaultMethods.ts'

/** How long the vault may take to load and answer once, and to answer each later call, in milliseconds. */
export const vaultPatience = { loadMs: 15_000, callMs: 30_000 } as const

export type ConnectVaultInput = {
  vaultOrigin: string
  /** Its origins may embed the vault. */
  projectId: string
  /** The wallet document: the vault's frame is added to its body, unseen. */
  document: Document
  /** Aborting removes the vault's frame, and with it every key in memory. */
  signal: AbortSignal
}

/**
 * Load the vault and speak to it. Rejects with FRAME_LOAD_FAILED when it fails or does not answer in time, STORAGE_BLOCKED
 * when the browser gives it no storage, ABORTED. Later, calls reject with DISCONNECTED once the vault is gone (its worker
 * failed, or its frame was removed or left the page), and with TIMEOUT when it does not answer: connect again then.
 */
export const connectVault = async ({ vaultOrigin, projectId, document, signal }: ConnectVaultInput): Promise<Vault> => {
  if (signal.aborted) throw new AppError('ABORTED')
  const frame = createFrame(document, vaultOrigin, projectId)
  const { port1: port, port2: offered } = new MessageChannel()
  const end = Promise.withResolvers<never>()
  const watch = new AbortController()
  const whileWatching = { signal: watch.signal }
  end.promise.catch(() => {
    watch.abort()
    port.close()
    frame.remove()
  })
  let gone: ErrorName = 'FRAME_LOAD_FAILED'
  const fail = (): void => end.reject(new AppError(gone))
  const call = createCall(port, end.promise)

  signal.addEventListener('abort', () => end.reject(new AppError('ABORTED')), whileWatching)
  port.addEventListener('close', fail, whileWatching)
  document.defaultView?.addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source === frame.contentWindow && origin === vaultOrigin && data === failure) fail()
    },
    whileWatching,
  )
  let loads = 0
  frame.addEventListener(
    'load',
    () => {
      loads++
      if (loads === 1) frame.contentWindow?.postMessage(offer, vaultOrigin, [offered])
      // It left the page that holds our port.
      else fail()
    },
    whileWatching,
  )
  document.body.append(frame)
  try {
    await call('status', undefined, { withinMs: vaultPatience.loadMs, orElse: gone })
    gone = 'DISCONNECTED'
  } catch (reason) {
    end.reject(reason)
    throw reason
  }
  const methodOf = (name: VaultMethod) => (input: unknown) =>
    call(name, input, { withinMs: vaultPatience.callMs, orElse: 'TIMEOUT' })
  const names = Object.keys(vaultMethods) as VaultMethod[]
  return Object.fromEntries(names.map((name) => [name, methodOf(name)])) as Vault
}

const createFrame = (document: Document, vaultOrigin: string, projectId: string): HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  frame.allow = `publickey-credentials-get ${vaultOrigin}; publickey-credentials-create ${vaultOrigin}`
  // No popups, downloads, forms or navigation of other frames: ways out for a script that has no network.
  frame.sandbox.add('allow-scripts', 'allow-same-origin')
  // Our document's own policy keeps the referrer. The attribute would too, and hide our origin from the vault's
  // `location.ancestorOrigins` where the engine follows HTML in that, as Firefox does: the vault would refuse us.
  frame.hidden = true
  frame.src = `${vaultOrigin}${vaultPath}?${new URLSearchParams({ projectId })}`
  return frame
}

type Patience = { withinMs: number; orElse: ErrorName }

/** Calls over a port, each of which settles: answered, ended or given up. Replies are parsed. */
const createCall = (port: MessagePort, ended: Promise<never>) => {
  const remote = wrap<Record<VaultMethod, (input: unknown) => unknown>>(port)
  return async (name: VaultMethod, input: unknown, { withinMs, orElse }: Patience): Promise<unknown> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new AppError(orElse)), withinMs)
    try {
      const reply = vaultReply.safeParse(await Promise.race([remote[name](input), ended, late.promise]))
      if (!reply.success) throw new AppError('INTERNAL', { cause: reply.error })
      if (!reply.data.ok) throw new AppError(reply.data.error.name, { details: reply.data.error.details })
      const result = vaultMethods[name].output.safeParse(reply.data.result)
      if (!result.success) throw new AppError('INTERNAL', { cause: result.error })
      return result.data
    } finally {
      clearTimeout(timer)
    }
  }
}
