import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { type Abi, type Address, encodeAbiParameters, getAddress, type Hex, numberToHex, padHex } from 'viem'
import * as z from 'zod'

/** A token's responses: text becomes the standard's string, hex is returned as is. */
export type ScriptedToken = { name: string | Hex; symbol: string | Hex; decimals: number | bigint; balance: bigint }
export type Misfit = 'Refuser' | 'Burner' | 'Looper' | 'Shouter' | 'SlowName'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Starts a chain with Multicall3 and scripted tokens. Each account holds the same amount. */
export async function startTokenChain() {
  const chain = await startAnvil()
  const { client } = chain
  const contracts = compileTokens()
  const multicallCode = contracts.Multicall3.code
  await client.setCode({ address: multicall3, bytecode: multicallCode })
  const { abi, initCode: bytecode } = contracts.Token
  let placed = 0n
  return {
    ...chain,
    async token({ name, symbol, decimals, balance }: ScriptedToken): Promise<Address> {
      const args = [encodeText(name), encodeText(symbol), decimals, balance]
      const hash = await client.deployContract({ abi, bytecode, args })
      const { contractAddress } = await client.waitForTransactionReceipt({ hash })
      if (!contractAddress) throw new Error('The token was not deployed')
      return getAddress(contractAddress)
    },
    /** Deploys `count` tokens of one kind. */
    misfits: (kind: Misfit, count: number): Promise<Address[]> =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const address = getAddress(padHex(numberToHex(0xbad_0000_0000n + ++placed), { size: 20 }))
          await client.setCode({ address, bytecode: contracts[kind].code })
          return address
        }),
      ),
    /** Removes or restores Multicall3. */
    setMulticall: (isThere: boolean) =>
      client.setCode({ address: multicall3, bytecode: isThere ? multicallCode : '0x' }),
  }
}

const encodeText = (text: string | Hex): Hex =>
  text.startsWith('0x') ? (text as Hex) : encodeAbiParameters([{ type: 'string' }], [text])

const hex = z.string().transform((object): Hex => `0x${object}`)
const contract = z
  .object({
    abi: z.custom<Abi>(Array.isArray),
    evm: z.object({ bytecode: z.object({ object: hex }), deployedBytecode: z.object({ object: hex }) }),
  })
  .transform(({ abi, evm }) => ({ abi, initCode: evm.bytecode.object, code: evm.deployedBytecode.object }))
const contracts = z.object({
  Multicall3: contract,
  Token: contract,
  Refuser: contract,
  Burner: contract,
  Looper: contract,
  Shouter: contract,
  SlowName: contract,
})

function compileTokens(): z.output<typeof contracts> {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('./Tokens.sol', import.meta.url), 'utf8')
  const settings = {
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  }
  const input = { language: 'Solidity', sources: { 'Tokens.sol': { content } }, settings }
  const compiled = JSON.parse(solc.compile(JSON.stringify(input)))
  return z.object({ contracts: z.object({ 'Tokens.sol': contracts }) }).parse(compiled).contracts['Tokens.sol']
}
