/** The local cluster, used through @solana/web3.js. */
import { appendFileSync } from 'node:fs'
import { address } from '@solana/kit'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { findAssociatedTokenPda } from '@solana-program/token'
import { expect, onTestFinished, test } from 'vitest'
import { rpc } from '../chain/rpc.ts'
import { startTestSolana } from '../testing/startTestSolana.ts'
import { mintOfTokens, openFaucetAccount, signedByFaucet } from './faucetTransactions.ts'
import { type LocalMint, localMints } from './localMints.ts'

const open = async (journalFile?: string) => {
  const solana = await startTestSolana(journalFile)
  const connection = new Connection(solana.url, { commitment: 'confirmed', wsEndpoint: solana.socketUrl })
  const close = async (): Promise<void> => {
    // Not part of web3.js's interface; it would reconnect to its server forever.
    ;(connection as unknown as { _rpcWebSocket: { close(): void } })._rpcWebSocket.close()
    await solana.close()
  }
  onTestFinished(close)
  return { solana, connection, close }
}

const withSol = async (connection: Connection, sol = 2): Promise<Keypair> => {
  const holder = Keypair.generate()
  const signature = await connection.requestAirdrop(holder.publicKey, sol * LAMPORTS_PER_SOL)
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) })
  return holder
}

const transfer = (from: Keypair, to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })

const versioned = async (connection: Connection, payer: Keypair, instructions: TransactionInstruction[]) => {
  const { blockhash } = await connection.getLatestBlockhash()
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions })
  return { blockhash, message, blank: new VersionedTransaction(message.compileToV0Message()) }
}

const tokensTo = async (connection: Connection, mint: LocalMint, to: PublicKey, amount: bigint): Promise<void> => {
  const faucet = await openFaucetAccount()
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const instructions = await mintOfTokens(faucet, mint, address(to.toBase58()), amount)
  const lifetime = { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
  await connection.sendEncodedTransaction(await signedByFaucet(faucet, lifetime as never, instructions))
}

const tokenAccountOf = async (mint: LocalMint, owner: PublicKey): Promise<PublicKey> => {
  const owned = { mint: mint.address, owner: address(owner.toBase58()), tokenProgram: mint.program }
  return new PublicKey((await findAssociatedTokenPda(owned))[0])
}

test('SOL is airdropped, sent and confirmed over the WebSocket, and its fee is what was asked for', async () => {
  const { connection } = await open()
  const ada = await withSol(connection)
  const to = Keypair.generate().publicKey
  const transaction = new Transaction().add(
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
    transfer(ada, to, LAMPORTS_PER_SOL),
  )
  const { blockhash } = await connection.getLatestBlockhash()
  transaction.recentBlockhash = blockhash
  transaction.feePayer = ada.publicKey
  const { value: fee } = await connection.getFeeForMessage(transaction.compileMessage())
  const signature = await sendAndConfirmTransaction(connection, transaction, [ada])
  expect(fee).toBeGreaterThan(5_000)
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  expect(await connection.getBalance(ada.publicKey)).toBe(LAMPORTS_PER_SOL - (fee ?? 0))
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ confirmationStatus: 'finalized' })
})

test('a transaction of version 0 finds its accounts in a lookup table', async () => {
  const { connection, solana } = await open()
  const ada = await withSol(connection)
  const to = Keypair.generate().publicKey
  const [make, table] = AddressLookupTableProgram.createLookupTable({
    authority: ada.publicKey,
    payer: ada.publicKey,
    recentSlot: (await connection.getSlot()) - 1,
  })
  const extend = AddressLookupTableProgram.extendLookupTable({
    lookupTable: table,
    authority: ada.publicKey,
    payer: ada.publicKey,
    addresses: [to],
  })
  await sendAndConfirmTransaction(connection, new Transaction().add(make, extend), [ada])
  await rpc(solana.url, 'latchkey_advanceSlots', [1])

  const { value } = await connection.getAddressLookupTable(table)
  const { message } = await versioned(connection, ada, [transfer(ada, to, LAMPORTS_PER_SOL)])
  const transaction = new VersionedTransaction(message.compileToV0Message(value === null ? [] : [value]))
  expect(transaction.message.addressTableLookups).toHaveLength(1)
  transaction.sign([ada])
  const signature = await connection.sendTransaction(transaction)
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)

  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(found?.version).toBe(0)
  expect(found?.meta?.loadedAddresses?.writable).toEqual([to])
  const place = found?.transaction.message
    .getAccountKeys({ accountKeysFromLookups: found.meta?.loadedAddresses ?? null })
    .keySegments()
    .flat()
    .findIndex((key) => key.equals(to))
  expect(found?.meta?.postBalances[place ?? -1]).toBe(LAMPORTS_PER_SOL)
  await expect(connection.getTransaction(signature)).rejects.toThrow('Transaction version (0) is not supported')
})

