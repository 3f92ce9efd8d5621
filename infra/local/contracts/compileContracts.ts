import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import * as z from 'zod'

const requireHere = createRequire(import.meta.url)

const complaints = z.object({ errors: z.optional(z.array(z.object({ formattedMessage: z.string() }))) })
const contract = z.object({
  abi: z.custom<Abi>(Array.isArray),
  evm: z.object({ bytecode: z.object({ object: z.string().regex(/^[0-9a-f]*$/) }) }),
})
const output = z.object({ contracts: z.record(z.string(), z.record(z.string(), contract)) })

export type CompiledContract = { abi: Abi; initCode: Hex }

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  // Makes the build reproducible.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/** Compiles every contract of this folder, by name. Throws with the compiler's output, warnings included. */
export const compileContracts = (): Record<string, CompiledContract> => {
  // The compiler is 8 MB of WebAssembly: loaded only to compile, not on import.
  const solc = requireHere('solc') as {
    compile(input: string, callbacks: { import: (path: string) => { contents: string } }): string
  }
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(import.meta.dirname, file), 'utf8') }]),
  )
  const compiled: unknown = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
      import: (path) => ({ contents: readFileSync(requireHere.resolve(path), 'utf8') }),
    }),
  )
  const { errors = [] } = complaints.parse(compiled)
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const { contracts } = output.parse(compiled)
  return Object.fromEntries(
    files.flatMap((file) =>
      Object.entries(contracts[file] ?? {})
        .filter(([, { evm }]) => evm.bytecode.object !== '')
        .map(([name, { abi, evm }]) => [name, { abi, initCode: `0x${evm.bytecode.object}` as const }]),
    ),
  )
}
