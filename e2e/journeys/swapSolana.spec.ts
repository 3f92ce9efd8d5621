import {
  createTokenAccount,
  encodeUnsignedSolanaTransaction,
  parseSolanaAddress,
  type SolanaAddress,
  tokenAccountOf,
  tokenProgram,
  transferSol,
  transferToken,
} from '@latchkey/chains'
import { localCluster, localMints, type Stack } from '@latchkey/local'
import { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { expect, test } from '../fixtures.ts'
import { Swapping } from '../pages/Swapping.ts'

/**
 * Swapping on the local Solana, whose market maker signs beside the user: the confirmed swap is the one shown, and nothing is swapped
 * twice.
 */

const usdc = new PublicKey(localMints.usdc.address)
const lamportsPerSol = 1_000_000_000

const chainOf = (stack: Stack) => {
  const connection = new Connection(stack.urls.solana, 'confirmed')
  return {
    chain: connection,
    usdcOf: async (owner: PublicKey): Promise<bigint> => {
      const { value } = await connection.getTokenAccountsByOwner(owner, { mint: usdc })
      return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(64), 0n)
    },
    lamportsOf: (owner: PublicKey) => connection.getBalance(owner),
    sentBy: async (owner: PublicKey) => (await connection.getSignaturesForAddress(owner)).length,
  }
}

test('an account swaps SOL for USDC and back, each once; a swap that the api changed is stopped', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local SOL')
  await expect(dapp.results).toContainText('The faucet sent some SOL')
  await dapp.openModal()
  await dapp.modal.switchNetwork('Local Solana')
  await dapp.modal.close()
  const connection = dapp.connections.filter({ hasText: `${localCluster.caipNetworkId}:` })
  const me = new PublicKey((await connection.textContent())?.match(/[1-9A-HJ-NP-Za-km-z]{32,44}$/)?.[0] ?? '')
  const { chain, usdcOf, lamportsOf, sentBy } = chainOf(stack)
  expect(await lamportsOf(me)).toBe(10 * lamportsPerSol)

  const swapping = new Swapping(dapp)
  await swapping.open()
  await swapping.submit('1')
  await expect(dapp.approval.card).toContainText(/Swap 1 SOL for at least 15\d\.\d+ /)
  await dapp.approval.confirm()
  await swapping.expectSwapped()
  const units = await usdcOf(me)
  expect(units).toBeGreaterThan(158_000_000n)
  expect(await lamportsOf(me)).toBeLessThan(9 * lamportsPerSol)
  expect(await sentBy(me)).toBe(2)
  await swapping.done()

  await swapping.open()
  await swapping.flip()
  await swapping.submit('100')
  await expect(dapp.approval.card).toContainText(/Swap 100 .+ for at least 0\.6\d+ SOL/)
  await dapp.approval.confirm()
  await swapping.expectSwapped()
  expect(await usdcOf(me)).toBe(units - 100_000_000n)
  expect(await sentBy(me)).toBe(3)
  await swapping.done()

  // The api lets another maker sign, who gives the same: the wallet knows its own, and the modal reports that nothing was swapped.
  const stranger = Keypair.generate()
  await chain.requestAirdrop(stranger.publicKey, 10 * lamportsPerSol)
  await dapp.page.route('**/v1/convert/build-transaction*', async (route) => {
    const answer = await route.fetch()
    const { minimumAmount } = route.request().postDataJSON() as { minimumAmount: string }
    const body = (await answer.json()) as { tx: object }
    const data = await swapWith(stranger, { chain, me, minimum: BigInt(minimumAmount) })
    await route.fulfill({ response: answer, json: { ...body, tx: { ...body.tx, data } } })
  })
  await swapping.open()
  await swapping.flip()
  await swapping.submit('10')
  await expect(dapp.approval.card).toContainText('Your wallet doesn’t recognize this exchange')
  await dapp.approval.press('Close')
  await expect(swapping.dialog).toContainText('This isn’t the swap you asked for')
  expect(await sentBy(me)).toBe(3)
})

/** 10 USDC for `minimum` lamports, from our own maker. Base64. */
const swapWith = async (
  maker: Keypair,
  { chain, me, minimum }: { chain: Connection; me: PublicKey; minimum: bigint },
): Promise<string> => {
  const [user, stranger] = [me, maker.publicKey].map((key) => parseSolanaAddress(key.toBase58())) as [
    SolanaAddress,
    SolanaAddress,
  ]
  const token = { mint: parseSolanaAddress(localMints.usdc.address), program: tokenProgram }
  const [from, to] = [user, stranger].map((owner) => tokenAccountOf(owner, token)) as [SolanaAddress, SolanaAddress]
  const { blockhash } = await chain.getLatestBlockhash()
  const bytes = encodeUnsignedSolanaTransaction({
    payer: user,
    blockhash,
    instructions: [
      createTokenAccount(stranger, stranger, token),
      transferToken({ owner: user, from, to, token, units: 10_000_000n, decimals: 6 }),
      transferSol({ from: stranger, to: user, lamports: minimum }),
    ],
  })
  const transaction = VersionedTransaction.deserialize(bytes)
  transaction.sign([maker])
  return Buffer.from(transaction.serialize()).toString('base64')
}
