/** Where a message was heard: from the frame's window, on one of our ports, or from any other window. */
export type Heard = {
  via: 'frame' | 'port' | 'elsewhere'
  /** Which of our channels; -1 for windows. */
  channel: number
  origin: string
  data: unknown
}

/** What the kit's own page offers to the rules as `kit`. It speaks the wire raw: no client, no schema. */
export type PageKit = {
  /** All that was heard, in order. */
  heard: Heard[]
  /** Appends the iframe as a profile-4 client does, in full view. */
  embed(address: string): void
  /** Resolves with the first message from the frame or a port that `matches`, or null after `timeoutMs`. */
  wait(matches: { id?: string; type?: string; channel?: number }, timeoutMs: number): Promise<Heard | null>
  /** To the frame's window, to its exact origin. JSON, so that own `__proto__` keys and the like travel. */
  say(json: string): void
  /** As `say`, of what JSON cannot carry. */
  sayRaw(message: unknown): void
  /** Makes as many channels, hands their other ends over with the message, returns the number of the first. */
  handOver(json: string, count: number): number
  /** On the port of a channel. */
  sayOn(channel: number, json: string): void
  sayRawOn(channel: number, message: unknown): void
  frame: HTMLIFrameElement | null
}

/** Leaves `kit` in the page. Self-contained: it is served inside the document. */
export const pageKit = (): void => {
  const heard: Heard[] = []
  const waiting = new Set<(message: Heard) => void>()
  const ports: MessagePort[] = []
  const hear = (message: Heard): void => {
    heard.push(message)
    for (const look of [...waiting]) look(message)
  }
  const frameOrigin = (): string => new URL(kit.frame?.src ?? location.href).origin

  const kit: PageKit = {
    heard,
    frame: null,
    embed(address) {
      const frame = document.createElement('iframe')
      frame.id = 'w3m-iframe'
      frame.name = 'w3m-secure-iframe'
      frame.style.cssText = 'position:fixed;inset:0 auto auto 0;width:360px;height:600px;border:0'
      frame.src = address
      kit.frame = frame
      document.body.append(frame)
    },
    wait(matches, timeoutMs) {
      const isIt = ({ via, channel, data }: Heard): boolean => {
        const { id, type } = Object(data) as { id?: unknown; type?: unknown }
        return (
          via !== 'elsewhere' &&
          (matches.id === undefined || id === matches.id) &&
          (matches.type === undefined || type === matches.type) &&
          (matches.channel === undefined || channel === matches.channel)
        )
      }
      const known = heard.find(isIt)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve) => {
        const settle = (message: Heard | null): void => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(message)
        }
        const look = (message: Heard): void => {
          if (isIt(message)) settle(message)
        }
        const timer = setTimeout(() => settle(null), timeoutMs)
        waiting.add(look)
      })
    },
    say: (json) => kit.sayRaw(JSON.parse(json)),
    sayRaw: (message) => kit.frame?.contentWindow?.postMessage(message, frameOrigin()),
    handOver(json, count) {
      const first = ports.length
      const given = Array.from({ length: count }, (_, index) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => hear({ via: 'port', channel: first + index, origin: '', data })
        ports.push(port1)
        return port2
      })
      kit.frame?.contentWindow?.postMessage(JSON.parse(json), frameOrigin(), given)
      return first
    },
    sayOn: (channel, json) => kit.sayRawOn(channel, JSON.parse(json)),
    sayRawOn: (channel, message) => ports[channel]?.postMessage(message),
  }
  addEventListener('message', ({ source, origin, data }) => {
    const isFrame = source !== null && source === kit.frame?.contentWindow
    hear({ via: isFrame ? 'frame' : 'elsewhere', channel: -1, origin, data })
  })
  Object.assign(globalThis, { kit })
}

/** The kit's document, as it is served at an origin of the project's. */
export const pageDocument: string = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Conformance kit</title></head>',
  `<body><script>(${pageKit.toString()})()</script></body></html>`,
].join('')
