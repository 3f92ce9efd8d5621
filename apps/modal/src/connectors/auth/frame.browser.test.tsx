import { afterEach, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createEngine } from '../../engine.ts'
import { createHub } from '../../hub.ts'
import type { ModalEvent } from '../../Modal.ts'
import { createTestClock, testAddress, testSettings } from '../../modal.fixture.ts'
import { createStorage } from '../../storage.ts'
import { createHost, hostTag } from '../../ui/createHost.ts'

/** The scripted wallet of `test/frame`: another site than this page. The project id picks its script. */
const frameUrl = inject('frameUrl')
const onLocalhost = frameUrl.replace('127.0.0.1', 'localhost')
let runs = 0
/** The owner of each modal element: the first to look owns it. */
const claimed = new WeakSet<Element>()
const disposals: (() => void)[] = []
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose()
})

const freshId = (scenario: string): string => `${scenario}-${Date.now()}-${runs++}`

const start = (
  scenario: string,
  { fakeClock = false, projectId = freshId(scenario), wrongUrl = frameUrl, mistake = {} as object } = {},
) => {
  const settings = { ...testSettings, projectId, frameUrl: wrongUrl, apiUrl: frameUrl }
  const storage = createStorage(settings.projectId)
  const hub = createHub({ ...settings, start: [settings.networks[0]], restoring: [] })
  const events: ModalEvent[] = []
  hub.events.listen((event) => events.push(event))
  const logged: string[] = []
  const clock = createTestClock()
  const engine = createEngine(
    {
      options: { ...settings, ...mistake },
      hub,
      storage,
      host: createHost(),
      overlay: { show: () => undefined, hide: () => undefined },
    },
    { log: (_, text) => void logged.push(text), ...(fakeClock && { clock }) },
  )
  let own: Element | undefined
  const host = () => {
    own ??= [...document.querySelectorAll(hostTag)].find((element) => !claimed.has(element))
    if (own !== undefined) claimed.add(own)
    return own
  }
  disposals.push(() => engine.destroy())
  return {
    engine,
    projectId,
    hub,
    events,
    logged,
    clock,
    storage,
    host,
    frame: () => host()?.querySelector('iframe') ?? null,
    text: () => host()?.shadowRoot?.querySelector('dialog')?.textContent ?? '',
    view: () => hub.state.get().view,
    codes: () => events.flatMap((event) => (event.type === 'ALERT' ? [event.alert.code] : [])),
    dropped: () => events.filter(({ type }) => type === 'MESSAGE_DROPPED'),
  }
}
type Started = ReturnType<typeof start>

const tell = (started: Started, command: string) => started.frame()?.contentWindow?.postMessage(command, frameUrl)

const fill = async (started: Started, value: string) => {
  const input = () => started.host()?.shadowRoot?.querySelector('input') ?? null
  await expect.poll(input).not.toBeNull()
  await userEvent.fill(page.elementLocator(input() as HTMLElement), value)
}
const login = async (started: Started) => {
  await started.engine.open()
  await fill(started, 'ada@example.com')
  await userEvent.keyboard('{Enter}')
  await typeCode(started)
  await expect.poll(() => started.hub.account.get().status).toBe('connected')
}
/** The field in the wallet's own document. */
const typeCode = async (started: Started) => {
  await expect.poll(() => started.frame()?.checkVisibility()).toBe(true)
  await userEvent.fill(
    page.frameLocator(page.elementLocator(started.frame() as HTMLElement)).getByRole('textbox'),
    '123456',
  )
}
/** The requests that have reached the wallet, with their sender. */
const seenBy = async (started: Started): Promise<unknown> => {
  const told = new Promise((resolve) => {
    const hear = ({ data }: MessageEvent) => {
      if (!Array.isArray(data?.seen)) return
      removeEventListener('message', hear)
      resolve(data.seen)
    }
    addEventListener('message', hear)
  })
  tell(started, 'test:seen')
  return told
}
/** A button in the wallet's own document. */
const press = (started: Started, name: string) =>
  userEvent.click(page.frameLocator(page.elementLocator(started.frame() as HTMLElement)).getByRole('button', { name }))
const settled = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: { code: number; message: string }) => ({ code: error.code, message: error.message }),
  )

test('a login from another origin: the code is typed in the wallet, and the page never hears of it', async () => {
  const started = start('login')
  const heard: unknown[] = []
  const hear = ({ data }: MessageEvent) => heard.push(data)
  addEventListener('message', hear)
  await login(started)
  removeEventListener('message', hear)
  expect(started.hub.account.get()).toMatchObject({ address: testAddress, email: 'ada@example.com' })
  expect(started.storage.read('connections')).toMatchObject([{ connectorId: 'auth', address: testAddress }])
  expect(started.hub.state.get().open).toBe(false)
  // After READY everything travels over the port.
  expect(heard).toMatchObject([{ type: '@w3m-frame/READY' }])
})

