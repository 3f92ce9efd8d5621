import {
  type Client,
  createClient,
  decodeFrameMessage,
  type FrameKeyEvent,
  sayHello,
  type TransferPort,
  timeouts,
  windowPort,
} from '@latchkey/protocol'

export type FrameOptions = {
  /** The whole address of the wallet document. */
  url: URL
  /** The iframe's parent: light DOM, so that slots control its visibility and it is never moved. */
  host: Element
  /** Accessible name. */
  title: string
  /** Calls a function once after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, act: () => void): () => void
  onDrop(reason: 'shape' | 'origin'): void
  onWarning(text: string): void
  /** Keyboard events in the frame. */
  onKey(event: FrameKeyEvent): void
  /** The wallet responds but doesn't support profile 5: no connection will ever open. */
  onRefused(): void
  /** No wallet will ever answer in this frame. */
  onLost(loss: FrameLoss): void
  /** A document has loaded, and for a while nothing came from it: another server, an error page, or a slow wallet. */
  onSilent(): void
  /** The document in the frame went away: replaced, reloaded, removed or hung. Everything that waited has been rejected. */
  onEnd(): void
}

/** Why a wallet can't be loaded: the page's Content-Security-Policy blocks it, or a document of another origin than `url` answers. */
type FrameLoss = { reason: 'csp' } | { reason: 'origin'; origin: string }

/** The lifetime of one wallet document. */
export type Frame = {
  element: HTMLIFrameElement
  client: Client
  /** Ends it: removes the iframe and rejects pending requests. */
  end(): void
}

/**
 * Inserts the wallet document into the page and connects to it, over a port that only it receives (profile 5).
 *
 * A document sends READY once. A second READY or a second load means that another document has replaced it, without any of its pending
 * requests: the connection is then closed, as for an iframe that was removed from the page.
 *
 * READY may be lost: a page that a debugger has paused, as test tools do briefly with every new window, doesn't receive messages from
 * another process meanwhile. So the page doesn't depend on it, and after a while sends first.
 */
export function createFrame(options: FrameOptions): Frame {
  const { url, host, title, after, onDrop, onWarning, onKey, onRefused, onLost, onSilent, onEnd } = options
  const element = document.createElement('iframe')
  element.title = title
  element.slot = 'frame'

  const onWindow = windowPort({
    self: window,
    peer: () => element.contentWindow,
    peerOrigin: () => url.origin,
    isMessage: (data) => decodeFrameMessage(data) !== null,
    acceptsOrigin: (origin) => origin === url.origin,
    onDrop: (reason, origin) => {
      // Every message on the page that is not the frame's is of another source: that is no event.
      if (reason !== 'source') onDrop(reason)
      if (reason === 'origin' && readies === 0) onLost({ reason, origin })
    },
  })
  let readies = 0
  const watch = (data: unknown): void => {
    const message = decodeFrameMessage(data)
    if (message === null || !('event' in message) || message.event !== 'READY') return
    stopListening()
    if (++readies > 1) die()
  }
  // One listener, so that a message is checked once and a drop counted once.
  const watched: TransferPort = {
    send: onWindow.send,
    listen: (onMessage) =>
      onWindow.listen((data, ports) => {
        watch(data)
        onMessage(data, ports)
      }),
  }
  const line = sayHello({ window: watched, makeChannel: () => new MessageChannel(), onRefused, onDrop })
  const client = createClient({ port: line, onWarning, onKey, onDeath: () => die() })

  let isEnded = false
  const end = (): void => {
    if (isEnded) return
    isEnded = true
    stopHello()
    stopListening()
    document.removeEventListener('securitypolicyviolation', takeViolation)
    removal.disconnect()
    client.destroy()
    line.close()
    element.remove()
  }
  const die = (): void => {
    if (isEnded) return
    end()
    onEnd()
  }

  let loads = 0
  /** Stops waiting for a loaded document to respond. */
  let stopListening: () => void = () => undefined
  element.addEventListener('load', () => {
    if (++loads > 1) return die()
    if (readies > 0) return
    // The waits have grown while it loaded, and it has to be asked before it is reported as silent: start over.
    stopHello()
    helloAfter(timeouts.helloMs)
    stopListening = after(timeouts.frameSilenceMs, onSilent)
  })
  const takeViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    const isOurs = URL.canParse(blockedURI) && new URL(blockedURI).origin === url.origin
    if (isOurs && disposition === 'enforce' && effectiveDirective === 'frame-src') onLost({ reason: 'csp' })
  }
  document.addEventListener('securitypolicyviolation', takeViolation)
  const removal = new MutationObserver(() => {
    if (!element.isConnected) die()
  })
  // Not the whole tree: the page's own changes are many. These four lists are where an iframe can get lost.
  for (const parent of [document, document.documentElement, document.body, host])
    removal.observe(parent, { childList: true })

  let stopHello: () => void = () => undefined
  const helloAfter = (delayMs: number): void => {
    stopHello = after(delayMs, () => {
      if (!isBlank(element)) line.resendHello()
      helloAfter(2 * delayMs)
    })
  }
  // Whichever side opened the connection, the client receives READY.
  void client.ready.then(() => {
    stopHello()
    stopListening()
  })

  element.src = url.href
  host.append(element)
  helloAfter(timeouts.helloMs)
  return { element, client, end }
}

/** Whether an iframe still has its initial empty document: the wallet's is cross-origin and can't be read. */
const isBlank = (element: HTMLIFrameElement): boolean => {
  try {
    return element.contentWindow?.location.href === 'about:blank'
  } catch {
    return false
  }
}
