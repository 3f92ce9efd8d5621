import { isEmail } from '@latchkey/protocol'
import { parseJson } from '@latchkey/protocol/parseJson'
import type { AccountType, NetworkId } from './Modal.ts'
import {
  formatConnections,
  isNetworkId,
  namespaceOf,
  parseConnections,
  type StoredConnection,
} from './storedConnections.ts'

type Row<value> = { read(text: string): value | undefined; write(value: value): string }

const maxWallets = 2
const maxLabels = 100

const parseNetworks = (text: string): readonly NetworkId[] | undefined => {
  const ids = text.split(',')
  const isList = ids.every(isNetworkId) && new Set(ids.map(namespaceOf)).size === ids.length
  return isList ? ids : undefined
}

const isWalletId = (id: string): boolean => /^[A-Za-z0-9][\w.$+-]{0,127}$/.test(id)
const parseWallets = (text: string): readonly string[] | undefined => {
  const ids = text.split(',')
  return ids.length <= maxWallets && ids.every(isWalletId) ? ids : undefined
}

type Labels = readonly (readonly [address: string, label: string])[]
const isLabel = (value: unknown): value is Labels[number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'string' &&
  /^[-.:%_a-zA-Z0-9]{1,128}$/.test(value[0]) &&
  typeof value[1] === 'string' &&
  /^[^\p{C}\p{Zl}\p{Zp}]{1,32}$/u.test(value[1])
const parseLabels = (text: string): Labels | undefined => {
  const value = parseJson(text)
  return Array.isArray(value) && value.length <= maxLabels && value.every(isLabel) ? value : undefined
}

const isLogin = (text: string): boolean => /^[a-z]{1,16}$/.test(text)
const maxRecipients = 50
const parseRecipients = (text: string): readonly string[] | undefined => {
  const recipients = text.split(',')
  const isRecipient = (one: string): boolean => /^[a-z0-9]{3,8}(?::[a-zA-Z0-9]{1,128}){2}$/.test(one)
  return recipients.length <= maxRecipients && recipients.every(isRecipient) ? recipients : undefined
}
const list = (ids: readonly (string | number)[]): string => ids.join(',')

const maxChains = 64
const parseChains = (text: string): readonly number[] | undefined => {
  const ids = text.split(',')
  const isChain = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id)
  return ids.length <= maxChains && ids.every(isChain) ? ids.map(Number) : undefined
}
const isAccountType = (text: string): text is AccountType => text === 'eoa' || text === 'smartAccount'
/** The maximum number of users whose choices are stored. */
const maxAccountTypes = 16
const parseAccountTypes = (text: string): readonly AccountTypeChoice[] | undefined => {
  const choices = text.split(',').map((entry) => {
    const [owner = '', type = '', ...rest] = entry.split(':')
    return /^0x[0-9a-fA-F]{40}$/.test(owner) && isAccountType(type) && rest.length === 0 ? { owner, type } : null
  })
  return choices.length <= maxAccountTypes && choices.every((choice) => choice !== null) ? choices : undefined
}

/** A user's account type on EVM networks. `owner`: the address of their standard account (EIP-55). */
export type AccountTypeChoice = { readonly owner: string; readonly type: AccountType }

const maxEmails = 3
const parseEmails = (text: string): readonly string[] | undefined => {
  const emails = text.split(',')
  return emails.length <= maxEmails && emails.every(isEmail) ? emails : undefined
}
const maxAnswers = 50
const parseAnswers = (text: string): readonly CaptureAnswer[] | undefined => {
  const answers = text.split(',').map((entry) => {
    const [, account = '', answer = ''] = /^([a-z0-9]{3,8}:[a-zA-Z0-9]{1,128})=(given|skipped)$/.exec(entry) ?? []
    return { account, answer: answer as CaptureAnswer['answer'] }
  })
  return answers.length <= maxAnswers && answers.every(({ account }) => account !== '') ? answers : undefined
}

/** An account's answer (by its namespace and address) to the request for an email address. */
type CaptureAnswer = { readonly account: string; readonly answer: 'given' | 'skipped' }

