import { createServer } from 'node:net'
import { listenOn } from './loopback.ts'

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const probe = createServer()
  const port = await listenOn(probe, '127.0.0.1', 0)
  await new Promise((resolve) => probe.close(resolve))
  return port
}
