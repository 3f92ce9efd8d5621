import { AppError } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { outcome } from '../outcome.fixture.ts'
import { callSolanaFrame } from './callSolanaFrame.ts'
import { signedTransaction, signOnSolana, solanaAddress, solanaHandlers } from './solanaLogin.fixture.ts'

const own = new PublicKey(solanaAddress)
const other = Keypair.fromSeed(new Uint8Array(32).fill(9))
const blockhash = '11111111111111111111111111111111'
const hello = base58.encode(new TextEncoder().encode('hello'))

const transfer = (lamports: number, payer = own) => [
  SystemProgram.transfer({ fromPubkey: payer, toPubkey: other.publicKey, lamports }),
]
const legacy = (lamports: number): string => {
  const transaction = new Transaction({ feePayer: own, recentBlockhash: blockhash }).add(...transfer(lamports))
  return base58.encode(transaction.serialize({ requireAllSignatures: false }))
}
const versioned = (lamports: number, payer = own): string => {
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions: transfer(lamports, payer),
  })
  return base58.encode(new VersionedTransaction(message.compileToV0Message()).serialize())
}

const signing = { address: solanaAddress, origin: 'https://app.example' }

const call = (method: string, params: object, answer?: (args: RequestArguments) => unknown) => {
  const asked: RequestArguments[] = []
  const honest = (args: RequestArguments) => solanaHandlers.RPC_REQUEST(args as never)
  const request = async (args: RequestArguments): Promise<unknown> => {
    asked.push(args)
    return (answer ?? honest)(args)
  }
  return { done: callSolanaFrame(request, { method, params }, signing), asked }
}

test.each([
  ['solana_signMessage', { message: hello, pubkey: solanaAddress }],
  ['solana_signTransaction', { transaction: legacy(1) }],
  ['solana_signTransaction', { transaction: versioned(1) }],
  ['solana_signAllTransactions', { transactions: [legacy(1), versioned(2)] }],
  ['solana_signAndSendTransaction', { transaction: versioned(1), options: { skipPreflight: true } }],
])('%s reaches the wallet as it is, and what is signed comes back', async (method, params) => {
  const { done, asked } = call(method, params)
  expect(await done).toEqual(await solanaHandlers.RPC_REQUEST({ method, params } as never))
  expect(asked).toEqual([{ method, params }])
})

describe('Sign In With Solana', () => {
  const text = `app.example wants you to sign in with your Solana account:\n${solanaAddress}`
  const signedMessage = base58.encode(new TextEncoder().encode(text))

  test.each([
    ['no input', undefined],
    ['the account and the domain that it has anyway', { address: solanaAddress, domain: 'app.example' }],
  ])('with %s is a message to the wallet', async (_, params) => {
    const { done, asked } = call('solana_signIn', params as object)
    const signature = base58.encode(signOnSolana(new TextEncoder().encode(text)))
    expect(await done).toEqual({ address: solanaAddress, signedMessage, signature })
    expect(asked).toEqual([{ method: 'solana_signMessage', params: { message: signedMessage, pubkey: solanaAddress } }])
  })

  test('that the user declines is declined to the page', async () => {
    const { done } = call('solana_signIn', {}, () => {
      throw new AppError('USER_REJECTED')
    })
    expect(await outcome(done)).toBe('USER_REJECTED')
  })

  test('with the signature of something else is not passed on', async () => {
    const strange = { signature: base58.encode(signOnSolana(new Uint8Array(5))) }
    expect(await outcome(call('solana_signIn', {}, () => strange).done)).toBe('WALLET_INVALID_RESPONSE')
  })
})

