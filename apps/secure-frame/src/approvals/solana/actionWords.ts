import { type ReadInstruction, type SolanaAction, shortAddress } from '@latchkey/chains'
import { exactAmount } from '../screen/exactAmount.ts'
import { inUsd } from '../screen/inUsd.ts'
import { wrappedSol } from './askPrices.ts'
import type { Examined } from './examineSolana.ts'

/** What the words are made with. */
export type SolanaBook = Pick<Examined, 'mints' | 'tokenAccounts' | 'prices'> & { own: string }

/** Something that an instruction names: an address in full, or words. */
export type ActionFact = { label: string; address: string } | { label: string; text: string }

/** One instruction in words: a sentence, and who and what it names. */
export type ActionWords = { title: string; facts: readonly ActionFact[] }

const solDecimals = 9

export const sol = (lamports: bigint): string => `${exactAmount(lamports, solDecimals)} SOL`

type Tokens = { amount: bigint; mint: string | null; decimals: number | null }

/** The token of an amount, as far as it can be told: the instruction may name only the account that holds it. */
const mintOf = ({ mint }: Tokens, account: string, { tokenAccounts }: SolanaBook): string | null =>
  mint ?? tokenAccounts.get(account)?.mint ?? null

/** What looks like the name of the coin itself. */
const coinLike = /^\W*w?s[o0]l\W*$/i

/**
 * An amount of a token with its name. This is its own word, which anybody may choose: it is never that of the coin, and
 * whoever shows it shows the mint beside it.
 */
export const tokenAmount = (
  mint: string | null,
  amount: bigint,
  { mints }: Pick<SolanaBook, 'mints'>,
  given?: number | null,
) => {
  const facts = mint === null ? undefined : mints.get(mint)
  const decimals = given ?? facts?.decimals
  const own = facts?.symbol == null || coinLike.test(facts.symbol) ? null : facts.symbol
  const word = mint === wrappedSol ? 'wrapped SOL' : own
  const symbol = decimals === undefined ? `units of ${word ?? 'a token'}` : (word ?? 'tokens')
  return { value: exactAmount(amount, decimals ?? 0), symbol }
}

/** What an amount is worth, in words; null where its price is not known, or in which units it is told. `mint` null: SOL. */
export const worth = (
  mint: string | null,
  units: bigint,
  { mints, prices }: Pick<SolanaBook, 'mints' | 'prices'>,
): string | null => {
  const price = prices.get(mint ?? wrappedSol)
  const decimals = mint === null ? solDecimals : mints.get(mint)?.decimals
  return price === undefined || decimals === undefined ? null : `about ${inUsd(units, decimals, price)}`
}

/** The name of a token with its mint. */
export const withMint = (symbol: string, mint: string | null): string =>
  mint === null ? symbol : `${symbol} (${shortAddress(mint)})`

const tokens = (given: Tokens, account: string, book: SolanaBook): string => {
  const mint = mintOf(given, account, book)
  const { value, symbol } = tokenAmount(mint, given.amount, book, given.decimals)
  return `${value} ${withMint(symbol, mint)}`
}

const tokenFact = (given: Tokens, account: string, book: SolanaBook): ActionFact[] => {
  const mint = mintOf(given, account, book)
  return mint === null ? [] : [{ label: 'Token', address: mint }]
}

/** Tokens go to accounts that belong to somebody: both are said where both are known. */
const receiver = (account: string, { tokenAccounts }: SolanaBook): ActionFact[] => {
  const owner = tokenAccounts.get(account)?.owner
  return owner === undefined
    ? [{ label: 'To the token account', address: account }]
    : [
        { label: 'To', address: owner },
        { label: 'In the token account', address: account },
      ]
}

const rightWords = {
  owner: 'the ownership of a token account',
  close: 'the right to close a token account',
  mint: 'the right to make more of a token',
  freeze: 'the right to freeze a token',
  other: 'a right over a token',
} as const

const fromTo = ({ account, to }: { account: string; to: string | null }): ActionFact[] => [
  { label: 'Account', address: account },
  ...(to === null ? [] : [{ label: 'To', address: to }]),
]

