import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import type { AskSolana } from '../chain/createSolanaAsk.ts'

/** In one `getMultipleAccounts`. */
const maxAccounts = 100

const accountsAnswer = z.object({ value: z.array(z.unknown()) })
const extension = z.object({
  extension: z.literal('tokenMetadata'),
  state: z.object({ name: z.string(), symbol: z.string() }),
})
const mintAccount = z.object({
  data: z.object({ parsed: z.object({ info: z.object({ extensions: z.array(z.unknown()) }) }) }),
})
type Names = { name: string; symbol: string }

/** Returns the on-chain metadata of Token-2022 mints. Mints without it are left out. */
export async function mintNames(ask: AskSolana, mints: readonly string[]): Promise<Map<string, Names>> {
  const chunks = Array.from({ length: Math.ceil(mints.length / maxAccounts) }, (_, index) =>
    mints.slice(index * maxAccounts, (index + 1) * maxAccounts),
  )
  if (chunks.length === 0) return new Map()
  const requests = chunks.map((chunk) => ({
    method: 'getMultipleAccounts',
    params: [chunk, { encoding: 'jsonParsed', commitment: 'confirmed' }],
  }))
  // Without their names, the amounts are still right.
  const answers = await ask(requests).catch(() => [])
  const names = chunks.flatMap((chunk, index) => {
    const parsed = tryParse(accountsAnswer, answers[index])
    const values = parsed.success ? parsed.data.value : []
    return chunk.flatMap((mint, place): [string, Names][] => {
      const found = metadataOf(values[place])
      return found === undefined ? [] : [[mint, found]]
    })
  })
  return new Map(names)
}

function metadataOf(value: unknown): Names | undefined {
  const account = tryParse(mintAccount, value)
  if (!account.success) return undefined
  for (const each of account.data.data.parsed.info.extensions) {
    const read = tryParse(extension, each)
    if (read.success) return read.data.state
  }
  return undefined
}
