import { Keypair, Message, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import {
  encodeSolanaMessage,
  encodeUnsignedSolanaTransaction,
  type InstructionToEncode,
} from './encodeSolanaMessage.ts'
import { parseSolanaTransaction } from './parseSolanaTransaction.ts'
import { findProgramAddress, isOnCurve } from './programAddress.ts'
import {
  createTokenAccount,
  systemProgram,
  token2022Program,
  tokenAccountOf,
  tokenProgram,
  transferSol,
  transferToken,
} from './transferInstructions.ts'

const key = (byte: number): SolanaAddress => parseSolanaAddress(new PublicKey(new Uint8Array(32).fill(byte)).toBase58())
const payer = key(1)
const friend = key(7)
const blockhash = key(9)
const associatedProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

const toWeb3 = ({ program, accounts, data }: InstructionToEncode): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map(({ address, signs, writable }) => ({
      pubkey: new PublicKey(address),
      isSigner: signs,
      isWritable: writable,
    })),
    data: Buffer.from(data),
  })

test('a transfer of SOL is, byte for byte, the message that web3.js makes', () => {
  const ours = encodeSolanaMessage({
    payer,
    blockhash,
    instructions: [transferSol({ from: payer, to: friend, lamports: 1_500_000_000n })],
  })
  const theirs = new Transaction({ feePayer: new PublicKey(payer), recentBlockhash: blockhash }).add(
    SystemProgram.transfer({
      fromPubkey: new PublicKey(payer),
      toPubkey: new PublicKey(friend),
      lamports: 1_500_000_000,
    }),
  )
  expect(ours).toEqual(new Uint8Array(theirs.serializeMessage()))
})

test('web3.js reads from a message what was put into it, whoever signs and writes what', () => {
  const { below, pick } = random(1899)
  const people = [1, 2, 3, 4, 5].map(key)
  for (let round = 0; round < 200; round++) {
    const instructions = Array.from(
      { length: 1 + below(3) },
      (): InstructionToEncode => ({
        program: pick([key(20), key(21), systemProgram]),
        accounts: Array.from({ length: below(5) }, () => ({
          address: pick(people),
          signs: below(2) === 1,
          writable: below(2) === 1,
        })),
        data: Uint8Array.from({ length: below(140) }, () => below(256)),
      }),
    )
    const message = { payer, blockhash, instructions }
    const read = Message.from(encodeSolanaMessage(message))
    const expected = Transaction.populate(
      new Transaction({ feePayer: new PublicKey(payer), recentBlockhash: blockhash })
        .add(...instructions.map(toWeb3))
        .compileMessage(),
    )
    expect(read.header).toEqual(expected.compileMessage().header)
    expect(Transaction.populate(read).instructions).toEqual(expected.instructions)
    // And our own reader.
    const own = parseSolanaTransaction(encodeUnsignedSolanaTransaction(message))
    expect(own.signers[0]).toBe(payer)
    expect(own.instructions).toEqual(
      instructions.map(({ program, accounts, data }) => ({
        program,
        accounts: accounts.map(({ address }) => address),
        data,
      })),
    )
  }
})

test('what does not fit into a packet, and a blockhash that is none, are refused', () => {
  const long = { program: key(20), accounts: [], data: new Uint8Array(1200) }
  expect(thrown(() => encodeUnsignedSolanaTransaction({ payer, blockhash, instructions: [long] }))).toBe('TOO_LARGE')
  expect(thrown(() => encodeSolanaMessage({ payer, blockhash: 'soon', instructions: [] }))).toBe('INVALID_PARAMS')
})

describe('addresses of programs', () => {
  test('people are on the curve and programs are not, as web3.js says', () => {
    const { below } = random(25519)
    for (let round = 0; round < 60; round++) {
      const bytes = Uint8Array.from({ length: 32 }, () => below(256))
      const address = new PublicKey(bytes)
      expect(isOnCurve(parseSolanaAddress(address.toBase58())), address.toBase58()).toBe(PublicKey.isOnCurve(bytes))
    }
    expect(isOnCurve(parseSolanaAddress(Keypair.generate().publicKey.toBase58()))).toBe(true)
  })

  test('are found as web3.js finds them', () => {
    for (let byte = 1; byte < 12; byte++) {
      const seeds = [Uint8Array.of(byte), new Uint8Array(20).fill(byte)]
      const [expected] = PublicKey.findProgramAddressSync(seeds, new PublicKey(tokenProgram))
      expect(findProgramAddress(seeds, tokenProgram)).toBe(expected.toBase58())
    }
  })

  test.each([tokenProgram, token2022Program])('a token account is where the convention has it: %s', (program) => {
    const mint = key(30)
    const [expected] = PublicKey.findProgramAddressSync(
      [friend, program, mint].map((each) => new PublicKey(each).toBytes()),
      associatedProgram,
    )
    expect(tokenAccountOf(friend, { mint, program })).toBe(expected.toBase58())
  })
})

test('a transfer of tokens says how many decimals it means, and makes the account that it needs', () => {
  const token = { mint: key(30), program: tokenProgram }
  const [from, to] = [tokenAccountOf(payer, token), tokenAccountOf(friend, token)]
  const transfer = transferToken({ owner: payer, from, to, token, units: 1_234_567n, decimals: 6 })
  expect([...transfer.data]).toEqual([12, 0x87, 0xd6, 0x12, 0, 0, 0, 0, 0, 6])
  expect(transfer.accounts.map(({ address }) => address)).toEqual([from, token.mint, to, payer])
  const create = createTokenAccount(payer, friend, token)
  expect([...create.data]).toEqual([1])
  const read = parseSolanaTransaction(
    encodeUnsignedSolanaTransaction({ payer, blockhash, instructions: [create, transfer] }),
  )
  expect(read.signers).toEqual([payer])
  expect(read.instructions.map(({ accounts }) => accounts)).toEqual([
    [payer, to, friend, token.mint, systemProgram, tokenProgram],
    [from, token.mint, to, payer],
  ])
})

test.each([-1n, 2n ** 64n])('%s lamports are no amount', (lamports) => {
  expect(thrown(() => transferSol({ from: payer, to: friend, lamports }))).toBe('AMOUNT_INVALID')
})
