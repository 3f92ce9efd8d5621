import { localA } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askFrame } from './askFrame.ts'
import { connectToFrame, type WindowReceiver } from './connectToFrame.ts'
import { digestOf } from './digestOf.ts'
import { account, openLine, settled, walletOrigin } from './line.fixture.ts'

afterEach(() => {
  vi.useRealTimers()
})

const message = () => ({
  kind: 'personalMessage' as const,
  address: account,
  message: new Uint8Array([104, 105]).buffer,
})

/** A frame whose request is shown in its window. */
const shownInWindow = async () => {
  const line = openLine()
  const asked = line.ask()
  await settled()
  line.approvalWindow.open()
  const window = await line.load()
  return { ...line, ...asked, window, digest: window.last().digest }
}

describe('a request in the window', () => {
  test('is shown with its digest, signed by the frame, and answered', async () => {
    const { window, digest, result, signed, approvalWindow } = await shownInWindow()
    expect(approvalWindow.state()).toEqual({ kind: 'open', mayBeOut: false })
    expect(window.last()).toMatchObject({
      digest: await digestOf(window.last().request),
      claim: null,
      theme: { mode: 'dark' },
      request: { method: 'personal_sign', origin: 'https://dapp.example', account, network: 'eip155:31337' },
    })
    const signature = await window.line.tools(digest).sign(message())
    expect(signature).toEqual(new Uint8Array(65).fill(7))
    expect(signed).toHaveLength(1)
    window.line.decide(digest, { kind: 'approve', result: '0x0707' })
    expect(await result).toBe('0x0707')
  })

  test('may be rejected there, and fail there', async () => {
    const first = await shownInWindow()
    first.window.line.decide(first.digest, { kind: 'reject', error: new AppError('USER_REJECTED') })
    await expect(first.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
    const second = await shownInWindow()
    const details = { reason: 'paused' }
    second.window.line.decide(second.digest, { kind: 'fail', error: new AppError('EXECUTION_REVERTED', { details }) })
    await expect(second.result).rejects.toMatchObject({ name: 'EXECUTION_REVERTED', details })
  })

  test('reads and locks through the frame, and gives the lock back', async () => {
    const { window, digest, read, held } = await shownInWindow()
    const tools = window.line.tools(digest)
    const nonce = await tools.lock('send', async () => {
      expect(held).toEqual(['send'])
      return await tools.read('eth_getTransactionCount', [account, 'pending'])
    })
    await settled()
    expect(nonce).toBe('0x5')
    expect(read).toEqual(['eth_getTransactionCount'])
    expect(held).toEqual([])
  })

  test('reads Solana through the frame too, and nothing that is not in the table', async () => {
    const { window, digest, read } = await shownInWindow()
    const { readSolana } = window.line.tools(digest)
    const signature = '1'.repeat(64)
    const send = ['AA==', { encoding: 'base64', preflightCommitment: 'confirmed' }] as const
    expect(await readSolana('sendTransaction', [...send])).toBe(signature)
    expect(read).toEqual(['sendTransaction'])
    await expect(readSolana('sendTransaction', ['no base64', send[1]])).rejects.toMatchObject({
      name: 'INVALID_PARAMS',
    })
    for (const name of ['requestAirdrop', 'constructor']) {
      await expect(readSolana(name as never, [] as never)).rejects.toMatchObject({ name: 'METHOD_NOT_ALLOWED' })
    }
    expect(read).toEqual(['sendTransaction'])
  })

  test('has its calls remembered by the frame, and nothing done that is not in the table', async () => {
    const { window, digest, served } = await shownInWindow()
    const { services } = window.line.tools(digest)
    const calls = { id: null, hash: `0x${'11'.repeat(32)}`, isLegacy: false, atomic: true }
    expect(await services('rememberCalls', calls)).toEqual({ id: 'calls' })
    await expect(services('rememberCalls', { ...calls, hash: '0x' })).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect(served).toEqual(['rememberCalls'])
    const { port } = window
    for (const [call, name] of ['sign', 'constructor', '__proto__'].entries()) {
      const failed = Promise.withResolvers<unknown>()
      port.addEventListener('message', ({ data }) => failed.resolve(data), { once: true })
      port.postMessage({ type: 'serve', call: 10 + call, digest, name, params: calls })
      expect(await failed.promise).toMatchObject({ type: 'failed', error: { name: 'METHOD_NOT_ALLOWED' } })
    }
    expect(served).toEqual(['rememberCalls'])
  })

  test('of a smart account names it in what the digest covers', async () => {
    const line = openLine()
    const address = '0x2222222222222222222222222222222222222222'
    const smartAccount = { kind: 'hybrid' as const, address, owner: account }
    const caller = { origin: 'https://dapp.example', projectId: 'demo', address, smartAccount }
    line.ask('smart', { requestContext: { caller, network: localA, claim: null } })
    await settled()
    line.approvalWindow.open()
    const window = await line.load()
    const { request, digest } = window.last()
    expect(request).toMatchObject({ account: address, smartAccount: { kind: 'hybrid', owner: account } })
    const others = [null, { kind: 'eip7702' as const, owner: account }, { kind: 'hybrid' as const, owner: address }]
    for (const other of others) expect(await digestOf({ ...request, smartAccount: other })).not.toBe(digest)
  })

  test('is followed by the next one in the same window, which then closes', async () => {
    const { window, digest, ask, opened, result } = await shownInWindow()
    const next = ask('next')
    window.line.decide(digest, { kind: 'approve', result: '0x01' })
    await result
    await settled()
    expect(opened).toHaveLength(1)
    expect(window.shown.map(({ request }) => request.id)).toEqual(['request', 'next'])
    window.line.decide(window.last().digest, { kind: 'approve', result: '0x02' })
    expect(await next.result).toBe('0x02')
    await settled()
    expect(opened[0]?.isClosed).toBe(true)
    expect(window.ends.count).toBe(1)
  })

  test('that has no one form is not agreed to anywhere', async () => {
    const line = openLine()
    const { result } = line.ask('fraction', { params: [1.5] })
    await settled()
    line.approvalWindow.open()
    const window = await line.load()
    await expect(result).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect(window.shown).toEqual([])
  })
})

describe('the frame does not listen to', () => {
  test.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://dapp.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('%s that knows the nonce', async (_, lie) => {
    const { approvalWindow, frame, opened } = openLine()
    approvalWindow.open()
    const nonce = opened[0]?.url.split('#')[1]
    frame.hear({ data: { type: 'latchkey-window-hello', nonce }, source: opened[0]?.window, ...lie })
    expect(approvalWindow.state().kind).toBe('opening')
  })

  test.each([
    ['no nonce', { type: 'latchkey-window-hello' }],
    ['a guessed nonce', { type: 'latchkey-window-hello', nonce: crypto.randomUUID() }],
    ['another message', { type: 'latchkey-window-welcome' }],
    ['nothing', null],
    ['a text', 'latchkey-window-hello'],
  ])('its window saying %s', async (_, data) => {
    const { approvalWindow, frame, opened } = openLine()
    approvalWindow.open()
    frame.hear({ data, source: opened[0]?.window })
    expect(approvalWindow.state().kind).toBe('opening')
  })

  test('a second handshake, whoever makes it', async () => {
    const { load, window, digest, result } = await shownInWindow()
    await expect(load()).rejects.toMatchObject({ name: 'TIMEOUT' })
    window.line.decide(digest, { kind: 'approve', result: '0x01' })
    expect(await result).toBe('0x01')
  })

  test('the window before the last', async () => {
    const { approvalWindow, window, digest, queue, opened, signed } = await shownInWindow()
    approvalWindow.open()
    expect(opened[0]?.isClosed).toBe(true)
    await expect(window.line.tools(digest).sign(message())).rejects.toBeInstanceOf(AppError)
    expect([queue.size(), signed]).toEqual([1, []])
  })

  test('a changed digest, for a signature or for an answer', async () => {
    const { window, queue, signed } = await shownInWindow()
    const { request } = window.last()
    const changed = await digestOf({ ...request, params: ['0x00', account] })
    await expect(window.line.tools(changed).sign(message())).rejects.toMatchObject({ name: 'ABORTED' })
    await expect(window.line.tools(changed).read('eth_blockNumber', undefined)).rejects.toMatchObject({
      name: 'ABORTED',
    })
    const served = window.line.tools(changed).services('dropCalls', { id: 'calls' })
    await expect(served).rejects.toMatchObject({ name: 'ABORTED' })
    window.line.decide(changed, { kind: 'approve', result: '0x01' })
    window.line.decide(changed, { kind: 'reject', error: new AppError('USER_REJECTED') })
    await settled()
    expect([queue.size(), signed]).toEqual([1, []])
  })

  test('an answer that is said again: it does not settle the next request, also where that is the very same', async () => {
    const { window, digest, ask, queue, result } = await shownInWindow()
    ask()
    window.line.decide(digest, { kind: 'approve', result: '0x01' })
    window.line.decide(digest, { kind: 'approve', result: '0x01' })
    await result
    await settled()
    expect(queue.size()).toBe(1)
    expect(window.last().digest).not.toBe(digest)
  })

  test.each([
    null,
    'sign',
    { type: 'sign' },
    { type: 'sign', call: 0, digest: '' },
    { type: 'constructor', call: 1 },
    { type: 'read', call: 1.5, method: 'eth_chainId' },
    { type: 'approve', result: '0x01' },
    { type: 'approve', digest: '__proto__', result: '0x01' },
    new Map(),
  ])('garbage on its port: %j', async (garbage) => {
    const { window, digest, queue, result } = await shownInWindow()
    window.port.postMessage(garbage)
    await settled()
    expect(queue.size()).toBe(1)
    window.line.decide(digest, { kind: 'approve', result: '0x01' })
    expect(await result).toBe('0x01')
  })

  test('a call under a number that was used', async () => {
    const { window, digest, signed } = await shownInWindow()
    const call = { type: 'sign', call: 5, digest, content: message() }
    for (const each of [call, call, { ...call, call: 4 }]) window.port.postMessage(each)
    await settled()
    expect(signed).toHaveLength(1)
  })

  test('a method that is not a read, or whose parameters are none', async () => {
    const { window, digest, read } = await shownInWindow()
    const tools = window.line.tools(digest)
    await expect(tools.read('eth_sendTransaction' as never, [] as never)).rejects.toMatchObject({
      name: 'METHOD_NOT_ALLOWED',
    })
    await expect(tools.read('eth_getBalance', ['me'] as never)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect(read).toEqual([])
  })

  test('a result that is none of the method: the request fails', async () => {
    const { window, digest, result } = await shownInWindow()
    window.line.decide(digest, { kind: 'approve', result: { signature: 1 } })
    await expect(result).rejects.toMatchObject({ name: 'INTERNAL' })
  })
})

