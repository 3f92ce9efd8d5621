import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { startPartProcess } from '../process/startPartProcess.ts'
import type { SolanaFacts } from '../solana/solanaFacts.ts'

export type TestSolana = { url: string; socketUrl: string; journalFile: string; close: () => Promise<void> }

/** Starts a local Solana on free ports, in a separate process; its journal is in a temporary folder unless another is given. */
export const startTestSolana = async (
  journalFile = join(mkdtempSync(join(tmpdir(), 'latchkey-solana-')), 'solana.jsonl'),
): Promise<TestSolana> => {
  const httpPort = await freePort()
  const webSocketPort = await freePort()
  const { close } = await startPartProcess<SolanaFacts>({
    title: 'local Solana',
    module: new URL('../solana/main.ts', import.meta.url),
    facts: { httpPort, webSocketPort, journalFile },
    onFailure: (error) => {
      throw error
    },
  })
  return { url: `http://127.0.0.1:${httpPort}`, socketUrl: `ws://127.0.0.1:${webSocketPort}`, journalFile, close }
}
