import { afterEach, expect, test } from 'vitest'
import { openSignInWindow } from './openSignInWindow.ts'
import { openWindowLine, type WindowLine, type WindowMessage } from './openWindowLine.ts'

const uri = 'https://provider.example/authorize?state=a'
const lines: WindowLine[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})

/** A browser that opens windows, and the messages that each receives on its channel. */
const browser = ({ isBlocked = false } = {}) => {
  const opened: { url: string; features: string }[] = []
  const self = {
    open: (url: string, _: string, features: string) => {
      opened.push({ url, features })
      return isBlocked ? null : {}
    },
  }
  const listen = (name: string) => {
    const heard: WindowMessage[] = []
    const line = openWindowLine(name, (message) => heard.push(message))
    lines.push(line)
    return { heard, line }
  }
  return { window: openSignInWindow(self as unknown as Window), opened, listen }
}

test('a window is opened at once, under a name that no other has, and is sent where it goes when it is there', async () => {
  const { window, opened, listen } = browser()
  const other = browser()
  expect(window.isOpen).toBe(true)
  const [path, name = ''] = opened[0]?.url.split('#') ?? []
  expect([path, opened[0]?.features.startsWith('popup,')]).toEqual(['/loading', true])
  expect(other.opened[0]?.url).not.toBe(opened[0]?.url)
  window.go(uri, 'attempt', () => undefined)
  // It loads after its URL is known.
  const { heard, line } = listen(name)
  line.send({ kind: 'ready' })
  await expect.poll(() => heard).toContainEqual({ kind: 'go', uri })
  window.end()
  other.window.end()
})

test('what it brings back is heard by its attempt alone, and it hears that it was', async () => {
  const { window, listen } = browser()
  const results: string[] = []
  window.go(uri, 'attempt', (resultUri) => results.push(resultUri))
  const stranger = listen('another')
  const back = listen('attempt')
  stranger.line.send({ kind: 'result', resultUri: 'stranger' })
  back.line.send({ kind: 'result', resultUri: 'mine' })
  await expect.poll(() => back.heard).toEqual([{ kind: 'taken' }])
  expect([results, stranger.heard]).toEqual([['mine'], []])
  window.end()
})

test('after its end it is told so, and nothing is heard of it any more', async () => {
  const { window, opened, listen } = browser()
  const results: string[] = []
  window.go(uri, 'attempt', (resultUri) => results.push(resultUri))
  const { heard } = listen(opened[0]?.url.split('#')[1] ?? '')
  window.end()
  await expect.poll(() => heard).toContainEqual({ kind: 'end' })
  const back = listen('attempt')
  back.line.send({ kind: 'result', resultUri: 'late' })
  // The time that a message takes.
  const { heard: echoed, line } = listen('echo')
  const echo = listen('echo')
  echo.line.send({ kind: 'ready' })
  await expect.poll(() => echoed).toHaveLength(1)
  line.close()
  expect([results, back.heard]).toEqual([[], []])
})

test('a window that the browser does not open says so', () => {
  const { window } = browser({ isBlocked: true })
  expect(window.isOpen).toBe(false)
  window.end()
})

test('what is no message of ours is not heard', async () => {
  const heard: WindowMessage[] = []
  lines.push(openWindowLine('line', (message) => heard.push(message)))
  const channel = new BroadcastChannel('latchkey-window-line')
  for (const data of [null, 'go', { kind: 'go' }, { kind: 'go', uri: 1 }, { kind: 'run', code: '' }])
    channel.postMessage(data)
  channel.postMessage({ kind: 'taken' })
  await expect.poll(() => heard).toEqual([{ kind: 'taken' }])
  channel.close()
})
