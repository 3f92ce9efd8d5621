import { AppError, type Client, type ErrorDetails, type FrameKeyEvent, isAppError, timeouts } from '@latchkey/protocol'
import { developmentLanguage } from '../../developmentLanguage.ts'
import { createFrame, type Frame } from './createFrame.ts'

export type AuthConnectorOptions = {
  projectId: string
  /** Origin of the wallet. */
  frameUrl: string
  /** Makes the wallet log the names of its messages to the console. */
  enableLogger?: boolean
  metadata: { name: string; description: string; url: string; icons: string[] }
  sdkVersion: string
  /** Accessible name of the iframe. */
  frameTitle: string
  /** CAIP-2 id of the network to begin with. */
  chainId: () => string
  /** The element of the modal that holds the iframe, in the page. */
  host: () => Element
  /** Calls a function once after `delayMs`; returns a function that cancels it. */
  after: (delayMs: number, act: () => void) => () => void
  onDrop: (reason: 'shape' | 'origin') => void
  onWarning: (text: string) => void
  /** Keyboard events in the wallet. */
  onKey: (event: FrameKeyEvent) => void
  /** EVM chain ids of the networks that have smart accounts; none when the wallet didn't report them. */
  onSmartAccountNetworks: (chainIds: readonly number[]) => void
  /** The loaded document hasn't answered; keep waiting for it. */
  onSilent: () => void
  /** The wallet's document was unloaded. `connect` loads a new one. */
  onEnd: () => void
}

/** The embedded wallet, seen from the page: a frame that is loaded on demand and replaced when it dies. */
export type AuthConnector = {
  /**
   * Returns the connection to a wallet that has sent READY and knows this site. Loads the frame at the first call; after a failure the next
   * call tries again. Throws FRAME_LOAD_FAILED (`reason`: `profile` when the wallet is too old to support profile 5;
   * `csp`; `origin`, with the `origin` that answers; `silent` when something loaded that is no wallet), DISCONNECTED and what
   * SYNC_DAPP_DATA throws.
   */
  connect(): Promise<Client>
  /** The line, when there is one. */
  client(): Client | null
  /** The iframe, when there is one. */
  element(): HTMLIFrameElement | null
  /** Removes the frame; pending requests are rejected with DISCONNECTED. */
  end(): void
}

type Life = { frame: Frame; fail: (error: AppError) => void; client: Promise<Client> }

/** The address of the wallet document (profile 5). It carries no network address: the wallet uses its own. */
export const frameAddress = (frameUrl: string, projectId: string, chainId: string, enableLogger = false): URL => {
  const url = new URL('/sdk', frameUrl)
  const lang = developmentLanguage()
  const values = {
    projectId,
    chainId,
    version: '5',
    ...(enableLogger && { enableLogger: 'true' }),
    ...(lang !== null && { lang }),
  }
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url
}

export function createAuthConnector(options: AuthConnectorOptions): AuthConnector {
  let life: Life | null = null

  const end = (): void => {
    const ended = life
    life = null
    ended?.frame.end()
    ended?.fail(new AppError('DISCONNECTED'))
  }

  const begin = (): Life => {
    const { promise: gone, reject: fail } = Promise.withResolvers<never>()
    const lose = (details: ErrorDetails): void => fail(new AppError('FRAME_LOAD_FAILED', { details }))
    let isSilent = false
    const frame = createFrame({
      url: frameAddress(options.frameUrl, options.projectId, options.chainId(), options.enableLogger),
      host: options.host(),
      title: options.frameTitle,
      after: options.after,
      onDrop: options.onDrop,
      onWarning: options.onWarning,
      onKey: options.onKey,
      onRefused: () => lose({ reason: 'profile' }),
      onLost: lose,
      onSilent() {
        isSilent = true
        options.onSilent()
      },
      onEnd() {
        if (life === begun) life = null
        fail(new AppError('DISCONNECTED'))
        options.onEnd()
      },
    })
    const stopWaiting = options.after(timeouts.frameLoadMs, () => lose(isSilent ? { reason: 'silent' } : {}))
    const ready = Promise.race([frame.client.ready, gone]).finally(stopWaiting)
    const client = ready.then(() => introduce(frame.client)).then(() => frame.client)
    const begun: Life = { frame, fail, client }
    // Also marks the failure as handled: callers of `connect` get it.
    client.catch(() => {
      if (life === begun) end()
    })
    return begun
  }

  /** SYNC_DAPP_DATA is the first round trip. It is sent again after 500 ms, for a frame that sends READY before it listens. */
  const introduce = async (client: Client): Promise<void> => {
    const { projectId, metadata, sdkVersion } = options
    const sync = () => client.request('SYNC_DAPP_DATA', { projectId, metadata, sdkVersion, sdkType: 'latchkey' })
    const first = sync()
    const late = Promise.withResolvers<false>()
    const stopWaiting = options.after(timeouts.frameReadyDelayMs, () => late.resolve(false))
    const isAnswered = await Promise.race([first.then(() => true), late.promise]).finally(stopWaiting)
    if (!isAnswered) {
      const second = sync()
      await Promise.any([first, second]).catch(() => second)
    }
    // A failure isn't fatal: there are no smart accounts then.
    const { smartAccountEnabledNetworks } = await client
      .request('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined)
      .catch((error: unknown) => {
        if (isAppError(error, 'DISCONNECTED')) throw error
        return { smartAccountEnabledNetworks: [] }
      })
    options.onSmartAccountNetworks(smartAccountEnabledNetworks)
  }

  return {
    connect() {
      life ??= begin()
      return life.client
    },
    client: () => life?.frame.client ?? null,
    element: () => life?.frame.element ?? null,
    end,
  }
}
