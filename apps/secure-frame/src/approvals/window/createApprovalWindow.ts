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

/** The interval of checks whether the user has closed the window, in milliseconds: browsers have no event for that. */
const lookMs = 250
/** The time limit for a window to load, in milliseconds. */
const loadMs = 20_000

export type WindowState = {
  /**
   * `none`: not opened for this request. `blocked`: the browser blocked it. `silent`: opened, and no message received.
   * `closed`: closed by the user before there was a result.
   */
  readonly kind: 'none' | 'blocked' | 'opening' | 'open' | 'silent' | 'closed'
  /** A transaction was signed for the request in a window that is gone: it may be on its way, or not. */
  readonly mayBeOut: boolean
}

/** The one window in which requests of this frame may be confirmed. */
export type ApprovalWindow = {
  state(): WindowState
  subscribe(onChange: () => void): () => void
  /** Opens it, or replaces the last one. Browsers allow that only in a click. */
  open(): void
  /** Brings it to the front. */
  focus(): void
  /** Sets the request to show; null closes it. Showing the same request again changes nothing. */
  show(approval: PendingApproval | null): void
  close(): void
}

/** The used part of an opened window. */
export type OpenedWindow = {
  readonly closed: boolean
  focus(): void
  close(): void
  postMessage(message: unknown, targetOrigin: string, transfer: Transferable[]): void
}

export type ApprovalWindowDeps = {
  /** This window. */
  self: ReceiverLike
  /** This window's origin, which is the opened window's too. */
  origin: string
  projectId: string
  /** Opens a new window without a name that a page could know; null when the browser blocks it. */
  openWindow: (url: string) => OpenedWindow | null
  theme: () => SurfaceState['theme']
  /** The frame's current request. */
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

  /** Sends the wanted request once the channel is open. */
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
      // It has no canonical form, or can't be cloned: a request without a digest can't be confirmed.
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
      // The last request's state doesn't apply to this one; an earlier click counts for this one.
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

/** Returns a request in the form sent to the window. */
const requestOf = ({ id, place, method, params, requestContext }: PendingApproval): WindowRequest => ({
  place,
  id,
  method,
  // Through JSON and back: a field that is `undefined` is no field.
  params: JSON.parse(JSON.stringify(params ?? null)),
  origin: requestContext.caller.origin,
  projectId: requestContext.caller.projectId,
  account: requestContext.caller.address,
  smartAccount: smartAccountOf(requestContext.caller),
  network: requestContext.network.caipNetworkId,
  ownNetwork: toOwnNetwork(requestContext.network),
})

type Hello = Pick<ApprovalWindowDeps, 'self' | 'origin'> & { window: OpenedWindow; nonce: string }

/** Calls `onHello` for a window's first hello. A second would be a reload, or an eavesdropping page. Returns a function that stops it. */
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

/** Reports when a window is closed, and, from `loadMs` on, that it should have loaded. Returns a function that stops it. */
const watchWindow = (window: OpenedWindow, say: (kind: 'closed' | 'silent') => void): (() => void) => {
  const since = performance.now()
  const timer = setInterval(() => {
    if (window.closed) say('closed')
    else if (performance.now() - since > loadMs) say('silent')
  }, lookMs)
  return () => clearInterval(timer)
}
