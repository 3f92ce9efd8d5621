import { type ReadInstruction, type SolanaAction, shortAddress, wrappedSolMint } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import { exactAmount, shownAmount } from '../screen/exactAmount.ts'
import { inUsd } from '../screen/inUsd.ts'
import type { Examined } from './examineSolana.ts'

/** The data for the words. */
export type SolanaTokenData = Pick<Examined, 'mints' | 'tokenAccounts' | 'prices'> & { own: string }

/** Something that an instruction names: a full address, or words. */
export type ActionFact = { label: string; address: string } | { label: string; text: string }

/** One instruction in words: a sentence, and the addresses and values it names. */
export type ActionWords = { title: string; facts: readonly ActionFact[] }

const solDecimals = 9

export const sol = (lamports: bigint, rounding?: 'up' | 'down'): string =>
  `${shownAmount(lamports, solDecimals, rounding)} SOL`

type Tokens = { amount: bigint; mint: string | null; decimals: number | null }

/** Returns the mint of an amount if known: the instruction may name only the account that holds it. */
const mintOf = ({ mint }: Tokens, account: string, { tokenAccounts }: SolanaTokenData): string | null =>
  mint ?? tokenAccounts.get(account)?.mint ?? null

/** Matches token names that look like the coin's own. */
const coinLike = /^\W*w?s[o0]l\W*$/i

/** Tokens that a mint's address identifies: their mints carry no symbol. */
const issued: ReadonlyMap<string, string> = new Map([
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC'],
  ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT'],
])

/**
 * Formats an amount of a token with its symbol. Anyone can choose a token's symbol: it is never shown as the coin's, and
 * callers show the mint beside it.
 */
export const tokenAmount = (
  mint: string | null,
  amount: bigint,
  { mints }: Pick<SolanaTokenData, 'mints'>,
  given?: number | null,
  rounding?: 'up' | 'down',
) => {
  const facts = mint === null ? undefined : mints.get(mint)
  const decimals = given ?? facts?.decimals
  const own = facts?.symbol == null || coinLike.test(facts.symbol) ? null : facts.symbol
  const token = mint === wrappedSolMint ? t('token.wrapped') : (issued.get(mint ?? '') ?? own)
  const symbol =
    decimals === undefined
      ? token === null
        ? t('token.unitsUnnamed')
        : t('token.units', { token })
      : (token ?? t('token.unnamed'))
  const value = shownAmount(amount, decimals ?? 0, rounding)
  const exact = exactAmount(amount, decimals ?? 0)
  return { value, exact: exact === value ? null : exact, symbol }
}

/** Formats an amount's value in US dollars; null where its price or decimals are unknown. `mint` null: SOL. */
export const worth = (
  mint: string | null,
  units: bigint,
  { mints, prices }: Pick<SolanaTokenData, 'mints' | 'prices'>,
): string | null => {
  const price = prices.get(mint ?? wrappedSolMint)
  const decimals = mint === null ? solDecimals : mints.get(mint)?.decimals
  return price === undefined || decimals === undefined ? null : inUsd(units, decimals, price)
}

/** Adds the value in dollars to an amount, where known. */
const priced = (amount: string, usd: string | null): string =>
  usd === null ? amount : sharedT('worth', { amount, usd })

/** Returns a token's name with its mint. */
export const withMint = (symbol: string, mint: string | null): string =>
  mint === null ? symbol : `${symbol} (${shortAddress(mint)})`

const tokens = (given: Tokens, account: string, book: SolanaTokenData): string => {
  const mint = mintOf(given, account, book)
  const { value, symbol } = tokenAmount(mint, given.amount, book, given.decimals)
  return `${value} ${withMint(symbol, mint)}`
}

const tokenFact = (given: Tokens, account: string, book: SolanaTokenData): ActionFact[] => {
  const mint = mintOf(given, account, book)
  return mint === null ? [] : [{ label: t('facts.token'), address: mint }]
}

