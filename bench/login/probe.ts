import type { Frame } from 'playwright'
import type { Interval } from '../statistics/intervals.ts'

/** An activity with a duration and a description. */
export type Activity = Interval & { name: string }

/**
 * A document's records of itself. All times are milliseconds since 1970 on the clock that documents share (`performance.timeOrigin` and the
 * times of `performance` and events); null for what has not happened.
 */
export type Notes = {
  navigationMs: number
  /** The last character typed or pasted. */
  inputMs: number | null
  /** The last click, as the browser received it: a busy page's delay counts. */
  clickMs: number | null
  /** When the demo's heading shows that it is connected. */
  connectedMs: number | null
  /** When the wallet's last signature arrived; the dapp's promise is resolved in the same task, with its continuation. */
  signedMs: number | null
  /** Calls to the vault over its port, from request to reply. */
  vaultCalls: Activity[]
  /** The document and everything that it has loaded or requested. */
  network: Activity[]
}

const global = '__bench'
const connectedHeading = 'You are connected'
const answerType = '@w3m-frame/RPC_REQUEST_SUCCESS'
/** Of an EVM account, 65 bytes in hex; of one on Solana, 64 in base58. Balances and the like arrive in the same kind of message. */
const signature = '^(0x[0-9a-f]{130}|[1-9A-HJ-NP-Za-km-z]{64,88})$'

type Settings = { global: string; connectedHeading: string; answerType: string; signature: string }

/** Runs in each document before its own scripts, and is self-contained: it is sent as text. */
const watch = ({ global, connectedHeading, answerType, signature }: Settings): void => {
  const toEpoch = (ms: number): number => performance.timeOrigin + ms
  const notes: Omit<Notes, 'network'> = {
    navigationMs: performance.timeOrigin,
    inputMs: null,
    clickMs: null,
    connectedMs: null,
    signedMs: null,
    vaultCalls: [],
  }
  Reflect.set(globalThis, global, (): Notes => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const network = (entries as PerformanceResourceTiming[])
      // A frame's document reports its own loads; its entry here would count them too.
      .filter(({ initiatorType }) => initiatorType !== 'iframe')
      // Chromium aborts a preloaded worker script before it starts it.
      .filter(({ startTime, responseEnd }) => responseEnd >= startTime)
      .map(({ name, startTime, responseEnd }) => ({
        name: new URL(name).pathname,
        startMs: toEpoch(startTime),
        endMs: toEpoch(responseEnd),
      }))
    return { ...notes, network }
  })
  addEventListener(
    'input',
    ({ timeStamp }) => {
      notes.inputMs = toEpoch(timeStamp)
    },
    true,
  )
  addEventListener(
    'click',
    ({ timeStamp }) => {
      notes.clickMs = toEpoch(timeStamp)
    },
    true,
  )

  if (parent === window) {
    // Responses come over the port that the page has made; it starts the port to listen.
    const { start } = MessagePort.prototype
    MessagePort.prototype.start = function (this: MessagePort) {
      this.addEventListener('message', ({ data, timeStamp }) => {
        const said = data?.payload?.signature ?? data?.payload
        if (data?.type === answerType && new RegExp(signature).test(said)) notes.signedMs = toEpoch(timeStamp)
      })
      return start.call(this)
    }
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === connectedHeading)
        notes.connectedMs ??= toEpoch(performance.now())
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }

  // The vault's client is comlink: a call is `{ type: 'APPLY', id, path: [method] }`, its reply has the same id.
  const asked = new Map<string, { name: string; startMs: number }>()
  const heard = new WeakSet<MessagePort>()
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (this: MessagePort, ...args: Parameters<typeof postMessage>) {
    const [message] = args
    if (message?.type === 'APPLY' && Array.isArray(message.path)) {
      asked.set(message.id, { name: message.path.join('.'), startMs: toEpoch(performance.now()) })
      if (!heard.has(this)) {
        heard.add(this)
        this.addEventListener('message', ({ data, timeStamp }) => {
          const call = asked.get(data?.id)
          if (call !== undefined) notes.vaultCalls.push({ ...call, endMs: toEpoch(timeStamp) })
        })
      }
    }
    return postMessage.apply(this, args)
  } as typeof postMessage
}

/** Arguments of `addInitScript`. */
export const probe = [watch, { global, connectedHeading, answerType, signature }] as const

/** Returns a document's records so far. */
export const readNotes = (frame: Frame): Promise<Notes> =>
  frame.evaluate((name) => (Reflect.get(globalThis, name) as () => Notes)(), global)
