import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { expect, onTestFinished, test } from 'vitest'
import { startTestSolana } from '../../testing/startTestSolana.ts'
import { localMints } from '../localMints.ts'
import { localMarketSettings, marketTokens } from './localMarket.ts'

const sol = marketTokens[0].mint
const usdc = localMints.usdc.address

const open = async () => {
  const solana = await startTestSolana()
  onTestFinished(solana.close)
  const { url } = localMarketSettings(solana.url)
  const quote = async (query: Record<string, string>) => {
    const answer = await fetch(`${url}/quote?${new URLSearchParams(query)}`)
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const build = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/swap`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const connection = new Connection(solana.url, 'confirmed')
  const user = Keypair.generate()
  await connection.requestAirdrop(user.publicKey, 3 * LAMPORTS_PER_SOL)
  const unitsOf = async (mint: string): Promise<bigint> => {
    const { value } = await connection.getTokenAccountsByOwner(user.publicKey, { mint: new PublicKey(mint) })
    return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(64), 0n)
  }
  const swap = async (inputMint: string, outputMint: string, amount: bigint): Promise<bigint> => {
    const { body: quoteResponse } = await quote({ inputMint, outputMint, amount: amount.toString() })
    const { body } = await build({ userPublicKey: user.publicKey.toBase58(), quoteResponse })
    const transaction = VersionedTransaction.deserialize(Buffer.from(body.swapTransaction ?? '', 'base64'))
    transaction.sign([user])
    await connection.sendTransaction(transaction)
    return BigInt(quoteResponse.outAmount ?? 0)
  }
  return { quote, build, swap, connection, user, unitsOf }
}

test('the market gives exactly what it quoted, in one transaction that the user signs too', async () => {
  const { swap, unitsOf, connection, user } = await open()
  const out = await swap(sol, usdc, 1_000_000_000n)
  expect(out).toBeGreaterThan(158_000_000n)
  expect(await unitsOf(usdc)).toBe(out)
  const before = await connection.getBalance(user.publicKey)
  const back = await swap(usdc, sol, 100_000_000n)
  expect(await unitsOf(usdc)).toBe(out - 100_000_000n)
  // Two signatures.
  expect(BigInt(await connection.getBalance(user.publicKey)) - BigInt(before)).toBe(back - 10_000n)
  const lkey = await swap(sol, localMints.lkey.address, 100_000_000n)
  expect(await unitsOf(localMints.lkey.address)).toBe(lkey)
})

test('the market has no route for what it does not trade, and keeps no word but its own', async () => {
  const { quote, build, user } = await open()
  const noRoute = { status: 400, body: { errorCode: 'COULD_NOT_FIND_ANY_ROUTE' } }
  for (const query of [
    { inputMint: sol, outputMint: sol, amount: '1' },
    { inputMint: sol, outputMint: user.publicKey.toBase58(), amount: '1' },
    { inputMint: usdc, outputMint: sol, amount: '9000000000000000' },
    { inputMint: sol, outputMint: usdc, amount: '0' },
  ])
    expect(await quote(query)).toMatchObject(noRoute)
  const { body: quoteResponse } = await quote({ inputMint: sol, outputMint: usdc, amount: '1000000000' })
  const outAmount = (BigInt(quoteResponse.outAmount ?? 0) + 1n).toString()
  const userPublicKey = user.publicKey.toBase58()
  expect(await build({ userPublicKey, quoteResponse: { ...quoteResponse, outAmount } })).toMatchObject(noRoute)
})