/** A modal's storage between page loads (specification section 3). */
type Values = {
  connections: readonly StoredConnection[]
  /** One of each namespace, the active one first. */
  'active-networks': readonly NetworkId[]
  /** Ids of the directory, the last used first. A site's own wallet may have an id that can't be in the list: it is left out. */
  'recent-wallets': readonly string[]
  'address-labels': Labels
  /** The last sign-in method of the embedded wallet: `email`, or the name of a provider. */
  'last-login': string
  /** The last account data that was shown; its readers parse it (`account/kept.ts`). */
  'account-cache': string
  /** Names and prices from the api; `keepAnswers.ts` parses them. */
  'answer-cache': string
  /** Recipients, each after the namespace and sender, the latest first. */
  recipients: readonly string[]
  /** Transfers whose outcome isn't known; their readers parse them (`send/attempt.ts`). */
  'send-attempts': string
  /** Transactions that were sent from here, until the history lists them; `state/pendingTransactions.ts` parses them. */
  pending: string
  /** EVM chain ids of the networks that have smart accounts, as the embedded wallet last reported. */
  'smart-account-networks': readonly number[]
  /** Sign-ins by message and their tokens; `sign-in/session-proof/keptSessions.ts` parses them. */
  'sign-in-sessions': string
  /** The account with a pending request to sign in with a message: `<CAIP-2>:<address>`. */
  'sign-in-pending': string
  /** The project's decisions about its pages, as the api last returned them; `remote-config/features.ts` parses them. */
  'project-config': string
  /** For each user who has chosen one in this browser, the latest first. */
  'account-types': readonly AccountTypeChoice[]
  /** Email addresses that were given here, the last first. An address with a comma is no email. */
  'captured-emails': readonly string[]
  /** Open purchases, sales, payments and swaps, until their accounts are disconnected; `storedPurchases.ts` parses them. */
  purchases: string
  'email-capture': readonly CaptureAnswer[]
  /**
   * The time of the registry query, in milliseconds since 1970, and the version that it returned; `background/checkVersion.ts` parses them.
   */
  'latest-version': string
}
type Key = keyof Values

/** Stored unparsed: its readers parse it. */
const asText: Row<string> = { read: (text) => text, write: (text) => text }

type Rows = { readonly [key in Key]: Row<Values[key]> }
type TextKey = { [key in Key]: string extends Values[key] ? key : never }[Key]

/** Writes and parses each value. A text needs no row. */
const rows: Pick<Rows, Exclude<Key, TextKey> | 'last-login'> = {
  connections: { read: parseConnections, write: formatConnections },
  'active-networks': { read: parseNetworks, write: list },
  'recent-wallets': { read: parseWallets, write: (ids) => list(ids.filter(isWalletId)) },
  'address-labels': { read: parseLabels, write: JSON.stringify },
  'last-login': { read: (text) => (isLogin(text) ? text : undefined), write: (login) => login },
  recipients: { read: parseRecipients, write: list },
  'smart-account-networks': { read: parseChains, write: list },
  'captured-emails': { read: parseEmails, write: (emails) => list(emails.slice(0, maxEmails)) },
  'email-capture': {
    read: parseAnswers,
    write: (answers) => list(answers.slice(0, maxAnswers).map(({ account, answer }) => `${account}=${answer}`)),
  },
  'account-types': {
    read: parseAccountTypes,
    write: (choices) => list(choices.slice(0, maxAccountTypes).map(({ owner, type }) => `${owner}:${type}`)),
  },
}

export type ModalStorage = {
  /** Parsed; undefined when absent or invalid. */
  read<key extends Key>(key: key): Values[key] | undefined
  write<key extends Key>(key: key, value: Values[key]): void
  remove(key: Key): void
}

/** The part of `Storage` that is needed. */
export type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keys of one project. Where a browser blocks its storage, or it is full, values last until the page is left. */
export const createStorage = (projectId: string, getArea: () => Area = () => localStorage): ModalStorage => {
  const rowOf = <key extends Key>(key: key) => ((rows as Partial<Rows>)[key] ?? asText) as Row<Values[key]>
  const name = (key: Key): string => `latchkey:${projectId}:${key}`
  const unsaved = new Map<Key, string>()
  const attempt = <result>(act: (area: Area) => result): result | undefined => {
    try {
      return act(getArea())
    } catch {
      return undefined
    }
  }
  return {
    read<key extends Key>(key: key) {
      const text = unsaved.get(key) ?? attempt((area) => area.getItem(name(key)))
      return text === null || text === undefined ? undefined : rowOf(key).read(text)
    },
    write<key extends Key>(key: key, value: Values[key]) {
      const text = rowOf(key).write(value)
      unsaved.set(key, text)
      attempt((area) => {
        area.setItem(name(key), text)
        unsaved.delete(key)
      })
    },
    remove(key) {
      unsaved.delete(key)
      attempt((area) => area.removeItem(name(key)))
    },
  }
}
