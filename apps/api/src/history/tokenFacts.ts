import { parseCaip10, shortAddress } from '@latchkey/chains'
import type { Database } from '@latchkey/service-kit/db/database'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { mintNames } from '../balances/mintNames.ts'
import type { ListedToken } from '../balances/tokenList.ts'
import { createSolanaAsk } from '../chain/createSolanaAsk.ts'
import { decimalsOf, nameOf, symbolOf } from '../chain/erc20Reads.ts'
import { maxDecimals } from '../chain/maxDecimals.ts'
import { plainText } from '../chain/plainText.ts'
import type { ContractRead } from '../chain/readContracts.ts'
import { readUntrusted } from '../chain/readUntrusted.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'

/** A token's metadata, fit for display. */
export const tokenFacts = z.object({
  name: z.string(),
  symbol: z.string(),
  /** Null if its contract returns nothing usable. */
  decimals: z.nullable(z.number()),
  /** Whether the operator lists it. */
  isListed: z.boolean(),
  logoUri: z.optional(z.string()),
})
export type TokenFacts = z.output<typeof tokenFacts>

/** Reads metadata of a chain's contracts or mints, by their address as the index writes it. */
export type ReadTokenFacts = (chainId: string, contracts: readonly string[]) => Promise<Map<string, TokenFacts>>

export type TokenFactsOptions = {
  database: Database
  rpcProxy: RpcProxy
  tokenList: readonly ListedToken[]
}

/** A contract is read again after so many days: a few change their names. */
const freshDays = 7

/**
 * Reads metadata from the token list, then from the table. Contracts that are missing or outdated there are read from the chain, together.
 * Throws CHAIN_UNREACHABLE when some are not known yet and the chain does not respond.
 */
export function createTokenFacts({ database, rpcProxy, tokenList }: TokenFactsOptions): ReadTokenFacts {
  const listed = new Map(
    tokenList.map(({ chainId, address, ...facts }) => [
      `${chainId} ${storedContract(address)}`,
      { ...facts, isListed: true },
    ]),
  )
  return async (chainId, contracts) => {
    const facts = new Map<string, TokenFacts>()
    for (const contract of contracts) {
      const known = listed.get(`${chainId} ${contract}`)
      if (known !== undefined) facts.set(contract, known)
    }
    const unlisted = contracts.filter((contract) => !facts.has(contract))
    if (unlisted.length === 0) return facts
    const kept = await readKept(database, chainId, unlisted)
    for (const { contract, ...each } of kept) facts.set(contract, named(contract, each))
    const fresh = new Set(kept.filter(({ is_fresh }) => is_fresh).map(({ contract }) => contract))
    const missing = unlisted.filter((contract) => !fresh.has(contract))
    if (missing.length === 0) return facts
    try {
      const asked = await (chainId.startsWith('solana:') ? askMints : askContracts)(rpcProxy, chainId, missing)
      await keep(database, chainId, asked)
      for (const { contract, ...each } of asked) facts.set(contract, named(contract, each))
    } catch (error) {
      // Week-old metadata will do.
      if (missing.some((contract) => !facts.has(contract))) throw error
    }
    return facts
  }
}

type SaidFacts = { contract: string; name: string; symbol: string; decimals: number | null }

const storedContract = (caip10: string): string => {
  const { namespace, address } = parseCaip10(caip10)
  return namespace === 'eip155' ? address.toLowerCase() : address
}

const named = (contract: string, { name, symbol, decimals }: Omit<SaidFacts, 'contract'>): TokenFacts => {
  const shown = symbol || shortAddress(contract)
  return { name: name || shown, symbol: shown, decimals, isListed: false }
}

const readKept = (database: Database, chainId: string, contracts: readonly string[]) =>
  database.statement(
    'api',
    (sql) => sql<SaidFacts & { is_fresh: boolean }>`
      SELECT contract, name, symbol, decimals, read_at > now() - ${freshDays}::float8 * interval '1 day' AS is_fresh
      FROM token_facts WHERE chain_id = ${chainId}
        AND contract IN (SELECT jsonb_array_elements_text(${JSON.stringify(contracts)}::text::jsonb))`,
  )

async function askContracts(rpcProxy: RpcProxy, chainId: string, contracts: readonly string[]): Promise<SaidFacts[]> {
  const readsOf = (contract: string): ContractRead<string | number>[] => {
    const address = contract as Address
    return [nameOf(address), symbolOf(address), decimalsOf(address)]
  }
  const answers = await readUntrusted(rpcProxy, chainId, contracts.flatMap(readsOf))
  return contracts.map((contract, index) => {
    const [name, symbol, decimals] = answers.slice(index * 3, index * 3 + 3)
    return {
      contract,
      name: typeof name === 'string' ? plainText(name) : '',
      symbol: typeof symbol === 'string' ? plainText(symbol) : '',
      decimals: typeof decimals === 'number' && decimals <= maxDecimals ? decimals : null,
    }
  })
}

/** Mints' decimals are in each transaction. */
async function askMints(rpcProxy: RpcProxy, chainId: string, mints: readonly string[]): Promise<SaidFacts[]> {
  const names = await mintNames(createSolanaAsk(rpcProxy, chainId), mints)
  return mints.map((contract) => {
    const { name = '', symbol = '' } = names.get(contract) ?? {}
    return { contract, name: plainText(name), symbol: plainText(symbol), decimals: null }
  })
}

async function keep(database: Database, chainId: string, facts: readonly SaidFacts[]): Promise<void> {
  // In a fixed order, so that two writers never deadlock.
  const ordered = facts.toSorted((a, b) => (a.contract < b.contract ? -1 : 1))
  await database.statement(
    'api',
    (sql) => sql`
      INSERT INTO token_facts (chain_id, contract, name, symbol, decimals, read_at)
      SELECT ${chainId}::text, contract, name, symbol, decimals, now()
      FROM jsonb_to_recordset(${JSON.stringify(ordered)}::text::jsonb)
        AS said (contract text, name text, symbol text, decimals smallint)
      ON CONFLICT (chain_id, contract) DO UPDATE
        SET name = excluded.name, symbol = excluded.symbol, decimals = excluded.decimals, read_at = excluded.read_at`,
  )
}
