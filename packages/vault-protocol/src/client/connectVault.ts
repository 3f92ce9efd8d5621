import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import { wrap } from 'comlink'
import * as z from 'zod/mini'
import { failure, offer, type ScreenNotice, screenNotice, vaultPath } from '../boundary.ts'
import { vaultReply } from '../reply.ts'
import { type Vault, type VaultMethod, vaultMethods } from '../vaultMethods.ts'
import type { VaultStage } from './createVaultStage.ts'

/**
 * Timeouts for loading the vault and its first response, and for each later call, in milliseconds. While it shows a screen, it waits for
 * the user, and calls don't time out.
 */
export const vaultTimeouts = { loadMs: 15_000, callMs: 30_000 } as const

/** The vault to connect to, and where in the wallet document its frame goes. */
export type ConnectVaultInput = {
  vaultOrigin: string
  /** The project whose origins may embed the vault. */
  projectId: string
  /** Language of its screens, a BCP 47 tag; English by default. */
  language?: string
  /** The wallet document: the vault's frame is added to its body, hidden. */
  document: Document
  /** The stage on which the frame shows its screens. */
  stage: VaultStage
  /** Aborting removes the vault's frame, and with it every key in memory. */
  signal: AbortSignal
}

/**
 * Loads the vault and connects to it. Rejects with FRAME_LOAD_FAILED when it fails or doesn't respond in time, STORAGE_BLOCKED when the
 * browser denies it storage, ABORTED. Later, calls reject with DISCONNECTED once the vault is gone (its worker failed, or its frame was
 * removed or left the page), and with TIMEOUT when it doesn't respond: reconnect then.
 */
export const connectVault = async (input: ConnectVaultInput): Promise<Vault> => {
  const { vaultOrigin, projectId, language = 'en', document, stage, signal } = input
  if (signal.aborted) throw new AppError('ABORTED')
  const vaultAddress = new URL(vaultPath, vaultOrigin)
  vaultAddress.searchParams.set('projectId', projectId)
  if (language !== 'en') vaultAddress.searchParams.set('lang', language)
  const frame = createFrame(document, vaultAddress)
  const { port1: port, port2: offered } = new MessageChannel()
  const end = Promise.withResolvers<never>()
  const watch = new AbortController()
  const whileWatching = { signal: watch.signal }
  const onStage = stage.enter(frame)
  end.promise.catch(() => {
    watch.abort()
    port.close()
    onStage.leave()
    frame.remove()
  })
  let gone: ErrorName = 'FRAME_LOAD_FAILED'
  const fail = (): void => end.reject(new AppError(gone))
  const call = createCall(port, end.promise, stage)

  signal.addEventListener('abort', () => end.reject(new AppError('ABORTED')), whileWatching)
  port.addEventListener('close', fail, whileWatching)
  document.defaultView?.addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== vaultOrigin) return
      if (data === failure) return fail()
      const notice = notices.safeParse(data)
      if (notice.success) onStage.change(notice.data.height === null ? null : { height: notice.data.height })
    },
    whileWatching,
  )
  let loads = 0
  frame.addEventListener(
    'load',
    () => {
      loads++
      if (loads === 1) frame.contentWindow?.postMessage(offer, vaultOrigin, [offered])
      // The frame left the page that holds our port.
      else fail()
    },
    whileWatching,
  )
  document.body.append(frame)
  try {
    await call('status', undefined, { withinMs: vaultTimeouts.loadMs, orElse: gone })
    gone = 'DISCONNECTED'
  } catch (reason) {
    end.reject(reason)
    throw reason
  }
  const methodOf = (name: VaultMethod) => (input: unknown) =>
    call(name, input, { withinMs: vaultTimeouts.callMs, orElse: 'TIMEOUT' })
  const names = Object.keys(vaultMethods) as VaultMethod[]
  return Object.fromEntries(names.map((name) => [name, methodOf(name)])) as Vault
}

const notices = z.object({
  type: z.literal(screenNotice),
  height: z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))),
}) satisfies z.ZodMiniType<ScreenNotice>

const createFrame = (document: Document, { href, origin }: URL): HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  frame.allow = `publickey-credentials-get ${origin}; publickey-credentials-create ${origin}`
  // No popups, downloads, forms or navigation of other frames, which a script without network could use to exfiltrate data.
  frame.sandbox.add('allow-scripts', 'allow-same-origin')
  // Our document's own policy sets the referrer. The attribute would also hide our origin from the vault's `location.ancestorOrigins` in
  // engines that follow HTML there, such as Firefox: the vault would reject us.
  frame.title = 'Latchkey vault'
  frame.src = href
  return frame
}

type Timeout = { withinMs: number; orElse: ErrorName }

/** Makes calls over a port, each of which settles: with a reply, at the end, or by timeout. Replies are parsed. */
const createCall = (port: MessagePort, ended: Promise<never>, stage: VaultStage) => {
  const remote = wrap<Record<VaultMethod, (input: unknown) => unknown>>(port)
  return async (name: VaultMethod, input: unknown, timeout: Timeout): Promise<unknown> => {
    const late = withTimeout(stage, timeout)
    try {
      const reply = vaultReply.safeParse(await Promise.race([remote[name](input), ended, late.promise]))
      if (!reply.success) throw new AppError('INTERNAL', { cause: reply.error })
      if (!reply.data.ok) throw new AppError(reply.data.error.name, { details: reply.data.error.details })
      const result = vaultMethods[name].output.safeParse(reply.data.result)
      if (!result.success) throw new AppError('INTERNAL', { cause: result.error })
      return result.data
    } finally {
      late.stop()
    }
  }
}

/** Rejects on timeout. The timer pauses while a screen is shown, and restarts when it closes. */
const withTimeout = (stage: VaultStage, { withinMs, orElse }: Timeout) => {
  const { promise, reject } = Promise.withResolvers<never>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (stage.screen() === null) timer = setTimeout(() => reject(new AppError(orElse)), withinMs)
  }
  look()
  const unsubscribe = stage.subscribe(look)
  return {
    promise,
    stop: () => {
      unsubscribe()
      clearTimeout(timer)
    },
  }
}
