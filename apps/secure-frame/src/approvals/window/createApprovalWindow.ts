import { AppError, type ReceiverLike } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { toOwnNetwork } from '../../chain/networkOf.ts'
import { addressInLanguage } from '../../language/addressInLanguage.ts'
import type { SurfaceState } from '../../views/Surface.ts'
import type { Requester } from '../Approval.ts'
import type { PendingApproval } from '../createApprovalQueue.ts'
import { answerWindow, type Shown, type WindowLine } from './answerWindow.ts'
import { digestOf } from './digestOf.ts'
import { hello, type WindowRequest, type welcome as welcomeShape } from './messages.ts'
import { windowPath } from './windowPath.ts'

/** How often it is looked whether the person has closed the window, in milliseconds: no browser tells. */
const lookMs = 250
/** How long a window may take to load, in milliseconds. */
const loadMs = 20_000

export type WindowState = {
  /**
   * `none`: not opened for this request. `blocked`: the browser did not let us. `silent`: opened, and never heard of.
   * `closed`: closed by the person before there was an answer.
   */
  readonly kind: 'none' | 'blocked' | 'opening' | 'open' | 'silent' | 'closed'
  /** A transaction was signed for the request in a window that is gone: it may be on its way, or not. */
  readonly mayBeOut: boolean
}

/** The one window in which requests of this frame may be confirmed. */
export type ApprovalWindow = {
  state(): WindowState
  subscribe(onChange: () => void): () => void
  /** Opens it, or another one instead of the last. Only in a click do browsers allow that. */
  open(): void
  /** Brings it to the front. */
  focus(): void
  /** What it shows from now on; null closes it. Showing what it shows already changes nothing. */
  show(approval: PendingApproval | null): void
  close(): void
}

/** What is used of a window that we have opened. */
export type OpenedWindow = {
  readonly closed: boolean
  focus(): void
  close(): void
  postMessage(message: unknown, targetOrigin: string, transfer: Transferable[]): void
}

export type ApprovalWindowDeps = {
  /** Our own window. */
  self: ReceiverLike
  /** Our own origin, which is the window's too. */
  origin: string
  projectId: string
  /** A new window, of no name that a page could know; null when the browser blocks it. */
  openWindow: (url: string) => OpenedWindow | null
  theme: () => SurfaceState['theme']
  /** The request on the frame's desk at this moment. */
  current: () => PendingApproval | null
}

type Opened = { readonly window: OpenedWindow; readonly stop: () => void; line: WindowLine | null }

type Welcome = z.output<typeof welcomeShape>

const none: WindowState = { kind: 'none', mayBeOut: false }

export const createApprovalWindow = (deps: ApprovalWindowDeps): ApprovalWindow => {
  const { self, origin, projectId, openWindow, theme, current } = deps
  const subscribers = new Set<() => void>()
  let state = none
  let opened: Opened | null = null
  let wanted: PendingApproval | null = null
  let shown: Shown | null = null

  const set = (change: Partial<WindowState>): void => {
    state = { ...state, ...change }
    for (const notify of subscribers) notify()
  }
  const drop = (): void => {
    opened?.stop()
    opened?.line?.close()
    opened = null
  }
  const close = (): void => {
    const window = opened?.window
    drop()
    window?.close()
  }

  /** Hand the wanted request over, once there is a line. */
  const present = async (): Promise<void> => {
    const approval = wanted
    const line = opened?.line
    if (approval === null || line === undefined || line === null) return
    try {
      const request = requestOf(approval)
      const digest = await digestOf(request)
      if (wanted !== approval || opened?.line !== line) return
      shown = { approval, digest }
      const { mode, variables } = theme()
      line.send({ type: 'show', request, digest, claim: approval.requestContext.claim, theme: { mode, variables } })
    } catch (cause) {
      // It has no one form, or cannot be copied: what cannot be named cannot be agreed to.
      approval.decision.fail(new AppError('INVALID_PARAMS', { cause }))
    }
  }

  const welcome = (window: OpenedWindow, nonce: string): void => {
    if (opened?.window !== window) return
    const { port1, port2 } = new MessageChannel()
    opened.line = answerWindow({
      port: port1,
      shown: () => (shown !== null && shown.approval === wanted && shown.approval === current() ? shown : null),
      onTransactionSigned: () => set({ mayBeOut: true }),
    })
    const answer: Welcome = { type: 'latchkey-window-welcome', nonce }
    window.postMessage(answer, origin, [port2])
    set({ kind: 'open' })
    void present()
  }

  return {
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    open() {
      close()
      const nonce = crypto.randomUUID()
      const window = openWindow(`${addressInLanguage(windowPath, { projectId })}#${nonce}`)
      if (window === null) return set({ kind: 'blocked' })
      const stopListening = listenForHello({ self, origin, window, nonce }, () => welcome(window, nonce))
      const stopWatching = watchWindow(window, (kind) => {
        if (kind === 'closed') drop()
        if (kind === 'closed' || state.kind === 'opening') set({ kind })
      })
      const stop = (): void => {
        stopListening()
        stopWatching()
      }
      opened = { window, stop, line: null }
      set({ kind: 'opening' })
    },
    focus: () => opened?.window.focus(),
    show(approval) {
      if (approval === wanted) return
      const isNext = wanted !== null
      wanted = approval
      shown = null
      if (approval === null) {
        close()
        set(none)
        return
      }
      // What was said of the last request says nothing about this one; a click that comes before is this one's.
      if (isNext) set({ mayBeOut: false, ...(opened === null ? { kind: 'none' } : {}) })
      void present()
    },
    close() {
      close()
      set(none)
    },
  }
}

const smartAccountOf = ({ smartAccount }: Requester): WindowRequest['smartAccount'] =>
  smartAccount === null ? null : { kind: smartAccount.kind, owner: smartAccount.owner }

/** Returns a request as the window gets it. */
const requestOf = ({ id, place, method, params, requestContext }: PendingApproval): WindowRequest => ({
  place,
  id,
  method,
  // As text and back: a field that is `undefined` is no field.
  params: JSON.parse(JSON.stringify(params ?? null)),
  origin: requestContext.caller.origin,
  projectId: requestContext.caller.projectId,
  account: requestContext.caller.address,
  smartAccount: smartAccountOf(requestContext.caller),
  network: requestContext.network.caipNetworkId,
  ownNetwork: toOwnNetwork(requestContext.network),
})

type Hello = Pick<ApprovalWindowDeps, 'self' | 'origin'> & { window: OpenedWindow; nonce: string }

/** Calls `onHello` for the first hello of a window. A second one would be a reload, or another page that has listened. Returns what ends it. */
const listenForHello = ({ self, origin, window, nonce }: Hello, onHello: () => void): (() => void) => {
  let isUsed = false
  const receive: Parameters<ReceiverLike['addEventListener']>[1] = (event) => {
    if (event.source !== window || event.origin !== origin) return
    const said = z.safeParse(hello, event.data)
    if (isUsed || !said.success || said.data.nonce !== nonce) return
    isUsed = true
    onHello()
  }
  self.addEventListener('message', receive)
  return () => self.removeEventListener('message', receive)
}

/** Says when a window is closed, and, from `loadMs` on, that it should have loaded by now. Returns what ends it. */
const watchWindow = (window: OpenedWindow, say: (kind: 'closed' | 'silent') => void): (() => void) => {
  const since = performance.now()
  const timer = setInterval(() => {
    if (window.closed) say('closed')
    else if (performance.now() - since > loadMs) say('silent')
  }, lookMs)
  return () => clearInterval(timer)
}
