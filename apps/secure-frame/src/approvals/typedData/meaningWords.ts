import { type Permit, shortAddress, type TypedDataMeaning, toChecksumAddress } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTypedData'
import { displayHost } from '../../boundary/displayHost.ts'
import { parseUrl } from '../../parseUrl.ts'
import type { Naming } from '../transaction/intentOf.ts'

/** Describes in one sentence what signing typed data does; `primaryType` is the dapp's own name for it. */
export const typedDataIntent = (
  meaning: TypedDataMeaning,
  primaryType: string,
  origin: string,
  naming: Naming,
): string => {
  switch (meaning.kind) {
    case 'permit':
      return permitIntent(meaning.permit, naming)
    case 'order':
      return meaning.get.length === 0 ? t('intent.gift') : t('intent.trade')
    case 'safeTransaction':
      return meaning.delegates ? t('intent.safeDelegates') : t('intent.safe')
    case 'forwardedCall':
      return t('intent.forwarded')
    case 'delegation':
      return meaning.power === 'votes'
        ? t('intent.votes', { delegate: shortAddress(meaning.delegate) })
        : t('intent.account', { delegate: shortAddress(meaning.delegate) })
    case 'signIn':
      return sharedT('signInTo', { site: displayHost(new URL(origin).hostname) })
    case 'unknown':
      return t('intent.unknown', { type: primaryType })
  }
}

const permitIntent = ({ allowances, spender, form }: Permit, naming: Naming): string => {
  const who = naming.who(toChecksumAddress(spender))
  if (allowances.every((allowance) => allowance.amount === 0n)) return t('intent.permitNone', { spender: who })
  const [only, another] = allowances
  if (allowances.some((allowance) => allowance.unlimited)) {
    const symbol = only === undefined || another !== undefined ? null : naming.symbol(toChecksumAddress(only.token))
    return t('intent.permitAll', { spender: who, symbol: symbol ?? 'none' })
  }
  const amount =
    only === undefined || another !== undefined ? null : naming.amount(toChecksumAddress(only.token), only.amount)
  // For several tokens, or one without metadata, the amounts are in the list below.
  const told = amount === null ? { symbol: 'none', amount: '' } : { symbol: 'known', amount }
  return t(form === 'transfer' ? 'intent.permitTransfer' : 'intent.permit', { ...told, spender: who })
}

/** Returns whether signing may cost more than is visible: the sentence is red then. */
export const isDangerous = (meaning: TypedDataMeaning): boolean => {
  switch (meaning.kind) {
    case 'permit':
      return meaning.permit.allowances.some((allowance) => allowance.unlimited)
    case 'order':
      return meaning.get.length === 0
    case 'safeTransaction':
      return meaning.delegates
    case 'delegation':
      return meaning.power === 'account'
    default:
      return false
  }
}

/** Returns the domain of a sign-in if it is not the page's own, or not a domain at all; null when it is the page's own. */
export const foreignDomain = (named: string, origin: string): string | null => {
  const page = new URL(origin)
  const text = named.trim()
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${page.protocol}//${text}`)
  if (url !== null && url.origin === page.origin && url.username === '' && url.password === '') return null
  return url === null ? text.slice(0, 64) : displayHost(url.hostname)
}
