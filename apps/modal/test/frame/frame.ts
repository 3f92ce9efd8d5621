/**
 * A wallet document on another origin than the page, scripted by the project id: `<scenario>-<anything>`. It uses the real host and the
 * real connection; only its answers are scripted. Buttons decide about approvals.
 */
import {
  AppError,
  awaitHello,
  createHost,
  decodeHello,
  encodeReady,
  type Handlers,
  type Host,
  windowPort,
} from '@latchkey/protocol'
import { unserved } from '../../../../packages/protocol/src/unserved.fixture.ts'

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const query = new URLSearchParams(location.search)
const projectId = query.get('projectId') ?? ''
const [scenario] = projectId.split('-')
const pageOrigin = location.ancestorOrigins[0] ?? ''
const never = () => new Promise<never>(() => undefined)

/** Storage of this origin under the page's site: it outlives the document, as a session does. */
const session = {
  isOpen: () => localStorage.getItem(projectId) === 'open',
  open: () => localStorage.setItem(projectId, 'open'),
  close: () => localStorage.removeItem(projectId),
}

let parentOrigin: string | null = null
const released = Promise.withResolvers<void>()
let theme = ''
const seen: string[] = []
const show = (): void => {
  const output = document.querySelector('output')
  if (output !== null) output.textContent = JSON.stringify({ seen, theme, ...measureView() })
}
let isVisible = false
const measureView = () => ({ width: innerWidth, height: innerHeight, isVisible })

const buttons = () => [...document.querySelectorAll('button')]

/** Requests wait for these buttons. */
const approval = (): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    for (const button of buttons()) {
      button.disabled = false
      button.onclick = () => (button.id === 'confirm' ? resolve('0x1234') : reject(new AppError('USER_REJECTED')))
    }
  }).finally(() => {
    for (const button of buttons()) button.disabled = true
  })

/** The code is typed here. */
const proof = (): Promise<undefined> =>
  new Promise((resolve) => {
    const input = document.querySelector('input')
    if (input === null) return
    input.disabled = false
    input.value = ''
    input.oninput = () => {
      if (input.value !== '123456') return
      input.disabled = true
      session.open()
      resolve(undefined)
    }
  })

const handlers: Handlers<undefined> = {
  ...unserved,
  SYNC_DAPP_DATA: async () => undefined,
  SYNC_THEME: async ({ themeMode }) => {
    theme = themeMode ?? ''
    if (scenario === 'silenttheme') await never()
    return undefined
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => {
    if (scenario === 'smartunknown') throw new AppError('SERVICE_UNREACHABLE')
    // Anything but a list counts as empty, whatever its type claims.
    if (scenario === 'smartrubbish') return { smartAccountEnabledNetworks: '31337' as never }
    return { smartAccountEnabledNetworks: scenario === 'smart' ? [31337] : [] }
  },
  IS_CONNECTED: async () => ({ isConnected: session.isOpen() }),
  GET_USER: async (payload) => {
    if (!session.isOpen()) throw new AppError('UNAUTHORIZED')
    return { address, email: 'ada@example.com', chainId: Number(String(payload?.chainId).replace('eip155:', '')) }
  },
  CONNECT_EMAIL: async () => ({ action: session.isOpen() ? 'CONNECT' : 'VERIFY_OTP' }),
  CONNECT_OTP: proof,
  GET_SOCIAL_REDIRECT_URI: async () => ({
    uri: `http://localhost:${location.port}/provider?${new URLSearchParams({ scenario: scenario ?? '', origin: pageOrigin, state: 's' })}`,
    number: '42',
  }),
  // The attempt's own address: it is released once the user has compared the number, which doesn't happen here.
  CONNECT_SOCIAL: async ({ uri }) => {
    if (uri.includes('/provider')) await released.promise
    else if (uri.includes('error=')) throw new AppError('SOCIAL_DENIED')
    else if (uri !== `${location.origin}/social#attempt=a&result=r`) throw new AppError('SOCIAL_EXPIRED')
    session.open()
    return { address, chainId: 31337, provider: 'google' }
  },
  GET_CHAIN_ID: async () => ({ chainId: 31337 }),
  SWITCH_NETWORK: async ({ chainId }) => ({ chainId: Number(String(chainId).replace('eip155:', '')) }),
  RPC_REQUEST: ({ method }) => {
    if (method === 'personal_sign') return approval()
    return Promise.resolve(method === 'eth_getBalance' ? '0xde0b6b3a7640000' : '0x10')
  },
  RPC_ABORT: async () => undefined,
  SIGN_OUT: async () => {
    session.close()
    return undefined
  },
  RELOAD: async () => undefined,
  PING: async () => (scenario === 'hangs' && session.isOpen() ? never() : undefined),
}

let host: Host | undefined
const start = (): void => {
  const line = windowPort({
    self: window,
    peer: () => parent,
    peerOrigin: () => parentOrigin,
    isMessage: (data) => decodeHello('app', data) !== null,
    acceptsOrigin(origin) {
      parentOrigin ??= origin
      return origin === parentOrigin
    },
  })
  awaitHello({
    window: line,
    onRefused: () => undefined,
    onLine: (port) => {
      host = createHost({
        port,
        handlers,
        async admit({ name }) {
          seen.push(name)
          show()
          return undefined
        },
      })
    },
  })
  const profile = scenario === 'old' ? 4 : 5
  parent.postMessage(encodeReady({ version: 'scripted', profile, capabilities: [] }), pageOrigin)
}

/** Messages that a hostile document in the frame's place would post. */
const misbehave = (): void => {
  const lies: unknown[] = [
    'hello',
    { type: '@w3m-frame/CONNECT_OTP_SUCCESS' },
    { id: 'guess', type: '@w3m-frame/NO_SUCH_THING_SUCCESS' },
    { id: 1, type: '@w3m-frame/GET_USER_SUCCESS', payload: { address } },
    { id: 'guess', type: '@w3m-frame/GET_USER_SUCCESS', payload: { address, chainId: 1 } },
    { type: '@w3m-app/CONNECT_EMAIL', id: 'x', payload: {} },
  ]
  for (const lie of lies) parent.postMessage(lie, pageOrigin)
}

new IntersectionObserver(
  ([entry]) => {
    isVisible = (entry as { isVisible?: boolean } | undefined)?.isVisible ?? false
    show()
  },
  // @ts-expect-error version 2 of the interface: whether nothing covers or distorts the element
  { threshold: 1, trackVisibility: true, delay: 100 },
).observe(document.getElementById('confirm') ?? document.body)

if (scenario === 'hostile') misbehave()
if (scenario !== 'mute') start()
if (scenario === 'hostile') misbehave()
// As the wallet does: the page is notified when the keyboard focus leaves over the last button, or the first.
addEventListener('keydown', (event) => {
  const stops = buttons().filter(({ disabled }) => !disabled)
  const last = event.shiftKey ? stops[0] : stops.at(-1)
  if (event.key !== 'Tab' || document.activeElement !== last) return
  event.preventDefault()
  host?.tell({ event: 'FOCUS_EXIT', edge: event.shiftKey ? 'start' : 'end' })
})
// The test messages the document directly here; the wallet's own connection rejects the shape.
addEventListener('message', ({ data }) => {
  if (data === 'test:reload') location.reload()
  if (data === 'test:forget') session.close()
  if (data === 'test:release') released.resolve()
  if (data === 'test:leave') location.href = 'about:blank'
  if (data === 'test:seen') parent.postMessage({ seen }, pageOrigin)
  if (data === 'test:escape') host?.tell({ event: 'ESCAPE' })
})