describe('what ends in the frame ends in the window', () => {
  test.each(['ABORTED', 'SESSION_EXPIRED'] as const)('%s closes it', async (name) => {
    const { abort, result, opened, approvalWindow } = await shownInWindow()
    abort(new AppError(name))
    await expect(result).rejects.toMatchObject({ name })
    expect(opened[0]?.isClosed).toBe(true)
    expect(approvalWindow.state().kind).toBe('none')
  })

  test('a signature that is ready too late is given to nobody', async () => {
    const { window, digest, abort, signing, signed } = await shownInWindow()
    const ready = Promise.withResolvers<void>()
    signing.current = ready.promise
    const signature = window.line.tools(digest).sign(message())
    await expect.poll(() => signed).toHaveLength(1)
    abort(new AppError('ABORTED'))
    ready.resolve()
    await expect(signature).rejects.toBeInstanceOf(AppError)
  })

  test('a lock is given back with it', async () => {
    const { window, digest, abort, held } = await shownInWindow()
    const work = window.line.tools(digest).lock('send', () => new Promise(() => undefined))
    work.catch(() => undefined)
    await expect.poll(() => held).toEqual(['send'])
    abort(new AppError('ABORTED'))
    await expect.poll(() => held).toEqual([])
  })

  test('a frame that is gone fails what waits, and the window is told once', async () => {
    const { window, digest, signing } = await shownInWindow()
    signing.current = new Promise(() => undefined)
    const signature = window.line.tools(digest).sign(message())
    await settled()
    window.line.end()
    window.line.end()
    await expect(signature).rejects.toMatchObject({ name: 'DISCONNECTED' })
    await expect(window.line.tools(digest).sign(message())).rejects.toMatchObject({ name: 'DISCONNECTED' })
    expect(window.ends.count).toBe(1)
  })
})