/** The words for an instruction; null for one that only says what may be spent on fees, which has its own place. */
export function actionWords({ action, program, programName }: ReadInstruction, book: SolanaBook): ActionWords | null {
  const { own } = book
  const from = (account: string): ActionFact[] => (account === own ? [] : [{ label: 'From', address: account }])
  switch (action.kind) {
    case 'computeLimit':
    case 'computePrice':
      return null
    case 'sendSol':
      return {
        title: `${action.from === own ? 'Send' : 'Move'} ${sol(action.lamports)}`,
        facts: [...from(action.from), { label: 'To', address: action.to }],
      }
    case 'sendToken':
      return {
        title: `${action.authority === own ? 'Send' : 'Move'} ${tokens(action, action.from, book)}`,
        facts: [
          ...from(action.authority),
          ...receiver(action.to, book),
          ...tokenFact(action, action.from, book),
          ...(action.fee === null
            ? []
            : [{ label: 'Of it the token keeps', text: tokens({ ...action, amount: action.fee }, action.from, book) }]),
          ...mintFacts(mintOf(action, action.from, book), book),
        ],
      }
    case 'burn':
      return { title: `Destroy ${tokens(action, action.from, book)}`, facts: tokenFact(action, action.from, book) }
    case 'mint':
      return {
        title: `Make ${tokens(action, action.to, book)}`,
        facts: [...receiver(action.to, book), ...tokenFact(action, action.to, book)],
      }
    case 'delegate':
      return {
        title:
          action.amount === maxAmount
            ? 'Let somebody take all of a token'
            : `Let somebody take ${tokens(action, action.account, book)}`,
        facts: [
          { label: 'Who may take it', address: action.delegate },
          ...tokenFact(action, action.account, book),
          { label: 'From your token account', address: action.account },
        ],
      }
    case 'revoke':
      return {
        title: 'Let nobody else take a token any more',
        facts: [{ label: 'Token account', address: action.account }],
      }
    case 'setAuthority':
      return {
        title: `${action.to === null ? 'Give up' : 'Hand over'} ${rightWords[action.right]}`,
        facts: fromTo(action),
      }
    case 'closeAccount':
      return {
        title: 'Close a token account',
        facts: [
          { label: 'Account', address: action.account },
          ...(action.to === own
            ? [{ label: 'Its SOL', text: 'comes back to you' }]
            : [{ label: 'Its SOL goes to', address: action.to }]),
        ],
      }
    case 'freeze':
    case 'thaw':
      return {
        title: action.kind === 'freeze' ? 'Freeze a token account' : 'Let a frozen token account move again',
        facts: [{ label: 'Account', address: action.account }],
      }
    case 'assign':
      return {
        title: action.account === own ? 'Give your account to a program' : 'Give an account to a program',
        facts: [
          { label: 'Account', address: action.account },
          { label: 'New owner', address: action.owner },
        ],
      }
    case 'createAccount':
      return {
        title: `Make an account with ${sol(action.lamports)}`,
        facts: [
          ...from(action.payer),
          { label: 'Account', address: action.account },
          { label: 'It belongs to', address: action.owner },
        ],
      }
    case 'createTokenAccount':
      return {
        title: action.owner === own ? 'Make a token account for you' : 'Make a token account',
        facts: [
          ...(action.owner === own ? [] : [{ label: 'For', address: action.owner }]),
          { label: 'Token', address: action.mint },
        ],
      }
    case 'useNonce':
      return {
        title: 'Use a durable nonce',
        facts: [
          { label: 'Nonce account', address: action.nonce },
          { label: 'Who may change it', address: action.authority },
        ],
      }
    case 'takeOut':
      return {
        title: `Take ${action.lamports === null ? 'all SOL' : sol(action.lamports)} from a ${action.of}`,
        facts: fromTo(action),
      }
    case 'handOver':
      return { title: `${action.to === null ? 'Give up' : 'Hand over'} a ${action.of}`, facts: fromTo(action) }
    case 'memo':
      return {
        title: action.text === null ? 'Add a note that cannot be read' : 'Add a note',
        facts: action.text === null ? [] : [{ label: 'It says', text: shortened(action.text) }],
      }
    case 'other':
      return { title: action.does, facts: [] }
    case 'unknown':
      return {
        title: programName === null ? 'Use a program that the wallet does not know' : `Use ${programName}`,
        facts: [{ label: 'Program', address: program }],
      }
  }
}

/** What a token does to those who move it. */
const mintFacts = (mint: string | null, { mints }: SolanaBook): ActionFact[] => {
  const facts = mint === null ? undefined : mints.get(mint)
  if (facts === undefined) return []
  return [
    ...(facts.hasFee ? [{ label: 'This token', text: 'keeps a part of what is moved' }] : []),
    ...(facts.hookProgram === null ? [] : [{ label: 'It calls a program when moved', address: facts.hookProgram }]),
    ...(facts.permanentDelegate === null
      ? []
      : [{ label: 'Who may always take it', address: facts.permanentDelegate }]),
  ]
}

const maxNote = 240
const shortened = (text: string): string => (text.length > maxNote ? `${text.slice(0, maxNote - 1)}…` : text)
const maxAmount = 2n ** 64n - 1n

/** Kinds that prepare others. */
const minor: readonly SolanaAction['kind'][] = [
  'memo',
  'createTokenAccount',
  'useNonce',
  'computeLimit',
  'computePrice',
]

/** One sentence for what a transaction does. */
export function intentOf(instructions: readonly ReadInstruction[], book: SolanaBook): string {
  const main = instructions.filter(({ action }) => !minor.includes(action.kind))
  const [only, another] = main.length === 0 ? instructions.filter(({ action }) => action.kind in minorWords) : main
  if (only === undefined) return 'Send an empty transaction'
  if (another !== undefined && main.length > 0) {
    const right = main.find(({ action }) => action.kind === 'delegate' || action.kind === 'setAuthority')
    return right === undefined ? mixed(main) : (actionWords(right, book)?.title ?? mixed(main))
  }
  const { action } = only
  if (action.kind === 'sendSol' && action.from === book.own) return `Send SOL to ${shortAddress(action.to)}`
  if (action.kind === 'sendToken' && action.authority === book.own) {
    const mint = mintOf(action, action.from, book)
    return `Send ${withMint(tokenAmount(mint, 0n, book, 0).symbol, mint)} to ${shortAddress(book.tokenAccounts.get(action.to)?.owner ?? action.to)}`
  }
  return actionWords(only, book)?.title ?? 'Use a program'
}

const minorWords: Partial<Record<SolanaAction['kind'], true>> = { memo: true, createTokenAccount: true, useNonce: true }

/** Several things at once: by the programs that are used, where there are few. */
const mixed = (main: readonly ReadInstruction[]): string => {
  const apps = [...new Set(main.flatMap(({ action, programName }) => (action.kind === 'unknown' ? [programName] : [])))]
  const [app] = apps
  if (apps.length === 1 && app != null) return `Use ${app}`
  return apps.length > 0 ? 'Use programs' : `Do ${main.length} things at once`
}
