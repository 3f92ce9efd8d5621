/** Converts external links to the directory's form: without referral parameters; undefined for other links. */

const tracking = /^(utm_\w+|referrer|ref|pt|ct|mt|hl|pli|gl|_smtype)$/

function webLink(link: string | undefined, hosts?: readonly string[]): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.protocol !== 'https:' || (hosts !== undefined && !hosts.includes(url.hostname))) return undefined
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  return url.href
}

const shops = [
  'chrome.google.com',
  'chromewebstore.google.com',
  'play.google.com',
  'apps.apple.com',
  'itunes.apple.com',
]

export const appStoreLink = (link: string | undefined) => webLink(link, ['apps.apple.com', 'itunes.apple.com'])
export const playStoreLink = (link: string | undefined) => webLink(link, ['play.google.com'])
export const chromeStoreLink = (link: string | undefined) =>
  webLink(link, ['chrome.google.com', 'chromewebstore.google.com'])

/** A site, not an app store. */
export const homepageLink = (link: string | undefined): string | undefined => {
  const site = webLink(link)
  return site !== undefined && shops.includes(new URL(site).hostname) ? undefined : site
}

/** A web app: on the wallet's site, but neither that site itself nor its download page. */
export const webappLink = (link: string | undefined, homepage: string | null): string | undefined => {
  const app = homepageLink(link)
  if (app === undefined || homepage === null || app === homepage || /download/i.test(app)) return undefined
  const site = new URL(homepage).hostname.split('.').slice(-2).join('.')
  return new URL(app).hostname.split('.').slice(-2).join('.') === site ? app : undefined
}

/** The link that `wc?uri=…` is appended to. */
export const pairingLink = (link: string | undefined): string | undefined => {
  if (link === undefined || !/^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(link) || link.includes('?')) return undefined
  return link.endsWith('/') ? link : `${link}/`
}
