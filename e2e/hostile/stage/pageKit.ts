/** What one window of a page of ours has been told: who said it, and it as text. */
export type Heard = { from: string; text: string }
/** How the wallet answered one request. */
export type Answer = { ok: unknown } | { error: { message: string; name?: string; code?: number } }

/** What every page of the suite finds as `kit`: attackers and the honest page use the same tools. */
export type Kit = {
  /** All that this window was told, in order. */
  heard: Heard[]
  /** Adds an element that shows an address, and waits until it has loaded or failed. */
  embed(url: string | null, attributes?: Record<string, string>, element?: string): Promise<HTMLIFrameElement>
  /** Says something to a frame's window, to the exact origin of its address unless told otherwise. */
  say(frame: HTMLIFrameElement, message: unknown, targetOrigin?: string, transfer?: Transferable[]): void
  /** One request of profile 4, and its answer. */
  ask(frame: HTMLIFrameElement, name: string, payload?: unknown, id?: string): Promise<Answer>
  /** Opens a line of profile 5 and says the nonce that came back; the port stays open for `askOn`. */
  hello(frame: HTMLIFrameElement, nonce?: string): Promise<MessagePort>
  askOn(port: MessagePort, name: string, payload?: unknown, id?: string): Promise<Answer>
  /** Ids of the answers that came since `listen`, once the wallet has answered one more question. */
  answersTo(frame: HTMLIFrameElement, messages: readonly unknown[]): Promise<string[]>
  /** The last frame that `embed` made. */
  frame: HTMLIFrameElement | null
  /** Left by one step of an attack for the next. */
  kept: Record<string, unknown>
}

/** Leaves `kit` behind. Self-contained, for it is serialised into the pages, also into those without an origin. */
export const pageKit = (): void => {
  const text = (data: unknown): string => {
    try {
      return typeof data === 'string' ? data : JSON.stringify(data)
    } catch {
      return String(data)
    }
  }
  const newId = (): string => `${Math.random()}`.slice(2)
  const heard: Heard[] = []
  addEventListener('message', ({ data, origin }) => heard.push({ from: origin, text: text(data) }), true)

  const answerOf = (data: { type?: string; payload?: unknown }): Answer =>
    String(data.type).endsWith('_SUCCESS')
      ? { ok: data.payload }
      : { error: data.payload as { message: string; name?: string } }

  const kit: Kit = {
    heard,
    frame: null,
    kept: {},
    embed(url, attributes = {}, element = 'iframe') {
      const frame = document.createElement(element) as HTMLIFrameElement
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
      if (url !== null) frame.setAttribute(element === 'object' ? 'data' : 'src', url)
      kit.frame = frame
      return new Promise((resolve) => {
        const settle = (): void => resolve(frame)
        frame.addEventListener('load', settle)
        frame.addEventListener('error', settle)
        // An engine may show a refusal without saying that anything has loaded.
        setTimeout(settle, 2_000)
        document.body.append(frame)
      })
    },
    say(frame, message, targetOrigin = new URL(frame.src).origin, transfer = []) {
      frame.contentWindow?.postMessage(message, targetOrigin, transfer)
    },
    ask(frame, name, payload, id = newId()) {
      return new Promise((resolve) => {
        const hear = ({ data, source }: MessageEvent): void => {
          if (source !== frame.contentWindow || data?.id !== id) return
          removeEventListener('message', hear)
          resolve(answerOf(data))
        }
        addEventListener('message', hear)
        kit.say(frame, { id, type: `@w3m-app/${name}`, ...(payload === undefined ? {} : { payload }) })
      })
    },
    hello(frame, nonce = crypto.randomUUID()) {
      const { port1, port2 } = new MessageChannel()
      return new Promise((resolve) => {
        port1.addEventListener('message', ({ data }) => {
          heard.push({ from: 'port', text: text(data) })
          if (data?.type === '@w3m-frame/HELLO') resolve(port1)
        })
        port1.start()
        kit.say(frame, { type: '@w3m-app/HELLO', payload: { profile: 5, nonce } }, undefined, [port2])
      })
    },
    askOn(port, name, payload, id = newId()) {
      return new Promise((resolve) => {
        const hear = ({ data }: MessageEvent): void => {
          if (data?.id !== id) return
          port.removeEventListener('message', hear)
          resolve(answerOf(data))
        }
        port.addEventListener('message', hear)
        port.postMessage({ id, type: `@w3m-app/${name}`, ...(payload === undefined ? {} : { payload }) })
      })
    },
    async answersTo(frame, messages) {
      const ids: string[] = []
      const hear = ({ data, source }: MessageEvent): void => {
        if (source === frame.contentWindow && typeof data?.id === 'string') ids.push(data.id)
      }
      addEventListener('message', hear)
      for (const message of messages) kit.say(frame, message)
      // Takes a call to the service: whatever was to be answered at once has been.
      await kit.ask(frame, 'IS_CONNECTED', undefined, 'last')
      removeEventListener('message', hear)
      return ids
    },
  }
  Object.assign(globalThis, { kit })
}