describe('what the wallet answers is not passed on', () => {
  const changed = (text: string): string => {
    const bytes = base58.decode(text)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    return base58.encode(bytes)
  }
  const strange = base58.encode(new Uint8Array(64).fill(5))
  test.each<[string, string, object, unknown]>([
    [
      'a signature of something else',
      'solana_signMessage',
      { message: hello, pubkey: solanaAddress },
      { signature: base58.encode(signOnSolana(new Uint8Array(5))) },
    ],
    ['a signature that is none', 'solana_signMessage', { message: hello, pubkey: solanaAddress }, { signature: hello }],
    ['no text', 'solana_signMessage', { message: hello, pubkey: solanaAddress }, { signature: 5 }],
    ['nothing', 'solana_signMessage', { message: hello, pubkey: solanaAddress }, null],
    [
      'another transaction, well signed',
      'solana_signTransaction',
      { transaction: legacy(1) },
      { transaction: base58.encode(signedTransaction(legacy(2))) },
    ],
    [
      'the transaction with a byte changed',
      'solana_signTransaction',
      { transaction: versioned(1) },
      { transaction: changed(base58.encode(signedTransaction(versioned(1)))) },
    ],
    [
      'the transaction unsigned',
      'solana_signTransaction',
      { transaction: versioned(1) },
      { transaction: versioned(1) },
    ],
    [
      'a transaction that is too long',
      'solana_signTransaction',
      { transaction: versioned(1) },
      { transaction: '1'.repeat(5_000) },
    ],
    [
      'fewer transactions',
      'solana_signAllTransactions',
      { transactions: [legacy(1), legacy(2)] },
      { transactions: [base58.encode(signedTransaction(legacy(1)))] },
    ],
    [
      'transactions in another order',
      'solana_signAllTransactions',
      { transactions: [legacy(1), legacy(2)] },
      { transactions: [legacy(2), legacy(1)].map((one) => base58.encode(signedTransaction(one))) },
    ],
    [
      'the signature of another transaction',
      'solana_signAndSendTransaction',
      { transaction: versioned(1) },
      { signature: strange },
    ],
  ])('%s', async (_, method, params, answer) => {
    expect(await outcome(call(method, params, () => answer).done)).toBe('WALLET_INVALID_RESPONSE')
  })
})

test.each<[string, string, object, string]>([
  [
    'a message of another account',
    'solana_signMessage',
    { message: hello, pubkey: other.publicKey.toBase58() },
    'UNAUTHORIZED',
  ],
  [
    'a transaction that the account does not sign',
    'solana_signTransaction',
    { transaction: versioned(1, other.publicKey) },
    'INVALID_PARAMS',
  ],
  ['what is no transaction', 'solana_signTransaction', { transaction: hello }, 'INVALID_PARAMS'],
  ['text that is not base58', 'solana_signMessage', { message: '0OIl', pubkey: solanaAddress }, 'INVALID_PARAMS'],
  [
    'a message that is a transaction',
    'solana_signMessage',
    { message: base58.encode(base58.decode(versioned(1)).slice(65)), pubkey: solanaAddress },
    'INVALID_PARAMS',
  ],
  ['a sign-in of another account', 'solana_signIn', { address: other.publicKey.toBase58() }, 'UNAUTHORIZED'],
  ['a sign-in elsewhere', 'solana_signIn', { domain: 'bank.example' }, 'INVALID_PARAMS'],
  ['a sign-in that is no object', 'solana_signIn', [], 'INVALID_PARAMS'],
  ['a sign-in with a number', 'solana_signIn', { nonce: 12345678 }, 'INVALID_PARAMS'],
  ['a sign-in of more than a message holds', 'solana_signIn', { statement: '\u4e16'.repeat(700) }, 'TOO_LARGE'],
])('%s does not reach the wallet', async (_, method, params, name) => {
  const { done, asked } = call(method, params)
  expect(await outcome(done)).toBe(name)
  expect(asked).toEqual([])
})

test('whoever pays may be another: the transaction goes by that signature', async () => {
  const instructions = [...transfer(1), ...transfer(1, other.publicKey)]
  const message = new TransactionMessage({ payerKey: other.publicKey, recentBlockhash: blockhash, instructions })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([other])
  const text = base58.encode(transaction.serialize())
  const { done } = call('solana_signAndSendTransaction', { transaction: text })
  expect(await done).toEqual({ signature: base58.encode(transaction.signatures[0] ?? new Uint8Array()) })
})

test('a refusal by the user is what the page hears', async () => {
  const { done } = call('solana_signTransaction', { transaction: legacy(1) }, () => {
    throw new AppError('USER_REJECTED')
  })
  expect(await outcome(done)).toBe('USER_REJECTED')
})