describe('what becomes of the window', () => {
  test('closing it decides nothing; it may be opened again', async () => {
    const { opened, approvalWindow, queue, load, result } = await shownInWindow()
    Object.assign(opened[0] as object, { isClosed: true })
    await expect.poll(() => approvalWindow.state()).toEqual({ kind: 'closed', mayBeOut: false })
    expect(queue.size()).toBe(1)
    approvalWindow.open()
    const again = await load()
    again.line.decide(again.last().digest, { kind: 'approve', result: '0x01' })
    expect(await result).toBe('0x01')
  })

  test('closing it after a transaction was signed leaves open whether that is out', async () => {
    const { opened, approvalWindow, window, digest } = await shownInWindow()
    await window.line.tools(digest).sign({ kind: 'transaction', address: account, unsigned: new ArrayBuffer(3) })
    Object.assign(opened[0] as object, { isClosed: true })
    await expect.poll(() => approvalWindow.state()).toEqual({ kind: 'closed', mayBeOut: true })
  })

  test('closing it after a smart account’s operation was signed leaves that open as well', async () => {
    const { opened, approvalWindow, load, ask, queue } = await shownInWindow()
    queue.current()?.decision.reject()
    ask('calls', { method: 'wallet_sendCalls', params: [{ calls: [{}] }] })
    await settled()
    approvalWindow.open()
    const window = await load()
    await window.line.tools(window.last().digest).sign({ kind: 'typedData', address: account, typedData: '{}' })
    Object.assign(opened.at(-1) as object, { isClosed: true })
    await expect.poll(() => approvalWindow.state()).toEqual({ kind: 'closed', mayBeOut: true })
  })

  test('a blocked one is said, and may be tried again', () => {
    const { approvalWindow, blocked, opened } = openLine()
    blocked.current = true
    approvalWindow.open()
    expect(approvalWindow.state().kind).toBe('blocked')
    blocked.current = false
    approvalWindow.open()
    expect(approvalWindow.state().kind).toBe('opening')
    approvalWindow.focus()
    expect(opened[0]?.isFocused).toBe(true)
  })

  test('a blocked one stays said when its request is shown right after the click, and not for the next request', async () => {
    const { approvalWindow, ask, blocked, queue } = openLine()
    blocked.current = true
    approvalWindow.open()
    ask('first')
    ask('second')
    await settled()
    expect(approvalWindow.state().kind).toBe('blocked')
    queue.current()?.decision.reject()
    expect(approvalWindow.state().kind).toBe('none')
  })

  test('one that never says anything is given up', () => {
    vi.useFakeTimers()
    const { approvalWindow } = openLine()
    approvalWindow.open()
    vi.advanceTimersByTime(19_000)
    expect(approvalWindow.state().kind).toBe('opening')
    vi.advanceTimersByTime(2_000)
    expect(approvalWindow.state().kind).toBe('silent')
  })

  test('its address names the project, and a nonce that is never used twice', () => {
    const { approvalWindow, opened } = openLine()
    approvalWindow.open()
    approvalWindow.open()
    const [first, second] = opened.map(({ url }) => new URL(url, walletOrigin))
    expect([first?.pathname, first?.search]).toEqual(['/approve', '?projectId=demo'])
    expect(first?.hash).not.toBe(second?.hash)
  })
})

