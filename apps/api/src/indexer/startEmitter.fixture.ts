import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { type Address, type Hex, parseAbi } from 'viem'
import * as z from 'zod'

export const emitterAbi = parseAbi([
  'function transfer(address from, address to, uint256 value)',
  'function transferMany(address from, address[] to, uint256 value)',
  'function single(address from, address to, uint256 id, uint256 value)',
  'function batch(address from, address to, uint256[] ids, uint256[] values)',
  'function fail()',
])

const output = z.object({
  contracts: z.object({
    'Emitter.sol': z.object({
      Emitter: z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }) }),
    }),
  }),
})

/** Starts a chain with a contract that emits any given event. */
export async function startEmitter() {
  const chain = await startAnvil()
  const address: Address = `0x${'e'.repeat(40)}`
  await chain.client.setCode({ address, bytecode: compile() })
  return { ...chain, emitter: { address, abi: emitterAbi } }
}

function compile(): Hex {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('Emitter.sol', import.meta.url), 'utf8')
  const settings = { outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } }
  const input = { language: 'Solidity', sources: { 'Emitter.sol': { content } }, settings }
  const { contracts } = output.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  return `0x${contracts['Emitter.sol'].Emitter.evm.deployedBytecode.object}`
}
