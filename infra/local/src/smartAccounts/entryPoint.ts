import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Address, Hex } from 'viem'
import * as z from 'zod'

/** EntryPoint 0.7, at its address on every chain. */
export const entryPoint: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
/** Deploys accounts for it: created by its constructor. */
export const senderCreator: Address = '0xEFC2c1444eBCC4Db75e7613d20C6a62fF67A167C'

const artifact = z.object({ bytecode: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)]) })

/**
 * Returns its creation code, identical to that at its address elsewhere; the constructor takes no arguments.
 *
 * The EntryPoint is GPL-3.0 by its source, whatever its package says, so it is read from the installed package at each start: none of it is
 * in this repository.
 */
export const readEntryPointCode = (): Hex => {
  const path = createRequire(import.meta.url).resolve('@account-abstraction/contracts/artifacts/EntryPoint.json')
  return artifact.parse(JSON.parse(readFileSync(path, 'utf8'))).bytecode
}
