/** The local Farcaster relay and phone, in a separate process. */
import { runPartProcess } from '../process/runPartProcess.ts'
import { serve } from '../serve.ts'
import { createFarcasterApp } from './createFarcasterApp.ts'
import type { FarcasterFacts } from './farcasterFacts.ts'

runPartProcess(({ port, ...places }: FarcasterFacts) =>
  serve(createFarcasterApp({ ...places, now: Date.now }).fetch, port),
)
