/**
 * An aggregator on the local Solana, with the requests and responses of Jupiter's Swap API (version 1). There is no exchange program here:
 * a market maker signs a transaction with two transfers, which the user signs too, and the chain executes both or none.
 */
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  isAddress,
  type KeyPairSigner,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { Hono } from 'hono'
import * as z from 'zod'
import { mintOfTokens, signedByFaucet, transferOf } from '../faucetTransactions.ts'
import { type LocalMint, localMints } from '../localMints.ts'
import { makerSeed, marketTokens } from './localMarket.ts'

export type MarketNode = {
  /** The lifetime of a new transaction. */
  lifetime(): { blockhash: Blockhash; lastValidBlockHeight: bigint }
  /** Executes a transaction in base64. */
  send(transaction: string): unknown
  faucet: KeyPairSigner
}

const text = z.string().regex(/^\d{1,20}$/)
const question = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  amount: text,
  slippageBps: z.coerce.number().int().min(0).max(10_000).default(50),
})
const order = z.object({
  userPublicKey: z.string().refine(isAddress),
  quoteResponse: z.object({ inputMint: z.string(), outputMint: z.string(), inAmount: text, outAmount: text }),
})

type MarketToken = (typeof marketTokens)[number]
type Trade = { given: MarketToken; gotten: MarketToken; amount: bigint; out: bigint; impact: number }

const findToken = (mint: string): MarketToken | undefined => marketTokens.find((token) => token.mint === mint)
const mintOf = (mint: Address): LocalMint | undefined =>
  Object.values(localMints).find(({ address }) => address === mint)

/** Quotes a trade at constant product, with 0.3 % for the maker. Undefined for tokens or amounts that it does not trade. */
const tradeOf = (inputMint: string, outputMint: string, amount: bigint): Trade | undefined => {
  const [given, gotten] = [findToken(inputMint), findToken(outputMint)]
  if (given === undefined || gotten === undefined || given === gotten || amount >= given.reserve) return undefined
  const kept = amount * 997n
  const out = (gotten.reserve * kept) / (given.reserve * 1_000n + kept)
  const before = Number(amount) * (Number(gotten.reserve) / Number(given.reserve))
  return out === 0n ? undefined : { given, gotten, amount, out, impact: Math.max(0, 1 - Number(out) / before) }
}

const noRoute = { error: 'Could not find any route', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' }

/** The maker's stock of each token. */
const stock = 1_000n

/** `GET /swap/v1/quote` and `POST /swap/v1/swap`. */
export const createMarketApp = ({ lifetime, send, faucet }: MarketNode): Hono => {
  const app = new Hono()

  app.get('/swap/v1/quote', (context) => {
    const asked = question.safeParse(context.req.query())
    if (!asked.success) return context.json({ error: 'Query parameters are invalid', errorCode: 'INVALID' }, 400)
    const { inputMint, outputMint, amount, slippageBps } = asked.data
    const trade = tradeOf(inputMint, outputMint, BigInt(amount))
    if (trade === undefined) return context.json(noRoute, 400)
    const outAmount = trade.out.toString()
    const legs = { inputMint, inAmount: amount, outputMint, outAmount }
    return context.json({
      ...legs,
      otherAmountThreshold: ((trade.out * BigInt(10_000 - slippageBps)) / 10_000n).toString(),
      swapMode: 'ExactIn',
      slippageBps,
      platformFee: null,
      priceImpactPct: trade.impact.toString(),
      routePlan: [
        {
          swapInfo: { ammKey: faucet.address, label: 'Local Market', ...legs, feeAmount: '0', feeMint: inputMint },
          percent: 100,
        },
      ],
      contextSlot: Number(lifetime().lastValidBlockHeight),
      timeTaken: 0,
    })
  })

  app.post('/swap/v1/swap', async (context) => {
    const asked = order.safeParse(await context.req.json().catch(() => undefined))
    if (!asked.success) return context.json({ error: 'Body is invalid', errorCode: 'INVALID' }, 400)
    const { userPublicKey, quoteResponse } = asked.data
    const trade = tradeOf(quoteResponse.inputMint, quoteResponse.outputMint, BigInt(quoteResponse.inAmount))
    // A maker honors only its own quotes.
    if (trade === undefined || trade.out < BigInt(quoteResponse.outAmount)) return context.json(noRoute, 400)
    const maker = await createKeyPairSignerFromPrivateKeyBytes(makerSeed())
    const user = createNoopSigner(userPublicKey as Address)
    send(await fillStock(faucet, maker.address, trade, lifetime()))
    const instructions = [
      ...(await move(user, maker, trade.given, trade.amount)),
      ...(await move(maker, user, trade.gotten, trade.out, user)),
    ]
    const until = lifetime()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(user, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(until, paid),
      (timed) => appendTransactionMessageInstructions(instructions, timed),
    )
    return context.json({
      swapTransaction: getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message)),
      lastValidBlockHeight: Number(until.lastValidBlockHeight),
      prioritizationFeeLamports: 0,
    })
  })
  return app
}

/** Creates and mints the maker's stock, and its accounts for received tokens. */
const fillStock = async (
  faucet: KeyPairSigner,
  maker: Address,
  { given, gotten, out }: Trade,
  until: { blockhash: Blockhash; lastValidBlockHeight: bigint },
): Promise<string> => {
  const fill = async ({ mint, decimals }: MarketToken, amount: bigint): Promise<Instruction[]> => {
    const local = mintOf(mint)
    const units = amount + stock * 10n ** BigInt(decimals)
    return local === undefined
      ? [transferOf(faucet, maker, amount + 10n ** 9n)]
      : mintOfTokens(faucet, local, maker, units)
  }
  return signedByFaucet(faucet, until, [...(await fill(given, 0n)), ...(await fill(gotten, out))])
}

/** Transfers SOL or tokens; `payer` pays for a missing token account. */
const move = async (
  from: TransactionSigner,
  to: TransactionSigner,
  { mint, decimals }: MarketToken,
  amount: bigint,
  payer?: TransactionSigner,
): Promise<Instruction[]> => {
  const local = mintOf(mint)
  if (local === undefined) return [getTransferSolInstruction({ source: from, destination: to.address, amount })]
  const tokenProgram = local.program
  const [source] = await findAssociatedTokenPda({ mint, owner: from.address, tokenProgram })
  const [destination] = await findAssociatedTokenPda({ mint, owner: to.address, tokenProgram })
  return [
    ...(payer === undefined
      ? []
      : [
          getCreateAssociatedTokenIdempotentInstruction({
            payer,
            ata: destination,
            owner: to.address,
            mint,
            tokenProgram,
          }),
        ]),
    getTransferCheckedInstruction(
      { source, mint, destination, authority: from, amount, decimals },
      { programAddress: tokenProgram },
    ),
  ]
}
