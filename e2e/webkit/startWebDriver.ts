import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { WebDriverSession } from './WebDriverSession.ts'

export type WebDriverServer = {
  /** Opens a browser with a fresh profile. The caller closes it. */
  openBrowser: () => Promise<WebDriverSession>
  close: () => Promise<void>
}

const stop = async (process: ChildProcess): Promise<void> => {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill()
  await ended
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** Returns the first line that a process writes. Throws an `Error` when it ends without one. */
const firstLine = async (process: ChildProcess, from: Readable): Promise<string> => {
  const ended = once(process, 'exit').then(([code]) => {
    throw new Error(`${process.spawnfile} ended with ${code}`)
  })
  const [line] = (await Promise.race([once(from, 'data'), ended])) as [Buffer]
  return line.toString().trim()
}

/**
 * Starts Debian's `WebKitWebDriver`, which opens WebKitGTK's MiniBrowser, on a separate X server (`xvfb`). Throws an `Error` when either is
 * missing or doesn't start.
 */
export const startWebDriver = async (): Promise<WebDriverServer> => {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen, screen.stdio[3] as Readable)
  const port = await freePort()
  const server = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}` },
  })
  return {
    openBrowser: () => WebDriverSession.open(`http://127.0.0.1:${port}`, 'MiniBrowser'),
    close: async () => {
      await stop(server)
      await stop(screen)
    },
  }
}
