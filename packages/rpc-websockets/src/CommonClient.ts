/** JSON-RPC 2.0 with notifications over one WebSocket, as `@solana/web3.js` 1.x uses it: it makes a class of its own of it. */

export type ClientOptions = {
  /** Connect with the constructor; true when absent. */
  autoconnect?: boolean
  /** Connect again when the connection is lost; true when absent. */
  reconnect?: boolean
  /** Milliseconds; 1000 when absent. */
  reconnect_interval?: number
  /** In a row, without a connection; 5 when absent. */
  max_reconnects?: number
}

type Listener = (...values: never[]) => void
type Params = Readonly<Record<string, unknown>> | readonly unknown[]

/** `open`, `error` and `close` are of the socket; each other event is a notification of that name, with its `params`. */
export class CommonClient {
  readonly #open: (address: string, options: ClientOptions) => WebSocket
  readonly #address: string
  readonly #options: ClientOptions
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #lastId = 0

  constructor(
    open: (address: string, options: ClientOptions) => WebSocket,
    address: string,
    options: ClientOptions = {},
  ) {
    this.#open = open
    this.#address = address
    this.#options = options
    // The class that web3.js makes of this one sets its own fields after this constructor.
    if (options.autoconnect !== false) queueMicrotask(() => this.connect())
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
    return this
  }

  off(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener)
    return this
  }

  connect(): void {
    clearTimeout(this.#timer)
    if (this.#socket !== null) return
    const socket = this.#open(this.#address, this.#options)
    this.#socket = socket
    socket.addEventListener('open', () => {
      this.#attempts = 0
      this.#emit('open')
    })
    socket.addEventListener('error', (event) => this.#emit('error', event))
    socket.addEventListener('message', ({ data }) => this.#read(data))
    socket.addEventListener('close', ({ code, reason }) => this.#lose(socket, code, reason))
  }

  /** Closes, and does not connect again. */
  close(code = 1000, reason?: string): void {
    clearTimeout(this.#timer)
    this.#attempts = Number.POSITIVE_INFINITY
    this.#socket?.close(code, reason)
  }

  /** Rejects with the server's error (`code`, `message`), or when the connection is lost. */
  async call(method: string, params: Params = []): Promise<unknown> {
    const id = ++this.#lastId
    const answer = Promise.withResolvers<unknown>()
    this.#send({ jsonrpc: '2.0', id, method, params })
    this.#waiting.set(id, answer)
    return answer.promise
  }

  async notify(method: string, params: Params = []): Promise<void> {
    this.#send({ jsonrpc: '2.0', method, params })
  }

  #send(message: object): void {
    if (this.#socket?.readyState !== 1) throw new Error('The socket is not open')
    this.#socket.send(JSON.stringify(message))
  }

  #read(data: unknown): void {
    const message = parse(data)
    if (typeof message.method === 'string') {
      this.#emit(message.method, message.params)
      return
    }
    const answer = this.#waiting.get(Number(message.id))
    if (answer === undefined) return
    this.#waiting.delete(Number(message.id))
    if (message.error === undefined) answer.resolve(message.result)
    else answer.reject(Object.assign(new Error('The server refused the call'), message.error))
  }

  #lose(socket: WebSocket, code: number, reason: string): void {
    if (this.#socket !== socket) return
    this.#socket = null
    for (const answer of this.#waiting.values()) answer.reject(new Error('The connection was lost'))
    this.#waiting.clear()
    this.#emit('close', code, reason)
    const { reconnect = true, reconnect_interval = 1000, max_reconnects = 5 } = this.#options
    const isClosed = this.#attempts === Number.POSITIVE_INFINITY
    if (isClosed) this.#attempts = 0
    else if (reconnect && this.#attempts < max_reconnects) {
      this.#attempts += 1
      this.#timer = setTimeout(() => this.connect(), reconnect_interval)
    }
  }

  #emit(event: string, ...values: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...(values as never[]))
  }
}

function parse(data: unknown): Readonly<Record<string, unknown>> {
  try {
    const message: unknown = JSON.parse(String(data))
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
