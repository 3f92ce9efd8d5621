import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { type Chain, createChain } from '../chain/createChain.ts'
import type { StackError } from '../StackError.ts'

export type TestChain = {
  chain: Chain
  stateFile: string
  /** The messages for developers. */
  lines: string[]
  givenUp: StackError[]
}

/** Starts chain A on a free port, with its state in a temporary folder unless another file is given. The caller stops it. */
export const startTestChain = async (
  stateFile = join(mkdtempSync(join(tmpdir(), 'latchkey-chain-')), 'state.json'),
): Promise<TestChain> => {
  const lines: string[] = []
  const givenUp: StackError[] = []
  const chain = createChain({
    name: 'chain A',
    chainId: 31337,
    port: await freePort(),
    stateFile,
    log: (line) => lines.push(line),
    onGiveUp: (error) => givenUp.push(error),
  })
  await chain.start()
  return { chain, stateFile, lines, givenUp }
}
