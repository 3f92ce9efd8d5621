/** Translates why a cluster rejects a transaction to the catalogue and to words. */
import { AppError } from '@latchkey/protocol/errors'
import { plainReason } from '../nodeError/revertReason.ts'
import type { ReadInstruction } from './instructions/readInstruction.ts'
import { nameOfProgram } from './solanaPrograms.ts'

/** Errors of whole transactions, by the network's name. */
const words: Readonly<Record<string, () => AppError>> = {
  BlockhashNotFound: () => new AppError('TRANSACTION_EXPIRED'),
  AlreadyProcessed: () => new AppError('TRANSACTION_KNOWN'),
  AccountNotFound: () => new AppError('INSUFFICIENT_FUNDS'),
  InsufficientFundsForFee: () => new AppError('INSUFFICIENT_FUNDS'),
  InsufficientFundsForRent: () => failing('an account would have too little for its rent'),
  InvalidRentPayingAccount: () => failing('an account would have too little for its rent'),
  AddressLookupTableNotFound: () => new AppError('LOOKUP_TABLE_INVALID'),
  InvalidAddressLookupTableOwner: () => new AppError('LOOKUP_TABLE_INVALID'),
  InvalidAddressLookupTableData: () => new AppError('LOOKUP_TABLE_INVALID'),
  InvalidAddressLookupTableIndex: () => new AppError('LOOKUP_TABLE_INVALID'),
  ProgramAccountNotFound: () => failing('a program that it needs is not on this network'),
  SignatureFailure: () => failing('a signature does not fit'),
}

/** Errors that any program may return, in the network's spelling. */
const instructionWords: Readonly<Record<string, string>> = {
  InsufficientFunds: 'an account has too little',
  InvalidAccountData: 'an account holds something else than it should',
  InvalidAccountOwner: 'an account belongs to another program',
  InvalidArgument: 'the program does not take what it was given',
  InvalidInstructionData: 'the program does not know this instruction',
  IncorrectProgramId: 'it is meant for another program',
  MissingRequiredSignature: 'a signature is missing',
  AccountAlreadyInitialized: 'an account is there already',
  UninitializedAccount: 'an account is not there yet',
  NotEnoughAccountKeys: 'an account is missing',
  MissingAccount: 'an account is missing',
  ReadonlyLamportChange: 'it would change an account that must not change',
  AccountNotRentExempt: 'an account would have too little for its rent',
  ComputationalBudgetExceeded: 'it takes more computing than it has asked for',
  ProgramFailedToComplete: 'the program broke off',
  UnsupportedProgramId: 'there is no such program on this network',
}

/** Custom error numbers of these programs. */
const customWords: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  System: { 0: 'the account is there already', 1: 'there is not enough SOL' },
  Token: {
    0: 'an account would have too little for its rent',
    1: 'there are not enough tokens',
    3: 'the account is for another token',
    4: 'the account belongs to somebody else',
    11: 'the account is not empty',
    14: 'the number is too large',
    17: 'the account is frozen',
    18: 'the number of decimals is another',
  },
}

/**
 * Translates the `err` of a simulation or of a node. `logs` are from the same response, where programs give details. Returns
 * TRANSACTION_EXPIRED, TRANSACTION_KNOWN, INSUFFICIENT_FUNDS, LOOKUP_TABLE_INVALID, or EXECUTION_REVERTED with the reason in words.
 */
export function solanaFailure(
  err: unknown,
  {
    instructions = [],
    logs = [],
  }: { instructions?: readonly Pick<ReadInstruction, 'program'>[]; logs?: readonly string[] } = {},
): AppError {
  const [name, detail] = typeof err === 'string' ? [err, undefined] : entryOf(err)
  if (name !== 'InstructionError') return Object.hasOwn(words, name) ? (words[name]?.() ?? failing()) : failing()
  const [index, inner] = Array.isArray(detail) ? (detail as unknown[]) : []
  const program = typeof index === 'number' ? (instructions[index]?.program ?? null) : null
  const reason = reasonOf(inner, program) ?? reasonIn(logs)
  const called = program === null ? null : nameOfProgram(program)
  return failing(reason === undefined ? undefined : called === null ? reason : `${reason} (${called})`)
}

/** Translates the `error` object of a Solana node's JSON-RPC response to the catalogue. The node's message stays in `cause`. */
export function translateSolanaError(error: unknown): AppError {
  const { code, message, data } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const { err, logs } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  if (err !== undefined && err !== null) {
    const lines = Array.isArray(logs) ? logs.filter((line) => typeof line === 'string') : []
    const { name, details } = solanaFailure(err, { logs: lines })
    return new AppError(name, { cause: error, details })
  }
  const sentence = typeof message === 'string' ? message.slice(0, 1024) : ''
  const named = Object.entries(sentences).find(([, pattern]) => pattern.test(sentence))?.[0] as
    | AppError['name']
    | undefined
  const byCode = typeof code === 'number' && Object.hasOwn(codes, code) ? codes[code] : undefined
  return new AppError(named ?? byCode ?? 'INTERNAL', { cause: error })
}

const sentences: Partial<Record<AppError['name'], RegExp>> = {
  TRANSACTION_EXPIRED: /blockhash not found|block height exceeded/i,
  TRANSACTION_KNOWN: /already (?:been )?processed/i,
  INSUFFICIENT_FUNDS: /insufficient (?:funds|lamports)|no record of a prior credit/i,
  LIMIT_EXCEEDED: /too many requests|rate limit/i,
}
const codes: Readonly<Record<number, AppError['name']>> = {
  [-32602]: 'INVALID_PARAMS',
  [-32601]: 'METHOD_NOT_ALLOWED',
  [-32002]: 'TRANSACTION_REJECTED',
  [-32003]: 'TRANSACTION_REJECTED',
  [-32013]: 'TRANSACTION_REJECTED',
  [-32015]: 'TRANSACTION_REJECTED',
  // The node is behind, or lacks a block.
  [-32001]: 'CHAIN_UNREACHABLE',
  [-32004]: 'CHAIN_UNREACHABLE',
  [-32005]: 'CHAIN_UNREACHABLE',
  [-32016]: 'CHAIN_UNREACHABLE',
}

const failing = (reason = 'the program gave no reason'): AppError =>
  new AppError('EXECUTION_REVERTED', { details: { reason } })

const entryOf = (err: unknown): readonly [name: string, detail: unknown] =>
  typeof err === 'object' && err !== null ? (Object.entries(err)[0] ?? ['', undefined]) : ['', undefined]

function reasonOf(inner: unknown, program: string | null): string | undefined {
  if (typeof inner === 'string') return Object.hasOwn(instructionWords, inner) ? instructionWords[inner] : undefined
  const [name, number] = entryOf(inner)
  if (name !== 'Custom' || typeof number !== 'number') return undefined
  const called = program === null ? '' : (nameOfProgram(program) ?? '').replace('-2022', '')
  return Object.hasOwn(customWords, called) ? customWords[called]?.[number] : undefined
}

/** Returns a program's own message: the last log line that reports an error. */
function reasonIn(logs: readonly string[]): string | undefined {
  for (const line of logs.toReversed()) {
    const said = /^Program log: .*?(?:Error Message|Error|panicked at): (.+)$/is.exec(line)?.[1]
    const plain = said === undefined ? undefined : plainReason(said)
    if (plain !== undefined) return plain
  }
  return undefined
}
