/** Sending on Solana: SOL, and tokens of both token programs to the recipient's associated account, created where there is none. */
import {
  type AccountState,
  createTokenAccount,
  encodeSolanaMessage,
  encodeUnsignedSolanaTransaction,
  type InstructionToEncode,
  isOnCurve,
  type MessageToEncode,
  parseCaip10,
  parseSolanaAddress,
  readTokenMint,
  type SolanaAddress,
  type SolanaToken,
  systemProgram,
  type TokenMint,
  token2022Program,
  tokenAccountOf,
  tokenProgram,
  transferSol,
  transferToken,
} from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { decimalsOf } from './amountRules.ts'
import {
  type PlanProblem,
  type Sender,
  type SendPlan,
  type SendTools,
  type SendWish,
  unknownReason,
} from './SendPlan.ts'
import { commitment, contextValue, isJson, type Json, readCount, readJson, readText, unread } from './solanaAnswers.ts'
import { traceOnSolana } from './traceOnSolana.ts'

/** The fee per signature before a quote, in lamports. */
const signatureFee = 5000n

export const readBalance = async ({ ask }: SendTools, address: string): Promise<bigint> =>
  readCount(contextValue(await ask('getBalance', [address, { commitment }])))

/** An account's owner and data; null for one that is not on the chain. */
export const readAccount = async ({ ask }: SendTools, address: string): Promise<Json | null> => {
  const value = contextValue(await ask('getAccountInfo', [address, { commitment, encoding: 'base64' }]))
  return value === null ? null : readJson(value)
}

const stateOf = (json: Json | null): AccountState | null => {
  if (json === null) return null
  const { owner, data } = json
  const [text] = Array.isArray(data) ? data : []
  return { owner: readText(owner), lamports: 0n, data: base64.decode(readText(text)) }
}

/** Only owner and data. */
export const readState = async (tools: SendTools, address: string): Promise<AccountState | null> =>
  stateOf(await readAccount(tools, address))

/** Returns a token with its program; null for an account that is no token. */
export const readMint = async (
  tools: SendTools,
  mint: string,
): Promise<(TokenMint & { program: SolanaAddress }) | null> => {
  const state = await readState(tools, mint)
  const program = [tokenProgram, token2022Program].find((one) => one === state?.owner)
  const read = state === null ? null : readTokenMint(state)
  return program === undefined || read === null ? null : { ...read, program }
}

export const readRent = async ({ ask }: SendTools, bytes: number): Promise<bigint> =>
  readCount(await ask('getMinimumBalanceForRentExemption', [bytes]))

/** Simulates a transaction without signatures. Passes if the node doesn't support that: the wallet checks it then. */
export const simulate = async ({ ask }: SendTools, bytes: Uint8Array): Promise<void> => {
  const transaction = base64.encode(bytes)
  const options = { encoding: 'base64', commitment, sigVerify: false, replaceRecentBlockhash: true }
  const answer = await ask('simulateTransaction', [transaction, options]).catch((thrown: unknown) => {
    if (isAppError(thrown, 'METHOD_NOT_ALLOWED')) return { value: { err: null } }
    throw thrown
  })
  const { err, logs } = readJson(contextValue(answer))
  if (err === null || err === undefined) return
  throw new AppError('EXECUTION_REVERTED', { details: { reason: reasonOf(err, logs) } })
}

/** The program's own message where it has one. It is untrusted: one line, cut. */
function reasonOf(err: unknown, logs: unknown): string {
  const lines = Array.isArray(logs) ? logs.filter((line): line is string => typeof line === 'string') : []
  const said = lines.findLast((line) => /^Program log: Error|insufficient (?:funds|lamports)/i.test(line))
  const text = said?.replace(/^Program log: (?:Error: )?/, '') ?? (typeof err === 'string' ? err : unknownReason)
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 120)
}

/** Returns the last valid block of a transaction that is created now. */
export const readLifetime = async ({
  ask,
}: SendTools): Promise<{ blockhash: string; lastValidBlockHeight: number }> => {
  const { blockhash, lastValidBlockHeight } = readJson(contextValue(await ask('getLatestBlockhash', [{ commitment }])))
  return { blockhash: readText(blockhash), lastValidBlockHeight: Number(readCount(lastValidBlockHeight)) }
}

/** Returns the network's fee for a message. Null: the node doesn't know the blockhash, either no longer or not yet. */
export const readFee = async ({ ask }: SendTools, message: Uint8Array): Promise<bigint> => {
  const value = contextValue(await ask('getFeeForMessage', [base64.encode(message), { commitment }]))
  return value === null ? signatureFee : readCount(value)
}

export const readLastSignature = async ({ ask }: SendTools, account: string): Promise<string | null> => {
  const list = await ask('getSignaturesForAddress', [account, { limit: 1, commitment }])
  if (!Array.isArray(list)) return unread()
  return list.length === 0 ? null : readText(readJson(list[0]).signature)
}

/** The instructions that move the amount, and the extra cost for the recipient's account. */
type Move = { instructions: readonly InstructionToEncode[]; lamports: bigint; depositUnits: bigint }

const moveSol = ({ units, account, recipient }: SendWish): Move => ({
  instructions: [
    transferSol({ from: parseSolanaAddress(account), to: parseSolanaAddress(recipient.address), lamports: units }),
  ],
  lamports: units,
  depositUnits: 0n,
})

