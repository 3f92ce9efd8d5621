/** Where a message was received: from the frame's window, on one of our ports, or from any other window. */
export type Heard = {
  via: 'frame' | 'port' | 'elsewhere'
  /** Which of our channels; -1 for windows. */
  channel: number
  origin: string
  data: unknown
}

/** The frame's reply to one request. */
export type KitAnswer = { ok: unknown } | { error: { message: string; name?: string; code?: number } }

/**
 * The `kit` global of all our pages, honest or hostile. It sends raw wire messages to the most recently embedded frame: no client, no
 * schema.
 */
export type PageKit = {
  /** All received messages, in order. */
  heard: Heard[]
  /** Returns the same as text, with the sender's origin, or `port`. */
  said(): { from: string; text: string }[]
  /** Adds an element that loads a URL, and waits until it has loaded or failed. */
  embed(url: string | null, attributes?: Record<string, string>, element?: string): Promise<HTMLIFrameElement>
  /** Resolves with the first message from the frame or a port that `matches`, or null after `timeoutMs`. */
  wait(matches: { id?: string; type?: string; channel?: number }, timeoutMs: number): Promise<Heard | null>
  /** Posts to the frame's window, by default to its exact origin. */
  say(message: unknown, targetOrigin?: string, transfer?: Transferable[]): void
  /** Creates `count` channels, transfers their other ends with the message, and returns the number of the first. */
  handOver(message: unknown, count: number): number
  /** Our end of each channel. */
  ports: MessagePort[]
  /** Sends one request on the window, or on a port, and returns its reply. Throws `Error` after 100 s without one. */
  ask(name: string, payload?: unknown, id?: string): Promise<KitAnswer>
  askOn(port: MessagePort, name: string, payload?: unknown, id?: string): Promise<KitAnswer>
  /** Opens a profile-5 line; the port is for `askOn`. */
  hello(nonce?: string): Promise<MessagePort>
  /** Returns the ids of replies to these messages, once the frame has answered one more request. */
  answersTo(messages: readonly unknown[]): Promise<string[]>
  /** The most recent frame from `embed`. */
  frame: HTMLIFrameElement | null
  /** State that one step of an attack leaves for the next. */
  kept: Record<string, unknown>
}

/** The size in which clients show a frame: 360 x 600 px, fully visible. */
export const frameAttributes = {
  id: 'w3m-iframe',
  name: 'w3m-secure-iframe',
  style: 'position: fixed; inset: 20px auto auto 20px; width: 360px; height: 600px; border: 0',
}

/** The received messages, and the waits for them. Self-contained, as `pageKit` is. */
const createInbox = () => {
  const heard: Heard[] = []
  const waiting = new Set<(message: Heard) => void>()
  const wait: PageKit['wait'] = (matches, timeoutMs) => {
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
  }
  const hear = (message: Heard): void => {
    heard.push(message)
    for (const look of [...waiting]) look(message)
  }
  return { heard, hear, wait }
}

/** Defines `kit` in the page. Self-contained: it is served inside documents, including those without an origin. */
const pageKit = (inbox: ReturnType<typeof createInbox>): void => {
  const answerLimitMs = 100_000
  const { heard, hear, wait } = inbox
  const ports: MessagePort[] = []
  const newId = (): string => `${Math.random()}`.slice(2)
  const listenOn = (port: MessagePort): void => {
    const channel = ports.push(port) - 1
    port.addEventListener('message', ({ data }) => hear({ via: 'port', channel, origin: '', data }))
    port.start()
  }
  const textOf = (data: unknown): string => {
    try {
      return typeof data === 'string' ? data : (JSON.stringify(data) ?? String(data))
    } catch {
      return String(data)
    }
  }
  const answerTo = async (id: string, send: () => void): Promise<KitAnswer> => {
    const answering = wait({ id }, answerLimitMs)
    send()
    const answer = await answering
    if (answer === null) throw new Error(`The request ${id} was not answered`)
    const { type, payload } = answer.data as { type?: unknown; payload?: unknown }
    return String(type).endsWith('_SUCCESS') ? { ok: payload } : { error: payload as { message: string } }
  }
  const requestOf = (name: string, payload: unknown, id: string) => ({
    id,
    type: `@w3m-app/${name}`,
    ...(payload === undefined ? {} : { payload }),
  })

  const kit: PageKit = {
    heard,
    frame: null,
    kept: {},
    ports,
    said: () => heard.map(({ via, origin, data }) => ({ from: via === 'port' ? via : origin, text: textOf(data) })),
    embed(url, attributes = {}, element = 'iframe') {
      const frame = document.createElement(element) as HTMLIFrameElement
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
      if (url !== null) frame.setAttribute(element === 'object' ? 'data' : 'src', url)
      kit.frame = frame
      return new Promise((resolve) => {
        const settle = (): void => resolve(frame)
        frame.addEventListener('load', settle)
        frame.addEventListener('error', settle)
        // An engine may show a blocked page without a load event.
        setTimeout(settle, 2_000)
        document.body.append(frame)
      })
    },
    wait,
    say(message, targetOrigin = new URL(kit.frame?.src ?? location.href).origin, transfer = []) {
      kit.frame?.contentWindow?.postMessage(message, targetOrigin, transfer)
    },
    handOver(message, count) {
      const first = ports.length
      const given = Array.from({ length: count }, () => {
        const { port1, port2 } = new MessageChannel()
        listenOn(port1)
        return port2
      })
      kit.say(message, undefined, given)
      return first
    },
    ask: (name, payload, id = newId()) => answerTo(id, () => kit.say(requestOf(name, payload, id))),
    askOn(port, name, payload, id = newId()) {
      if (!ports.includes(port)) listenOn(port)
      return answerTo(id, () => port.postMessage(requestOf(name, payload, id)))
    },
    async hello(nonce = crypto.randomUUID()) {
      const channel = kit.handOver({ type: '@w3m-app/HELLO', payload: { profile: 5, nonce } }, 1)
      const answer = await wait({ channel, type: '@w3m-frame/HELLO' }, answerLimitMs)
      if (answer === null) throw new Error('HELLO was not answered')
      return ports[channel] as MessagePort
    },
    async answersTo(messages) {
      const from = heard.length
      for (const message of messages) kit.say(message)
      // Requires a call to the service: all immediate replies have been sent then.
      await kit.ask('IS_CONNECTED', undefined, 'last')
      const ids = heard.slice(from).map(({ via, data }) => via === 'frame' && (Object(data) as { id?: unknown }).id)
      return ids.filter((id) => typeof id === 'string')
    },
  }
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      const isFrame = source !== null && source === kit.frame?.contentWindow
      hear({ via: isFrame ? 'frame' : 'elsewhere', channel: -1, origin, data })
    },
    true,
  )
  Object.assign(globalThis, { kit })
}

/** The kit as a separate script. */
export const kitScript = `(${pageKit.toString()})((${createInbox.toString()})())`

/** The kit's document, served at an origin of the project. */
export const pageDocument: string = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page with a kit</title></head>',
  `<body><script>${kitScript}</script></body></html>`,
].join('')
