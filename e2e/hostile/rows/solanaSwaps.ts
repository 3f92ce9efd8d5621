import {
  formatBase58,
  formatSwapTerms,
  parseSolanaAddress,
  parseSolanaTransaction,
  tokenAccountOf,
  tokenProgram,
} from '@latchkey/chains'
import {
  hostileInstructions,
  type MakerChange,
  makerSwap,
  swapAmounts,
  swapOther,
  swapStranger,
} from '@latchkey/chains/testing/solanaSwap'
import { lookedUp, solanaSwapLies } from '@latchkey/chains/testing/solanaSwapLies'
import { localCluster, localMaker, localMints } from '@latchkey/local'
import type { Ground, Scenario } from '../Scenario.ts'
import { stopOf, swapStops as words } from '../stage/swapStop.ts'
import { ask, openWallet } from '../stage/testUser.ts'

/** The same on Solana, where the api returns the whole transaction. The parsers' unit tests cover every field: `solanaSwapLies`. */

const { caipNetworkId: chainId } = localCluster
const method = 'solana_signAndSendTransaction'
const usdc = { mint: parseSolanaAddress(localMints.usdc.address), program: tokenProgram }
const maker = parseSolanaAddress(localMaker)
const seen = formatSwapTerms({
  give: { asset: 'native', amount: swapAmounts.give },
  get: { asset: usdc.mint, minimum: swapAmounts.minimum },
})

type Address = typeof maker
/** Fills all other signatures with data: the wallet checks only its own. */
const signedByOthers = (bytes: Uint8Array, me: Address): Uint8Array => {
  const signed = new Uint8Array(bytes)
  const { signers } = parseSolanaTransaction(bytes)
  for (const [index, signer] of signers.entries()) if (signer !== me) signed.fill(9, 1 + 64 * index, 65 + 64 * index)
  return signed
}
const built = (me: Address, change: MakerChange = {}): Uint8Array =>
  makerSwap({ user: me, maker, token: usdc, ...change })
const paramsOf = (me: Address, bytes: Uint8Array) => ({
  transaction: formatBase58(signedByOthers(bytes, me)),
  swap: seen,
})

/** Returns the number of an account's transactions on the chain. */
const sentBy = async ({ stage }: Ground, address: Address): Promise<number> => {
  const body = { jsonrpc: '2.0', id: 1, method: 'getSignaturesForAddress', params: [address] }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(stage.stack.urls.solana, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await answer.json()) as { result: unknown[] }).result.length
}

const lies = (me: Address): Readonly<Record<string, MakerChange>> => {
  const { delegate, close, unknown, price } = hostileInstructions(me)
  return {
    'another maker': { maker: swapStranger },
    'more than was seen': { lamports: swapAmounts.give + 1n },
    'a lower minimum': { units: swapAmounts.minimum - 1n },
    'another token': { token: swapOther },
    'an account of someone else for the tokens': { recipient: swapStranger },
    'someone else who gets the SOL': { to: swapStranger },
    'another fee payer': { payer: swapStranger },
    'a delegate': { more: [delegate] },
    'an account that is closed': { more: [close] },
    'another program': { more: [unknown] },
    'a fee without end': { more: [price] },
  }
}

export const solanaSwapRows: readonly Scenario[] = [
  {
    name: 'Solana swaps with one false field each',
    attack: async (ground) => {
      const me = parseSolanaAddress(ground.testUser.solanaAddress)
      const titles: Record<string, unknown> = {}
      const stop = (bytes: Uint8Array) => stopOf(ground, { method, params: paramsOf(me, bytes), chainId })
      for (const [name, change] of Object.entries(lies(me))) titles[name] = await stop(built(me, change))
      const fromNowhere = await stop(lookedUp(built(me), tokenAccountOf(me, usdc)))
      return { ...titles, 'a lookup table that is not there': fromNowhere, sent: await sentBy(ground, me) }
    },
    gets: {
      'another maker': words.router,
      'more than was seen': words.amount,
      'a lower minimum': words.received,
      'another token': words.more,
      'an account of someone else for the tokens': words.more,
      'someone else who gets the SOL': words.recipient,
      'another fee payer': words.more,
      'a delegate': words.allowance,
      'an account that is closed': words.more,
      'another program': words.router,
      'a fee without end': words.fee,
      'a lookup table that is not there': words.table,
      sent: 0,
    },
  },
  {
    name: 'Solana swaps with invalid terms, or for another account',
    attack: async (ground) => {
      const me = parseSolanaAddress(ground.testUser.solanaAddress)
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab)
      const { transaction } = paramsOf(me, built(me))
      const refusals: unknown[] = []
      for (const params of [
        { transaction, swap: { ...seen, give: swapStranger.slice(5) } },
        { transaction, swap: { ...seen, giveAmount: `0x${'f'.repeat(17)}` } },
        { transaction, swap: { ...seen, get: 'everything' } },
        { transaction, swap: { ...seen, minimum: '1e9' } },
        // Of the account of the unit tests.
        { transaction: formatBase58(solanaSwapLies[0]?.bytes ?? new Uint8Array()), swap: seen },
        // The maker has not signed.
        { transaction: formatBase58(built(me)), swap: seen },
      ]) {
        const answer = await ask(tab, 'RPC_REQUEST', { method, params, chainId })
        refusals.push('error' in answer ? 'refused' : answer)
      }
      return refusals
    },
    gets: Array(6).fill('refused'),
  },
]
