import { localA } from '@latchkey/chains'
import type { AppError } from '@latchkey/protocol'
import type { Signable } from '@latchkey/vault-protocol'
import { createElement } from 'react'
import type { ApprovalTools } from '../Approval.ts'
import { createApprovalQueue, type Question } from '../createApprovalQueue.ts'
import { type AskFrameOptions, askFrame, type ShowMessage } from './askFrame.ts'
import { connectToFrame, type WindowReceiver } from './connectToFrame.ts'
import { createApprovalWindow, type OpenedWindow } from './createApprovalWindow.ts'

export const walletOrigin = 'https://wallet.example'
export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

type MessageLike = { data: unknown; origin: string; source: unknown; ports: readonly MessagePort[] }
type Listener = (event: MessageLike) => void

/** A window's message target: any holder may post any message under any origin. */
const createReceiver = () => {
  const listeners = new Set<Listener>()
  return {
    addEventListener: (_: 'message', listener: Listener) => void listeners.add(listener),
    removeEventListener: (_: 'message', listener: Listener) => void listeners.delete(listener),
    hear: (message: Partial<MessageLike>) => {
      for (const listener of listeners)
        listener({ data: null, origin: walletOrigin, source: null, ports: [], ...message })
    },
  }
}

/**
 * Waits until pending messages have arrived: a port takes a turn or two of the event loop, and a digest as long as the
 * threads that compute digests are busy.
 */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** A frame with a queue, and the windows that it opens: documents of the wallet's origin by default. */
export const openLine = () => {
  const frame = createReceiver()
  const queue = createApprovalQueue()
  const signed: Signable[] = []
  const read: string[] = []
  const held: string[] = []
  const served: string[] = []
  const opened: {
    url: string
    isClosed: boolean
    isFocused: boolean
    window: OpenedWindow
    inside: ReturnType<typeof createReceiver>
  }[] = []
  const blocked = { current: false }
  const signing: { current: Promise<void> } = { current: Promise.resolve() }

  const openWindow = (url: string): OpenedWindow | null => {
    if (blocked.current) return null
    const inside = createReceiver()
    const entry = { url, isClosed: false, isFocused: false, inside, window: null as unknown as OpenedWindow }
    entry.window = {
      get closed() {
        return entry.isClosed
      },
      focus: () => {
        entry.isFocused = true
      },
      close: () => {
        entry.isClosed = true
      },
      postMessage: (data, targetOrigin, transfer) => {
        const ports = transfer as MessagePort[]
        if (targetOrigin === walletOrigin) inside.hear({ data: structuredClone(data), source: opener, ports })
      },
    }
    opened.push(entry)
    return entry.window
  }
  const approvalWindow = createApprovalWindow({
    self: frame,
    origin: walletOrigin,
    projectId: 'demo',
    openWindow,
    theme: () => ({ mode: 'dark', variables: {} }),
    current: queue.current,
  })
  // As the host does for a project that always uses the window.
  queue.subscribe(() => approvalWindow.show(queue.current()))

  /** The frame as the last window sees it. */
  const opener = {
    location: { origin: walletOrigin },
    postMessage: (data: unknown, targetOrigin: string) => {
      const source = opened.at(-1)?.window
      if (targetOrigin === walletOrigin) frame.hear({ data: structuredClone(data), source })
    },
  }
  const tools: ApprovalTools = {
    sign: async (content) => {
      signed.push(content)
      await signing.current
      return new Uint8Array(65).fill(7)
    },
    read: async (method) => {
      read.push(method)
      return '0x5' as never
    },
    readSolana: async (method) => {
      read.push(method)
      return '1'.repeat(64) as never
    },
    services: async (name) => {
      served.push(name)
      return (name === 'rememberCalls' ? { id: 'calls' } : null) as never
    },
    consult: async (name) => (name === 'knownAddresses' ? [account] : null) as never,
    lock: async (name, work) => {
      held.push(name)
      try {
        return await work()
      } finally {
        held.splice(held.indexOf(name), 1)
      }
    },
  }
  const ask = (id = 'request', more: Partial<Question> = {}) => {
    const controller = new AbortController()
    const caller = { origin: 'https://dapp.example', projectId: 'demo', address: account, smartAccount: null }
    const question: Question = {
      id,
      method: 'personal_sign',
      params: ['0x68656c6c6f', account],
      requestContext: { caller, network: localA, claim: null } as Question['requestContext'],
      tools,
      ...more,
    }
    const result = queue.ask(
      question,
      Promise.resolve(() => createElement('p')),
      controller.signal,
    )
    result.catch(() => undefined)
    return { result, abort: (reason: AppError) => controller.abort(reason) }
  }

  /** The document in the last opened window: it introduces itself and listens. */
  const load = async (options: Partial<AskFrameOptions> = {}) => {
    const shown: ShowMessage[] = []
    const ends = { count: 0 }
    const entry = opened.at(-1)
    if (entry === undefined) throw new Error('No window is open')
    const port = await connectToFrame({
      self: entry.inside as WindowReceiver,
      isTopLevel: true,
      opener,
      origin: walletOrigin,
      nonce: new URL(entry.url, walletOrigin).hash.slice(1),
      withinMs: 50,
    })
    const line = askFrame({
      port,
      onShow: (message) => shown.push(message),
      onEnd: () => ends.count++,
      ...options,
    })
    await settled()
    return { line, port, shown, ends, last: () => shown.at(-1) as ShowMessage }
  }
  return { approvalWindow, ask, blocked, frame, held, load, opened, opener, queue, read, served, signed, signing }
}