async function moveToken(tools: SendTools, wish: SendWish, mint: SolanaAddress): Promise<Move> {
  const owner = parseSolanaAddress(wish.account)
  const to = parseSolanaAddress(wish.recipient.address)
  // A token account of an address without a key would keep its tokens from everybody but a program.
  if (!isOnCurve(to)) throw new AppError('ADDRESS_INVALID')
  const known = await readMint(tools, mint)
  if (known === null) throw new AppError('TOKEN_MISSING')
  const token: SolanaToken = { mint, program: known.program }
  const target = tokenAccountOf(to, token)
  const [from, existing] = await Promise.all([findSource(tools, owner, token, wish.units), readAccount(tools, target)])
  const transfer = transferToken({
    owner,
    from,
    to: target,
    token,
    units: wish.units,
    decimals: decimalsOf(wish.token),
  })
  if (existing !== null) return { instructions: [transfer], lamports: 0n, depositUnits: 0n }
  const depositUnits = await readRent(tools, known.accountBytes)
  return { instructions: [createTokenAccount(owner, to, token), transfer], lamports: 0n, depositUnits }
}

/** An account of the owner's that holds enough of a token; the associated one where several do, or none. */
async function findSource(
  { ask }: SendTools,
  owner: SolanaAddress,
  token: SolanaToken,
  units: bigint,
): Promise<SolanaAddress> {
  const associated = tokenAccountOf(owner, token)
  const answer = await ask('getTokenAccountsByOwner', [
    owner,
    { mint: token.mint },
    { commitment, encoding: 'jsonParsed' },
  ])
  const list = contextValue(answer)
  if (!Array.isArray(list)) return unread()
  const enough = list.flatMap((entry) => {
    const { pubkey, account } = readJson(entry)
    const { info } = readJson(readJson(readJson(readJson(account).data).parsed))
    const amount = readText(readJson(readJson(info).tokenAmount).amount)
    return /^\d{1,20}$/.test(amount) && BigInt(amount) >= units ? [parseSolanaAddress(pubkey)] : []
  })
  return enough.includes(associated) ? associated : (enough[0] ?? associated)
}

async function plan(tools: SendTools, wish: SendWish): Promise<SendPlan> {
  const payer = parseSolanaAddress(wish.account)
  const { address } = wish.token
  const mint = address === undefined ? null : parseSolanaAddress(parseCaip10(address).address)
  const [move, balance, rent, { blockhash, lastValidBlockHeight }, lastSignature, recipientUnits] = await Promise.all([
    mint === null ? moveSol(wish) : moveToken(tools, wish, mint),
    readBalance(tools, payer),
    readRent(tools, 0),
    readLifetime(tools),
    readLastSignature(tools, payer),
    mint === null ? readBalance(tools, wish.recipient.address) : null,
  ])
  const message: MessageToEncode = { payer, blockhash, instructions: move.instructions }
  const feeUnits = await readFee(tools, encodeSolanaMessage(message))
  const neededUnits = move.lamports + move.depositUnits + feeUnits
  const left = balance - neededUnits
  const problem: PlanProblem | null =
    left < 0n
      ? { kind: 'short', neededUnits }
      : recipientUnits !== null && recipientUnits + move.lamports < rent
        ? { kind: 'tooLittle', minimumUnits: rent - recipientUnits }
        : left > 0n && left < rent
          ? { kind: 'leavesTooLittle', minimumUnits: rent }
          : null
  const bytes = encodeUnsignedSolanaTransaction(message)
  if (problem === null) await simulate(tools, bytes)
  const transaction = base58.encode(bytes)
  return {
    ...wish,
    feeUnits,
    depositUnits: move.depositUnits,
    problem,
    request: {
      method: 'solana_signAndSendTransaction',
      params: { transaction },
    },
    mark: { lastSignature, transaction, lastValidBlockHeight },
  }
}

/** The id of a transaction: 64 bytes. */
const readSignature = (value: unknown): string => {
  const text = isJson(value) ? value.signature : undefined
  if (typeof text !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text))
    throw new AppError('WALLET_INVALID_RESPONSE')
  return text
}

async function send({ request, isEmbedded, ask }: SendTools, planned: SendPlan): Promise<string> {
  try {
    return readSignature(await request(planned.request))
  } catch (thrown) {
    // A wallet that only signs, or doesn't know this cluster, has sent nothing: we send what it signs.
    const isUnable = isAppError(thrown, 'WALLET_UNAVAILABLE') || isAppError(thrown, 'CHAIN_NOT_SUPPORTED')
    if (isEmbedded || !isUnable) throw thrown
  }
  const answer = await request({ ...planned.request, method: 'solana_signTransaction' })
  const signed = isJson(answer) && typeof answer.transaction === 'string' ? base58.decode(answer.transaction) : null
  if (signed === null) throw new AppError('WALLET_INVALID_RESPONSE')
  const options = { encoding: 'base64', preflightCommitment: commitment }
  return readSignature({ signature: await ask('sendTransaction', [base64.encode(signed), options]) })
}

export const solanaSender: Sender = {
  plan,
  reserve: async () => signatureFee,
  async inspect(tools, address) {
    const account = await readAccount(tools, address)
    if (account === null || account.owner === systemProgram)
      return isOnCurve(parseSolanaAddress(address)) ? 'person' : 'contract'
    return account.owner === tokenProgram || account.owner === token2022Program ? 'tokenAccount' : 'contract'
  },
  send,
  async trace(tools, account, mark) {
    return mark !== null && 'transaction' in mark ? traceOnSolana(tools, account, mark) : 'open'
  },
  async status({ ask }, id) {
    const list = contextValue(await ask('getSignatureStatuses', [[id], { searchTransactionHistory: true }]))
    const found = Array.isArray(list) ? list[0] : unread()
    if (found === null) return 'pending'
    const { err, confirmationStatus } = readJson(found)
    if (err !== null) return 'failed'
    return confirmationStatus === 'processed' ? 'pending' : 'confirmed'
  },
}