test.each(Object.values(localMints))('$symbol stands at its address and can be minted, sent and read', async (mint) => {
  const { connection } = await open()
  const ada = await withSol(connection)
  await tokensTo(connection, mint, ada.publicKey, 5n * 10n ** BigInt(mint.decimals))
  const own = await tokenAccountOf(mint, ada.publicKey)
  const amount = { decimals: mint.decimals, uiAmount: 5, uiAmountString: '5' }
  expect((await connection.getTokenAccountBalance(own)).value).toMatchObject(amount)
  const program = new PublicKey(mint.program)
  const { value: held } = await connection.getParsedTokenAccountsByOwner(ada.publicKey, { programId: program })
  expect(held.map(({ account }) => account.data.parsed.info)).toMatchObject([
    { mint: mint.address, owner: ada.publicKey.toBase58(), tokenAmount: amount },
  ])
  const { value: parsed } = await connection.getParsedAccountInfo(new PublicKey(mint.address))
  expect(parsed?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: mint.decimals } } })
  const transferAll = new TransactionInstruction({
    programId: program,
    keys: [own, new PublicKey(mint.address), own, ada.publicKey].map((pubkey, index) => ({
      pubkey,
      isSigner: index === 3,
      isWritable: index === 0 || index === 2,
    })),
    data: Buffer.from([12, 1, 0, 0, 0, 0, 0, 0, 0, mint.decimals]),
  })
  const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transferAll), [ada])
  const found = await connection.getParsedTransaction(signature)
  expect(found?.meta?.postTokenBalances).toMatchObject([
    { mint: mint.address, owner: ada.publicKey.toBase58(), uiTokenAmount: amount },
  ])
})

test('a token of Token Extensions says its own name', async () => {
  const { connection } = await open()
  const { value } = await connection.getParsedAccountInfo(new PublicKey(localMints.lkey.address))
  expect(value?.data).toMatchObject({
    program: 'spl-token-2022',
    parsed: {
      info: {
        extensions: [
          { extension: 'metadataPointer', state: { metadataAddress: localMints.lkey.address } },
          {
            extension: 'tokenMetadata',
            state: { name: 'Latchkey Token', symbol: 'LKEY', mint: localMints.lkey.address },
          },
        ],
      },
    },
  })
})

test('a simulation returns the resulting balances, and changes nothing', async () => {
  const { connection } = await open()
  const ada = await withSol(connection)
  const to = Keypair.generate().publicKey
  const { blank } = await versioned(connection, ada, [transfer(ada, to, LAMPORTS_PER_SOL)])
  const { value } = await connection.simulateTransaction(blank, {
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: [to.toBase58(), Keypair.generate().publicKey.toBase58()] },
  })
  expect(value).toMatchObject({ err: null, accounts: [{ lamports: LAMPORTS_PER_SOL }, null] })
  expect(value.unitsConsumed).toBeGreaterThan(0)
  expect(await connection.getBalance(to)).toBe(0)
  const verified = await connection.simulateTransaction(blank, { sigVerify: true })
  expect(verified.value.err).toBe('SignatureFailure')
})

const refusedFor = (sending: Promise<string>): Promise<string> =>
  sending.then(
    () => 'nothing',
    (error: Error) => (error instanceof SendTransactionError ? error.transactionError.message : error.message),
  )