test('leaving the login tells the wallet, and coming back shows it again', async () => {
  const started = start('login')
  await started.engine.open()
  await fill(started, 'ada@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => started.frame()?.checkVisibility()).toBe(true)
  tell(started, 'test:escape')
  await expect.poll(() => started.hub.state.get().open).toBe(false)
  await expect.poll(() => seenBy(started)).toContain('RPC_ABORT')
  await login(started)
})

test('a wallet that speaks only profile 4 is refused, and the developer told', async () => {
  const started = start('old')
  await started.engine.open()
  await expect.poll(started.codes).toEqual(['APKT011'])
  await expect.poll(started.text).toContain('The wallet couldn’t load')
  await expect.poll(started.frame).toBeNull()
})

test('the iframe is the wallet’s address with no network address in it', async () => {
  const started = start('login')
  await started.engine.open()
  // It loads once the first view is on screen.
  await expect.poll(() => started.frame()?.src).toBeDefined()
  const url = new URL(started.frame()?.src ?? '')
  expect(url.origin).toBe(frameUrl)
  expect(url.pathname).toBe('/sdk')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    projectId: expect.stringContaining('login-'),
    chainId: 'eip155:31337',
    version: '5',
  })
})

test('an approval is confirmed in the wallet itself, which the modal shows without reloading it', async () => {
  const started = start('login')
  await login(started)
  const frame = started.frame()
  let loads = 0
  frame?.addEventListener('load', () => loads++)
  expect(frame?.checkVisibility()).toBe(false)
  for (const [button, outcome] of [
    ['Confirm', { value: '0x1234' }],
    ['Reject', { code: 4001, message: 'The user rejected the request' }],
  ] as const) {
    const signed = settled(started.engine.request({ method: 'personal_sign', params: ['0x00', testAddress] }))
    await expect.poll(() => frame?.checkVisibility()).toBe(true)
    await press(started, button)
    await expect(signed).resolves.toEqual(outcome)
    await expect.poll(() => frame?.checkVisibility()).toBe(false)
  }
  expect(started.frame()).toBe(frame)
  expect(loads).toBe(0)
})

test('closing the modal during an approval aborts it', async () => {
  const started = start('login')
  await login(started)
  const signed = settled(started.engine.request({ method: 'personal_sign', params: ['0x00', testAddress] }))
  await expect.poll(() => started.frame()?.checkVisibility()).toBe(true)
  started.engine.close()
  await expect(signed).resolves.toEqual({ code: 4001, message: 'Request was aborted' })
})

