/** `node infra/contracts/build.ts` compiles each contract into its `contract.json`, so that deploying needs no compiler. A test compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hex } from 'viem'
import * as z from 'zod'
import { type ContractFolder, compiledFileOf, contracts } from './creationCodeOf.ts'

const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  // Not the newest version, for chains that don't run it.
  evmVersion: 'shanghai',
  // Makes the build reproducible.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
}

const complaints = z.object({ errors: z.optional(z.array(z.object({ formattedMessage: z.string() }))) })
const output = z.object({
  contracts: z.object({
    source: z.record(
      z.string(),
      z.object({ evm: z.object({ bytecode: z.object({ object: z.string().regex(/^[0-9a-f]*$/) }) }) }),
    ),
  }),
})

/** Returns a contract's creation code, without the constructor's arguments. Throws the compiler's errors and warnings. */
export const compileContract = (folder: ContractFolder): { creationCode: Hex } => {
  // The compiler is 8 MB of WebAssembly: loaded only to compile.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const name = contracts[folder]
  const content = readFileSync(new URL(`./${folder}/${name}.sol`, import.meta.url), 'utf8')
  const input = { language: 'Solidity', sources: { source: { content } }, settings }
  const compiled: unknown = JSON.parse(solc.compile(JSON.stringify(input)))
  const { errors = [] } = complaints.parse(compiled)
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const contract = output.parse(compiled).contracts.source[name]
  if (contract === undefined) throw new Error(`${name}.sol has no contract ${name}`)
  return { creationCode: `0x${contract.evm.bytecode.object}` }
}

if (import.meta.main) {
  for (const folder of Object.keys(contracts) as ContractFolder[])
    writeFileSync(compiledFileOf(folder), `${JSON.stringify(compileContract(folder), null, 2)}\n`)
}