test('what cannot be carried out is refused before it is sent, with the reason', async () => {
  const { connection, solana } = await open()
  const ada = await withSol(connection)
  const to = Keypair.generate().publicKey
  const tooMuch = await versioned(connection, ada, [transfer(ada, to, 1e12)])
  tooMuch.blank.sign([ada])
  expect(await refusedFor(connection.sendTransaction(tooMuch.blank))).toBe(
    'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
  )

  const small = await versioned(connection, ada, [transfer(ada, to, 1_000_000)])
  expect(await refusedFor(connection.sendTransaction(small.blank))).toContain('signature verification failure')
  small.blank.sign([ada])
  await connection.sendTransaction(small.blank)
  expect(await refusedFor(connection.sendTransaction(small.blank))).toContain('already been processed')

  const late = await versioned(connection, ada, [transfer(ada, to, 2_000_000)])
  late.blank.sign([ada])
  await rpc(solana.url, 'latchkey_advanceSlots', [151])
  expect((await connection.isBlockhashValid(late.blockhash)).value).toBe(false)
  expect(await refusedFor(connection.sendTransaction(late.blank))).toBe(
    'Transaction simulation failed: Blockhash not found',
  )
  expect(await connection.getBalance(to)).toBe(1_000_000)
})

test('a transaction that fails after it was sent pays its fee, and is returned with its error', async () => {
  const { connection } = await open()
  const ada = await withSol(connection)
  const { blank } = await versioned(connection, ada, [transfer(ada, Keypair.generate().publicKey, 1e12)])
  blank.sign([ada])
  const signature = await connection.sendTransaction(blank, { skipPreflight: true })
  const err = { InstructionError: [0, { Custom: 1 }] }
  expect((await connection.getSignatureStatus(signature)).value?.err).toEqual(err)
  expect(await connection.getBalance(ada.publicKey)).toBe(2 * LAMPORTS_PER_SOL - 5_000)
})

test('history is the newest first, and comes in pages', async () => {
  const { connection } = await open()
  const ada = await withSol(connection)
  const to = Keypair.generate().publicKey
  const sent: string[] = []
  for (const sol of [0.1, 0.2, 0.3])
    sent.unshift(
      await sendAndConfirmTransaction(connection, new Transaction().add(transfer(ada, to, sol * 1e9)), [ada]),
    )
  const page = async (options: object) =>
    (await connection.getSignaturesForAddress(to, options)).map(({ signature }) => signature)
  expect(await page({})).toEqual(sent)
  expect(await page({ limit: 2 })).toEqual(sent.slice(0, 2))
  expect(await page({ before: sent[1] })).toEqual(sent.slice(2))
  expect(await page({ until: sent[1] })).toEqual(sent.slice(0, 1))
})

test('an account subscription receives the new balance', async () => {
  const { connection } = await open()
  const ada = await withSol(connection)
  const to = Keypair.generate().publicKey
  const heard = new Promise<number>((resolve) => connection.onAccountChange(to, ({ lamports }) => resolve(lamports)))
  // The subscription exists once a slot arrives, which was requested after it.
  await new Promise((resolve) => connection.onSlotChange(resolve))
  await sendAndConfirmTransaction(connection, new Transaction().add(transfer(ada, to, 3_000_000)), [ada])
  expect(await heard).toBe(3_000_000)
})

test('everything is there again after a restart, also after one that tore the last line', async () => {
  const first = await open()
  const ada = await withSol(first.connection)
  await tokensTo(first.connection, localMints.usdc, ada.publicKey, 7n)
  const history = await first.connection.getSignaturesForAddress(ada.publicKey)
  const { blockhash } = await first.connection.getLatestBlockhash()
  await first.close()
  appendFileSync(first.solana.journalFile, '{"record":{"slot":1')
  for (const _ of ['once', 'again']) {
    const { connection, close } = await open(first.solana.journalFile)
    expect(await connection.getBalance(ada.publicKey)).toBe(2 * LAMPORTS_PER_SOL)
    expect(await connection.getSignaturesForAddress(ada.publicKey)).toEqual(history)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
    const own = await tokenAccountOf(localMints.usdc, ada.publicKey)
    expect((await connection.getTokenAccountBalance(own)).value.amount).toBe('7')
    await close()
  }
})

test('an invalid request, an unknown method and invalid parameters each have their error', async () => {
  const { solana } = await open()
  const post = async (body: unknown) =>
    (await fetch(solana.url, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<unknown>
  const request = { jsonrpc: '2.0', id: 1 }
  expect(await post({ ...request, method: 'constructor' })).toMatchObject({ error: { code: -32601 } })
  expect(await post({ ...request, method: 'getBalance', params: ['0OIl'] })).toMatchObject({ error: { code: -32602 } })
  expect(await post('hello')).toMatchObject({ id: null, error: { code: -32600 } })
  expect(await post([{ ...request, method: 'getSlot' }, 7])).toMatchObject([
    { result: expect.any(Number) },
    { error: { code: -32600 } },
  ])
})