describe('the window speaks to nobody', () => {
  const said: unknown[] = []
  const self: WindowReceiver = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const opener = { location: { origin: walletOrigin }, postMessage: (data: unknown) => void said.push(data) }
  const stranger = {
    get location(): { origin: string } {
      throw new DOMException('Blocked a frame from accessing a cross-origin frame', 'SecurityError')
    },
    postMessage: opener.postMessage,
  }
  const ours = { self, isTopLevel: true, opener, origin: walletOrigin, nonce: crypto.randomUUID(), withinMs: 20 }

  test.each([
    ['it has no opener', { opener: null }],
    ['it is framed', { isTopLevel: false }],
    ['another origin opened it', { opener: stranger }],
    ['another port of our host opened it', { opener: { ...opener, location: { origin: `${walletOrigin}:8443` } } }],
    ['its address has no nonce', { nonce: '' }],
    ['its address has something else', { nonce: '<b>' }],
  ])('when %s', async (_, given) => {
    await expect(connectToFrame({ ...ours, ...given })).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    expect(said).toEqual([])
  })

  test.each([
    ['from another window', { source: {} }],
    ['from another origin', { origin: 'https://dapp.example' }],
    ['with another nonce', { data: { type: 'latchkey-window-welcome', nonce: crypto.randomUUID() } }],
    ['without a port', { ports: [] }],
    ['with two ports', { ports: [new MessageChannel().port1, new MessageChannel().port1] }],
  ])('that welcomes it %s', async (_, lie) => {
    type Listener = Parameters<WindowReceiver['addEventListener']>[1]
    let hear: Listener = () => undefined
    const receiver: WindowReceiver = {
      addEventListener: (__, listener) => {
        hear = listener
      },
      removeEventListener: () => undefined,
    }
    const connected = connectToFrame({ ...ours, self: receiver })
    const data = { type: 'latchkey-window-welcome', nonce: ours.nonce }
    hear({ data, source: opener, origin: walletOrigin, ports: [new MessageChannel().port1], ...lie })
    await expect(connected).rejects.toMatchObject({ name: 'TIMEOUT' })
  })

  test('shows no request that is not the one it is announced with', async () => {
    const { window } = await shownInWindow()
    const announced = window.last()
    const { port1, port2 } = new MessageChannel()
    const shown: unknown[] = []
    const ended = Promise.withResolvers<void>()
    askFrame({ port: port2, onShow: (each) => shown.push(each), onEnd: () => ended.resolve() })
    port1.start()
    port1.postMessage({ ...announced, request: { ...announced.request, params: ['0x00', account] } })
    await ended.promise
    expect(shown).toEqual([])
  })
})
