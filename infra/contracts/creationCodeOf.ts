import { readFileSync } from 'node:fs'
import { concat, type Hex } from 'viem'
import * as z from 'zod'

/** The contracts that operators deploy, by their folders. */
export const contracts = { 'name-resolver': 'LatchkeyNameResolver', paymaster: 'LatchkeyPaymaster' } as const
export type ContractFolder = keyof typeof contracts

const compiled = z.object({ creationCode: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)]) })

/** Returns the file with a contract's creation code, as `build.ts` writes it. */
export const compiledFileOf = (folder: ContractFolder): URL => new URL(`./${folder}/contract.json`, import.meta.url)

/** Returns the code that creates a contract. `constructorArguments`: ABI-encoded. */
export const creationCodeOf = (folder: ContractFolder, constructorArguments: Hex): Hex =>
  concat([compiled.parse(JSON.parse(readFileSync(compiledFileOf(folder), 'utf8'))).creationCode, constructorArguments])
