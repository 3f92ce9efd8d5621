import { freePort } from '@latchkey/service-kit/test/freePort'
import { startBundler } from '../bundler/startBundler.ts'
import { placeSmartAccounts } from '../smartAccounts/placeSmartAccounts.ts'
import { startTestChain, type TestChain } from './startTestChain.ts'

export type TestBundler = TestChain & {
  /** The bundler's URL: JSON-RPC by POST. */
  url: string
  /** Makes it fail in a way of `bundlerFaults`, until null. */
  setFault: (fault: string | null) => Promise<void>
  stop: () => Promise<void>
}

/** Starts chain A on a free port with the contracts of smart accounts, and its bundler. It takes 3 s or more. The caller stops it. */
export const startTestBundler = async (): Promise<TestBundler> => {
  await using started = new AsyncDisposableStack()
  const test = await startTestChain()
  const { chain, givenUp } = test
  started.defer(chain.stop)
  await placeSmartAccounts(chain.url)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const title = 'bundler of chain A'
  const bundler = await startBundler({ title, chain, port, onFailure: (error) => givenUp.push(error) })
  started.defer(bundler.close)
  const owned = started.move()
  return {
    ...test,
    url,
    setFault: async (fault) => {
      const headers = { 'Content-Type': 'application/json' }
      await fetch(`${url}/_control`, { method: 'POST', headers, body: JSON.stringify({ fault }) })
    },
    stop: () => owned.disposeAsync(),
  }
}