/** Tokens go to token accounts, which have an owner: both are shown where both are known. */
const receiver = (account: string, { tokenAccounts }: SolanaTokenData): ActionFact[] => {
  const owner = tokenAccounts.get(account)?.owner
  return owner === undefined
    ? [{ label: t('facts.toTokenAccount'), address: account }]
    : [
        { label: t('facts.to'), address: owner },
        { label: t('facts.inTokenAccount'), address: account },
      ]
}

const accountFact = (address: string): ActionFact => ({ label: t('facts.account'), address })

const fromTo = ({ account, to }: { account: string; to: string | null }): ActionFact[] => [
  accountFact(account),
  ...(to === null ? [] : [{ label: t('facts.to'), address: to }]),
]

/** Returns the words for an instruction; null for compute budget instructions, which are shown with the fee. */
export function actionWords(
  { action, program, programName }: ReadInstruction,
  book: SolanaTokenData,
): ActionWords | null {
  const { own } = book
  const from = (account: string): ActionFact[] =>
    account === own ? [] : [{ label: t('facts.from'), address: account }]
  switch (action.kind) {
    case 'computeLimit':
    case 'computePrice':
      return null
    case 'sendSol':
      return {
        title: t(action.from === own ? 'actions.send' : 'actions.move', { amount: sol(action.lamports) }),
        facts: [...from(action.from), { label: t('facts.to'), address: action.to }],
      }
    case 'sendToken':
      return {
        title: t(action.authority === own ? 'actions.send' : 'actions.move', {
          amount: tokens(action, action.from, book),
        }),
        facts: [
          ...from(action.authority),
          ...receiver(action.to, book),
          ...tokenFact(action, action.from, book),
          ...(action.fee === null
            ? []
            : [{ label: t('facts.fee'), text: tokens({ ...action, amount: action.fee }, action.from, book) }]),
          ...mintFacts(mintOf(action, action.from, book), book),
        ],
      }
    case 'burn':
      return {
        title: t('actions.burn', { amount: tokens(action, action.from, book) }),
        facts: tokenFact(action, action.from, book),
      }
    case 'mint':
      return {
        title: t('actions.mint', { amount: tokens(action, action.to, book) }),
        facts: [...receiver(action.to, book), ...tokenFact(action, action.to, book)],
      }
    case 'delegate':
      return {
        title:
          action.amount === maxAmount
            ? t('actions.delegateAll')
            : t('actions.delegate', { amount: tokens(action, action.account, book) }),
        facts: [
          { label: t('facts.delegate'), address: action.delegate },
          ...tokenFact(action, action.account, book),
          { label: t('facts.ownTokenAccount'), address: action.account },
        ],
      }
    case 'revoke':
      return { title: t('actions.revoke'), facts: [{ label: t('facts.tokenAccount'), address: action.account }] }
    case 'setAuthority':
      return {
        title: t(action.to === null ? 'actions.giveUpRight' : 'actions.handOverRight', { right: action.right }),
        facts: fromTo(action),
      }
    case 'closeAccount':
      return {
        title: t('actions.closeAccount'),
        facts: [
          accountFact(action.account),
          ...(action.to === own
            ? [{ label: t('facts.rent'), text: t('facts.rentComesBack') }]
            : [{ label: t('facts.rentTo'), address: action.to }]),
        ],
      }
    case 'freeze':
    case 'thaw':
      return { title: t(`actions.${action.kind}`), facts: [accountFact(action.account)] }
    case 'assign':
      return {
        title: t(action.account === own ? 'actions.assignOwn' : 'actions.assign'),
        facts: [accountFact(action.account), { label: t('facts.newOwner'), address: action.owner }],
      }
    case 'createAccount':
      return {
        title: t('actions.createAccount', { amount: sol(action.lamports) }),
        facts: [...from(action.payer), accountFact(action.account), { label: t('facts.owner'), address: action.owner }],
      }
    case 'createTokenAccount':
      return {
        title: t(action.owner === own ? 'actions.createOwnTokenAccount' : 'actions.createTokenAccount'),
        facts: [
          ...(action.owner === own ? [] : [{ label: t('facts.for'), address: action.owner }]),
          { label: t('facts.token'), address: action.mint },
        ],
      }
    case 'useNonce':
      return {
        title: t('actions.useNonce'),
        facts: [
          { label: t('facts.nonceAccount'), address: action.nonce },
          { label: t('facts.nonceAuthority'), address: action.authority },
        ],
      }
    case 'takeOut': {
      const { of, lamports } = action
      return {
        title: lamports === null ? t('actions.takeAll', { of }) : t('actions.takeOut', { of, amount: sol(lamports) }),
        facts: fromTo(action),
      }
    }
    case 'handOver':
      return {
        title: t(action.to === null ? 'actions.giveUp' : 'actions.handOver', { of: action.of }),
        facts: fromTo(action),
      }
    case 'memo':
      return action.text === null
        ? { title: t('actions.unreadableNote'), facts: [] }
        : { title: t('actions.note'), facts: [{ label: t('facts.note'), text: shortened(action.text) }] }
    case 'other':
      return { title: t(`other.${action.does}`), facts: [] }
    case 'unknown':
      return {
        title: programName === null ? t('actions.useUnknown') : t('actions.use', { program: programName }),
        facts: [{ label: t('actions.program'), address: program }],
      }
  }
}

