import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that the kernel assigns to outgoing connections (32768 and up on Linux), which could take one before it is listened on.
 */
const [first, end] = [22_000, 32_768] as const

/**
 * A stack requests dozens of ports before anything listens on them. Ports are assigned in sequence from a random start, so a process gets
 * none twice, and rarely one that another process has.
 */
let next = randomInt(first, end)

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Returns a TCP port of the loopback address on which nothing listens. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = next
    next = port + 1 < end ? port + 1 : first
    if (await isFree(port)) return port
  }
}