test('a wallet that does not answer the theme is never shown', async () => {
  const started = start('silenttheme')
  await started.engine.open()
  await fill(started, 'ada@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.poll(started.text).toContain('Opening your wallet')
  await expect.poll(() => seenBy(started)).toContain('SYNC_THEME')
  expect(started.frame()?.checkVisibility()).toBe(false)
  expect(await seenBy(started)).not.toContain('CONNECT_OTP')
})

const loaded = async (started: Started) => {
  const frame = await expect.poll(started.frame).not.toBeNull().then(started.frame)
  // Its own listener, which starts a wait, is the first.
  await new Promise((resolve) => frame?.addEventListener('load', resolve))
}

test('what says nothing 3 seconds after it has loaded is told, once, and a wallet is waited for until 20', async () => {
  const started = start('mute', { fakeClock: true })
  await started.engine.open()
  await loaded(started)
  const first = started.frame()
  await started.clock.advance(2_999)
  expect(started.codes()).toEqual([])
  await started.clock.advance(1)
  await expect.poll(started.codes).toEqual(['APKT003'])
  expect(started.logged.join()).toContain(`Open ${frameUrl}/health`)
  await expect.poll(started.text).toContain('The wallet couldn’t load')
  expect(started.frame()).toBe(first)
  await started.clock.advance(17_000)
  await expect.poll(started.frame).toBeNull()
  await expect.poll(started.codes).toEqual(['APKT003'])
  clickRetry(started)
  await expect.poll(started.frame).not.toBeNull()
  expect(started.frame()).not.toBe(first)
})

test('a silent frame is replaced when the user asks for it', async () => {
  const started = start('mute', { fakeClock: true })
  await started.engine.open()
  await loaded(started)
  const first = started.frame()
  await started.clock.advance(3_000)
  await expect.poll(started.text).toContain('The wallet couldn’t load')
  clickRetry(started)
  await expect.poll(started.frame).not.toBe(first)
  await expect.poll(started.text).not.toContain('The wallet couldn’t load')
})

const clickRetry = (started: Started) => {
  const buttons = [...(started.host()?.shadowRoot?.querySelectorAll('button') ?? [])]
  buttons.find((button) => button.textContent?.includes('Try again'))?.click()
}

test.each([
  ['where nobody listens', 'http://127.0.0.1:9'],
  // The api of the tests, as a page sees it: it answers but is no wallet.
  ['of the page’s own server', location.origin],
])('a frame %s is told once, and wallets of the page are still there', async (_, wrongUrl) => {
  const started = start('login', { wrongUrl })
  await started.engine.open()
  await expect.poll(started.codes, { timeout: 20_000 }).toEqual(['APKT003'])
  await expect.poll(started.text).toContain(`${wrongUrl}/health`)
  await expect.poll(() => started.logged.filter((text) => text.includes('APKT003'))).toHaveLength(1)
  expect(started.text()).toContain('All wallets')
})

test('a wallet that the page’s policy blocks is told at once, with the directive to add', async () => {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  // A policy cannot be taken back: it names a wallet that no other test uses.
  policy.content = `frame-src ${frameUrl} ${onLocalhost} 'self' http://127.0.0.1:9`
  document.head.append(policy)
  const started = start('login', { wrongUrl: 'http://127.0.0.1:4499' })
  await started.engine.open()
  await expect.poll(started.codes).toEqual(['APKT003'])
  await expect.poll(() => started.logged.join()).toContain('frame-src http://127.0.0.1:4499')
  expect(started.logged.join()).toContain('Content-Security-Policy blocks')
  await expect.poll(started.frame).toBeNull()
})

test.each([
  ['theme mode', { themeMode: 'blue' }],
  ['social login', { features: { socials: ['gogle'] } }],
  ['site without a name', { metadata: {} }],
  ['theme variable', { themeVariables: { '--lk-acent': 'red' } }],
  ['unknown option', { thmeMode: 'dark' }],
])('with a mistake (%s) a login works all the same, and the developer reads of it once', async (_, mistake) => {
  const started = start('login', { mistake })
  await login(started)
  await expect.poll(started.codes).toEqual(['APKT013'])
})

test.each([
  ['networks', undefined],
  ['networks', []],
  ['frameUrl', undefined],
  ['frameUrl', 'wallet'],
  ['apiUrl', undefined],
])('with %s: %j the modal shows the fix, loads no frame, and a stored login stays', async (option, value) => {
  const projectId = freshId('login')
  const before = start('login', { projectId })
  await login(before)
  const kept = before.storage.read('connections')
  before.engine.destroy()
  const started = start('login', { projectId, mistake: { [option]: value } })
  await started.engine.open()
  await expect.poll(started.codes).toEqual(['APKT013'])
  await expect.poll(started.text).toContain(`\`${option}\` is`)
  expect(started.text()).toContain("Sign-in isn't set up on this site")
  expect(started.text()).not.toContain('We couldn’t finish this')
  expect(started.frame()).toBeNull()
  expect(started.storage.read('connections')).toEqual(kept)
})

test('a wallet whose READY is lost is spoken to all the same, once it is there', async () => {
  const lose = (event: MessageEvent) => {
    if (event.origin === frameUrl && event.data?.type === '@w3m-frame/READY') event.stopImmediatePropagation()
  }
  addEventListener('message', lose)
  disposals.push(() => removeEventListener('message', lose))
  const started = start('login')
  await login(started)
  expect(started.codes()).toEqual([])
  expect(started.dropped()).toEqual([])
})

test('a project that the api does not know is told with the line that adds it, and the frame is gone', async () => {
  const started = start('unknown')
  await started.engine.open()
  await expect.poll(started.codes).toEqual(['APKT007'])
  const line = JSON.stringify({ id: started.projectId, name: 'Test', origins: [location.origin] })
  await expect.poll(started.text).toContain(line)
  await expect.poll(started.frame).toBeNull()
})

test.each(['blocked', 'unlisted'])(
  'a page that is %s is told the exact line to add, and the frame is gone',
  async (scenario) => {
    const started = start(scenario)
    await started.engine.open()
    await expect.poll(started.codes).toEqual(['APKT002'])
    await expect.poll(started.text).toContain(`"${location.origin}"`)
    expect(started.text()).toContain(`npm start -- --origin ${location.origin}`)
    await expect.poll(started.frame).toBeNull()
    expect(started.host()?.shadowRoot?.querySelector('input')).toBeNull()
  },
)

test('messages of another shape are dropped and counted, and change nothing', async () => {
  const started = start('hostile')
  await started.engine.open()
  // Five of the six lies aren't of a shape that a wallet sends; they are sent twice.
  await expect.poll(() => started.dropped().length).toBe(10)
  expect(started.dropped().every((event) => event.type === 'MESSAGE_DROPPED' && event.reason === 'shape')).toBe(true)
  expect(started.hub.account.get().status).toBe('disconnected')
  expect(started.view()).toBe('Connect')
})

test('a document of another origin in the frame’s place is not listened to', async () => {
  const started = start('redirected')
  await started.engine.open()
  await expect.poll(() => started.dropped()).toMatchObject([{ reason: 'origin', count: 1 }])
  expect(started.hub.account.get().status).toBe('disconnected')
  // Its developer reads where the wallet is.
  await expect.poll(started.codes).toEqual(['APKT003'])
  expect(started.logged.join()).toContain(`Set \`frameUrl\` to "${onLocalhost}"`)
})

test('messages from other windows are not the wallet’s, whatever they say', async () => {
  const started = start('login')
  await login(started)
  const before = started.hub.account.get()
  const signed = settled(started.engine.request({ method: 'personal_sign', params: ['0x00', testAddress] }))
  await expect.poll(() => started.frame()?.checkVisibility()).toBe(true)
  window.postMessage({ type: '@w3m-frame/READY', payload: {} }, location.origin)
  window.postMessage({ id: 'x', type: '@w3m-frame/RPC_REQUEST_SUCCESS', payload: '0xbad' }, location.origin)
  dispatchEvent(
    new MessageEvent('message', {
      data: { type: '@w3m-frame/READY', payload: {} },
      origin: frameUrl,
      source: window,
    }),
  )
  await press(started, 'Confirm')
  await expect(signed).resolves.toEqual({ value: '0x1234' })
  expect(started.hub.account.get()).toEqual(before)
})

test.each([
  ['reloads', (started: Started) => tell(started, 'test:reload')],
  ['goes elsewhere', (started: Started) => tell(started, 'test:leave')],
  ['is taken out of the page', (started: Started) => started.frame()?.remove()],
  ['loses its place in the page', (started: Started) => started.host()?.remove()],
])('when the frame %s, what waited is rejected, and the account comes back with a new frame', async (_, kill) => {
  const started = start('login')
  await login(started)
  const first = started.frame()
  const signed = settled(started.engine.request({ method: 'personal_sign', params: ['0x00', testAddress] }))
  await expect.poll(() => first?.checkVisibility()).toBe(true)
  kill(started)
  await expect(signed).resolves.toEqual({ code: 4900, message: 'The wallet is not connected' })
  await expect(started.engine.request({ method: 'eth_blockNumber' })).resolves.toBe('0x10')
  expect(started.frame()).not.toBe(first)
  expect(started.hub.account.get().status).toBe('connected')
})

test('a session that went with the frame ends the account', async () => {
  const started = start('login')
  await login(started)
  tell(started, 'test:forget')
  tell(started, 'test:reload')
  await expect.poll(() => started.hub.account.get().status).toBe('disconnected')
  await expect.poll(started.codes).toContain('APKT006')
})

test('two modals of one project: what one disconnects is over in the other at once, and that is no alarm', async () => {
  const started = start('login')
  await login(started)
  const other = start('login', { projectId: started.projectId })
  await expect.poll(() => other.hub.account.get().status).toBe('connected')
  await other.engine.disconnect({})
  await expect.poll(() => started.hub.account.get().status).toBe('disconnected')
  expect(started.codes()).toEqual([])
})

test('two modals on one page share neither state nor frame', async () => {
  const one = start('login')
  const two = start('login')
  await login(one)
  expect(two.hub.account.get().status).toBe('disconnected')
  expect(two.frame()).toBeNull()
  await one.engine.switchNetwork('eip155:1337')
  expect(two.hub.network.get().chainId).toBe(31337)
  await two.engine.open()
  expect(two.host()).not.toBe(one.host())
  expect(one.hub.state.get().open).toBe(false)
  one.engine.destroy()
  expect(one.frame()).toBeNull()
  expect(two.host()?.isConnected).toBe(true)
})

test('the networks with smart accounts are asked for when the wallet comes up, and kept for the next visit', async () => {
  const started = start('smart')
  await login(started)
  expect(started.storage.read('smart-account-networks')).toEqual([31337])
})

test.each(['smartunknown', 'smartrubbish', 'login'])(
  'a wallet that names none (%s) clears what was kept, and the login goes on',
  async (scenario) => {
    const projectId = freshId(scenario)
    createStorage(projectId).write('smart-account-networks', [31337])
    const started = start(scenario, { projectId })
    await login(started)
    expect(started.storage.read('smart-account-networks')).toBeUndefined()
  },
)