/** Facts about a token that affect its transfers. */
const mintFacts = (mint: string | null, { mints }: SolanaTokenData): ActionFact[] => {
  const facts = mint === null ? undefined : mints.get(mint)
  if (facts === undefined) return []
  return [
    ...(facts.hasFee ? [{ label: t('facts.mint'), text: t('facts.mintFee') }] : []),
    ...(facts.hookProgram === null ? [] : [{ label: t('facts.hook'), address: facts.hookProgram }]),
    ...(facts.permanentDelegate === null
      ? []
      : [{ label: t('facts.permanentDelegate'), address: facts.permanentDelegate }]),
  ]
}

const maxNote = 240
const shortened = (text: string): string => (text.length > maxNote ? `${text.slice(0, maxNote - 1)}…` : text)
const maxAmount = 2n ** 64n - 1n

/** Kinds that only prepare others. */
const minor: readonly SolanaAction['kind'][] = [
  'memo',
  'createTokenAccount',
  'useNonce',
  'computeLimit',
  'computePrice',
]

/** Describes a transaction in one sentence. */
export function intentOf(instructions: readonly ReadInstruction[], book: SolanaTokenData): string {
  const main = instructions.filter(({ action }) => !minor.includes(action.kind))
  const [only, another] = main.length === 0 ? instructions.filter(({ action }) => action.kind in minorWords) : main
  if (only === undefined) return t('intent.empty')
  if (another !== undefined && main.length > 0) {
    const right = main.find(({ action }) => action.kind === 'delegate' || action.kind === 'setAuthority')
    return right === undefined ? mixed(main) : (actionWords(right, book)?.title ?? mixed(main))
  }
  const { action } = only
  if (action.kind === 'sendSol' && action.from === book.own) {
    return t('intent.send', {
      amount: priced(sol(action.lamports), worth(null, action.lamports, book)),
      to: shortAddress(action.to),
    })
  }
  if (action.kind === 'sendToken' && action.authority === book.own) {
    const mint = mintOf(action, action.from, book)
    const amount = priced(tokens(action, action.from, book), mint === null ? null : worth(mint, action.amount, book))
    const to = book.tokenAccounts.get(action.to)?.owner ?? action.to
    return t('intent.send', { amount, to: shortAddress(to) })
  }
  return actionWords(only, book)?.title ?? t('intent.program')
}

const minorWords: Partial<Record<SolanaAction['kind'], true>> = { memo: true, createTokenAccount: true, useNonce: true }

/** Describes several actions by their programs, where there are few. */
const mixed = (main: readonly ReadInstruction[]): string => {
  const apps = [...new Set(main.flatMap(({ action, programName }) => (action.kind === 'unknown' ? [programName] : [])))]
  const [app] = apps
  if (apps.length === 1 && app != null) return t('actions.use', { program: app })
  return apps.length > 0 ? t('intent.programs') : t('intent.several', { count: main.length })
}
