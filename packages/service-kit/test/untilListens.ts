import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves once a port of this machine accepts connections. */
export async function untilListens(port: number): Promise<void> {
  const tryOnce = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (!(await tryOnce())) await sleep(20)
}
