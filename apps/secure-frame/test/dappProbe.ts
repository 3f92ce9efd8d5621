import { type Client, createClient, decodeFrameMessage, windowPort } from '@latchkey/protocol'

/** A page that uses profile 4 as its clients do: an iframe of 360 x 600, one window to communicate with, one origin. */
const open = (walletOrigin: string, query: Record<string, string>): { client: Client; frame: HTMLIFrameElement } => {
  const frame = document.createElement('iframe')
  frame.id = 'w3m-iframe'
  frame.width = '360'
  frame.height = '600'
  frame.style.border = '0'
  const port = windowPort({
    self: window,
    peer: () => frame.contentWindow,
    peerOrigin: () => walletOrigin,
    isMessage: (data) => decodeFrameMessage(data) !== null,
    acceptsOrigin: (origin) => origin === walletOrigin,
  })
  const client = createClient({ port })
  frame.src = `${walletOrigin}/sdk?${new URLSearchParams(query)}`
  document.body.append(frame)
  return { client, frame }
}

/** Waits for the wallet's READY; false when it sends none. */
const isReady = (client: Client, timeoutMs: number): Promise<boolean> =>
  Promise.race([
    client.ready.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs)),
  ])

const probe = { open, isReady }
export type DappProbe = typeof probe

Object.assign(globalThis, { probe })
