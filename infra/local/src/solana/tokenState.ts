import type { EncodedAccount } from '@solana/kit'
import {
  getMintDecoder,
  getMintSize,
  getTokenDecoder,
  getTokenSize,
  type Mint,
  type Token,
} from '@solana-program/token'
import { token2022Program, tokenProgram } from './localMints.ts'

/** Both token programs, by the nodes' names for them. */
export const tokenPrograms = {
  'spl-token': tokenProgram,
  'spl-token-2022': token2022Program,
} as const

export type TokenProgramName = keyof typeof tokenPrograms

export const tokenProgramOf = (account: EncodedAccount): TokenProgramName | undefined =>
  (Object.keys(tokenPrograms) as TokenProgramName[]).find((name) => tokenPrograms[name] === account.programAddress)

/** The kinds of accounts with extensions, stored after the fields of a token account. */
const kinds = { mint: 1, token: 2 } as const

const isKind = ({ data }: EncodedAccount, kind: keyof typeof kinds, plainSize: number): boolean =>
  data.length === plainSize || (data.length > getTokenSize() && data[getTokenSize()] === kinds[kind])

/** Parses a token account; undefined for any other account. */
export const tokenOf = (account: EncodedAccount): Token | undefined => {
  if (tokenProgramOf(account) === undefined || !isKind(account, 'token', getTokenSize())) return undefined
  return getTokenDecoder().decode(account.data)
}

/** Parses a mint; undefined for any other account. */
export const mintOf = (account: EncodedAccount): Mint | undefined => {
  if (tokenProgramOf(account) === undefined || !isKind(account, 'mint', getMintSize())) return undefined
  return getMintDecoder().decode(account.data)
}

export type UiTokenAmount = { amount: string; decimals: number; uiAmount: number | null; uiAmountString: string }

/** Formats an amount in its smallest unit as nodes do. */
export const uiTokenAmount = (amount: bigint, decimals: number): UiTokenAmount => {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
