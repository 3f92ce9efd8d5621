import { type Permit, shortAddress, type TypedDataMeaning } from '@latchkey/chains'
import { displayHost } from '../../boundary/displayHost.ts'

/** One sentence for what signing typed data does; `primaryType` is the dapp's own name for it. */
export const typedDataIntent = (meaning: TypedDataMeaning, primaryType: string, origin: string): string => {
  switch (meaning.kind) {
    case 'permit':
      return permitIntent(meaning.permit)
    case 'order':
      return meaning.get.length === 0 ? 'Give something away for nothing' : 'Offer a trade'
    case 'safeTransaction':
      return meaning.delegates ? 'Let a contract act as your Safe' : 'Agree to a Safe transaction'
    case 'forwardedCall':
      return 'Let somebody send a call for you'
    case 'delegation':
      return meaning.power === 'votes'
        ? `Give your votes to ${shortAddress(meaning.delegate)}`
        : `Let ${shortAddress(meaning.delegate)} act for you`
    case 'signIn':
      return `Sign in to ${displayHost(new URL(origin).hostname)}`
    case 'unknown':
      return `Sign “${primaryType}”`
  }
}

const permitIntent = ({ allowances, spender, form }: Permit): string => {
  const who = shortAddress(spender)
  if (allowances.some((allowance) => allowance.unlimited)) return `Let ${who} take all of your tokens`
  if (allowances.every((allowance) => allowance.amount === 0n)) return `No longer let ${who} spend your tokens`
  return form === 'transfer' ? `Let ${who} take your tokens` : `Let ${who} spend your tokens`
}

/** Whether signing may cost more than is seen: the sentence is red then. */
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

/** The domain that a log-in names, if it is not the page's own; null when it is. What is no domain at all is not its own. */
export const foreignDomain = (named: string, origin: string): string | null => {
  const page = new URL(origin)
  const text = named.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${page.protocol}//${text}`)
  if (url !== null && url.origin === page.origin && url.username === '' && url.password === '') return null
  return url === null ? text.slice(0, 64) : displayHost(url.hostname)
}
