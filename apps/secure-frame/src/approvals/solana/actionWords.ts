import { type ReadInstruction, type SolanaAction, shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveSolana'
import { mintOf, priced, type SolanaTokenData, sol, type Tokens, tokens, worth } from './solanaAmounts.ts'

/** Something that an instruction names: a full address, or words. */
export type ActionFact = { label: string; address: string } | { label: string; text: string }

/** One instruction in words: a sentence, and the addresses and values it names. */
export type ActionWords = { title: string; facts: readonly ActionFact[] }

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

const fromFact = (account: string, own: string): ActionFact[] =>
  account === own ? [] : [{ label: t('facts.from'), address: account }]

/** Returns the words for an instruction; null for compute budget instructions, which are shown with the fee. */
export function actionWords(
  { action, program, programName }: ReadInstruction,
  book: SolanaTokenData,
): ActionWords | null {
  const { own } = book
  switch (action.kind) {
    case 'computeLimit':
    case 'computePrice':
      return null
    case 'sendSol':
      return {
        title: t(action.from === own ? 'actions.send' : 'actions.move', { amount: sol(action.lamports) }),
        facts: [...fromFact(action.from, own), { label: t('facts.to'), address: action.to }],
      }
    case 'assign':
      return {
        title: t(action.account === own ? 'actions.assignOwn' : 'actions.assign'),
        facts: [accountFact(action.account), { label: t('facts.newOwner'), address: action.owner }],
      }
    case 'createAccount':
      return {
        title: t('actions.createAccount', { amount: sol(action.lamports) }),
        facts: [
          ...fromFact(action.payer, own),
          accountFact(action.account),
          { label: t('facts.owner'), address: action.owner },
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
    default:
      return tokenActionWords(action, book)
  }
}

/** The actions of the token programs. */
type TokenAction = Extract<
  SolanaAction,
  {
    kind:
      | 'sendToken'
      | 'burn'
      | 'mint'
      | 'delegate'
      | 'revoke'
      | 'setAuthority'
      | 'closeAccount'
      | 'freeze'
      | 'thaw'
      | 'createTokenAccount'
  }
>

function tokenActionWords(action: TokenAction, book: SolanaTokenData): ActionWords {
  const { own } = book
  switch (action.kind) {
    case 'sendToken':
      return {
        title: t(action.authority === own ? 'actions.send' : 'actions.move', {
          amount: tokens(action, action.from, book),
        }),
        facts: [
          ...fromFact(action.authority, own),
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
    case 'createTokenAccount':
      return {
        title: t(action.owner === own ? 'actions.createOwnTokenAccount' : 'actions.createTokenAccount'),
        facts: [
          ...(action.owner === own ? [] : [{ label: t('facts.for'), address: action.owner }]),
          { label: t('facts.token'), address: action.mint },
        ],
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
