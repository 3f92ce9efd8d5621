/** `node build.ts` compiles the contract into `src/contract.json`, so that who deploys it needs no compiler. A test compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hex } from 'viem'
import * as z from 'zod'

const source = 'LatchkeyPaymaster.sol'
const contractFile = new URL('./src/contract.json', import.meta.url)

const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  // Older than others: for chains that are.
  evmVersion: 'shanghai',
  // The same code wherever it is compiled.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
}

const output = z.object({
  errors: z.optional(z.array(z.object({ formattedMessage: z.string() }))),
  contracts: z.optional(
    z.object({
      [source]: z.object({
        LatchkeyPaymaster: z.object({
          evm: z.object({ bytecode: z.object({ object: z.string().regex(/^[0-9a-f]+$/) }) }),
        }),
      }),
    }),
  ),
})

/** Its creation code, without the constructor's arguments. Throws with the compiler's words, warnings included. */
export const compilePaymaster = (): { creationCode: Hex } => {
  // The compiler is 8 MB of WebAssembly: loaded by whoever compiles, not by whoever imports.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL(source, import.meta.url), 'utf8')
  const input = { language: 'Solidity', sources: { [source]: { content } }, settings }
  const { errors = [], contracts } = output.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  if (errors.length > 0 || contracts === undefined)
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return { creationCode: `0x${contracts[source].LatchkeyPaymaster.evm.bytecode.object}` }
}

if (import.meta.main) writeFileSync(contractFile, `${JSON.stringify(compilePaymaster(), null, 2)}\n`)
