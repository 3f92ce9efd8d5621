import { type Wallet, walletFields } from '@latchkey/api-client'

/** A link into a wallet, safe to put into `href`. */
export type WalletLink = {
  href: string
  /** An app's own scheme replaces nothing and would leave an empty tab behind; a web page must not replace the site. */
  target: '_self' | '_blank'
}

export type PairingLinks = {
  /** Opens the wallet's app, on this device. */
  app: WalletLink | null
  /** Opens the wallet as a web page. */
  web: WalletLink | null
}

const isPairing = (uri: string): boolean => /^wc:[0-9a-f]{64}@2\?\S+$/i.test(uri)
/** The directory's own rule for links: nothing that runs in the page, reads this device or travels in the clear. */
const isAppLink = (link: unknown): link is string =>
  typeof link === 'string' && walletFields.shape.mobile_link.safeParse(link).success

/**
 * `wc?…` appended to a wallet's link, as wallets expect it: `trust://wc?…`, `okex://main/wc?…`,
 * `https://metamask.app.link/wc?…`. null for a link that may not be opened.
 */
const callOn = (link: unknown, query: string): WalletLink | null => {
  if (!isAppLink(link)) return null
  const [address = '', given] = link.split('#', 1)[0]?.split(/\?(.*)/s) ?? []
  const [, scheme = '', rest = ''] = /^([^:]+):\/*(.*?)\/*$/s.exec(address) ?? []
  // A universal link without a host opens nothing.
  if (scheme.toLowerCase() === 'https' && rest === '') return null
  const path = rest === '' ? 'wc' : `${rest}/wc`
  return {
    href: `${scheme}://${path}?${given ? `${given}&` : ''}${query}`,
    target: scheme.toLowerCase() === 'https' ? '_blank' : '_self',
  }
}

/**
 * Returns the links that open a wallet of the directory to pair with this site. The same links serve for "open again", as long as the
 * pairing is valid.
 *
 * @param uri The `wc:` address of a `Pairing`; without a well-formed one there are no links.
 */
export const pairingLinks = (
  { mobile_link, desktop_link, webapp_link }: Pick<Wallet, 'mobile_link' | 'desktop_link' | 'webapp_link'>,
  uri: string,
  device: 'mobile' | 'desktop',
): PairingLinks => {
  if (!isPairing(uri)) return { app: null, web: null }
  const query = `uri=${encodeURIComponent(uri)}`
  return { app: callOn(device === 'mobile' ? mobile_link : desktop_link, query), web: callOn(webapp_link, query) }
}

/**
 * Returns the link to open on a phone while a request is pending in the wallet.
 *
 * @param redirect The wallet's own links from pairing: its custom scheme comes before a universal link, because that one may open a browser
 * instead.
 */
export const requestLink = (
  redirect: { native?: unknown; universal?: unknown } | undefined,
  { requestId, sessionTopic }: { requestId: number; sessionTopic: string },
): WalletLink | null => {
  const query = `requestId=${requestId}&sessionTopic=${encodeURIComponent(sessionTopic)}`
  return callOn(redirect?.native, query) ?? callOn(redirect?.universal, query)
}
