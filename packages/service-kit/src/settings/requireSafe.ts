import { UnusableSettings } from './readEnvironment.ts'

/** Returns whether a page or service is on this machine: browsers treat such addresses as secure (Secure Contexts, section 3.1). */
export const isLocal = (address: string): boolean => {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
}

const caps = {
  EMAIL_LIMITS: 'strangers could flood mailboxes',
  RATE_LIMITS: 'strangers could guess faster, and shares would leave without a limit',
} as const

/** Throws UnusableSettings for limits that are off outside a development machine. */
export function requireCaps(values: Record<keyof typeof caps | 'WALLET_ORIGIN', string>): void {
  if (isLocal(values.WALLET_ORIGIN)) return
  const off = (Object.keys(caps) as (keyof typeof caps)[]).filter((name) => values[name] === 'false')
  if (off.length > 0)
    throw new UnusableSettings(off.map((name) => `${name}: may be false on one's own machine only: ${caps[name]}`))
}

/** Throws UnusableSettings if the wallet's pages could read the vault's storage. */
export function requireApart({ WALLET_ORIGIN, VAULT_ORIGIN }: { WALLET_ORIGIN: string; VAULT_ORIGIN: string }): void {
  if (WALLET_ORIGIN === VAULT_ORIGIN)
    throw new UnusableSettings([
      'VAULT_ORIGIN: must be another origin than WALLET_ORIGIN, which may not read its storage',
    ])
}

/** Requires addresses of other machines to be https. `addresses`: by name. Throws UnusableSettings. */
export function requireSecure(addresses: Readonly<Record<string, string>>): void {
  const open = Object.entries(addresses).filter(([, address]) => !address.startsWith('https://') && !isLocal(address))
  if (open.length > 0)
    throw new UnusableSettings(open.map(([name]) => `${name}: must be https:// outside this machine`))
}

/**
 * Requires that an authority doesn't share an origin with documents that hold keys or sessions: a script from the authority would have
 * access to them. Throws UnusableSettings.
 */
export function requireOwnOrigin(publicUrl: string, documents: Readonly<Record<string, string>>): void {
  const shared = Object.entries(documents).filter(
    ([, address]) => new URL(address).origin === new URL(publicUrl).origin,
  )
  if (shared.length > 0)
    throw new UnusableSettings(
      shared.map(
        ([name]) => `PUBLIC_URL: must be another origin than ${name}; give this service a host name of its own`,
      ),
    )
}

/** Returns whether a name has no dot: a service on its containers' network, which public name servers don't resolve. */
const isOfContainers = (address: string): boolean => /^[a-z\d][\w-]*$/i.test(new URL(address).hostname)

/**
 * Requires the addresses that a service calls to be https, or plain http on this machine or between containers: an impostor's responses
 * would be trusted. `addresses`: by name. Throws UnusableSettings, which contains no address.
 */
export function requireSecureCalls(addresses: Readonly<Record<string, string | readonly string[]>>): void {
  const open = Object.entries(addresses).filter(([, own]) => [own].flat().some((address) => !isSecureCall(address)))
  if (open.length > 0)
    throw new UnusableSettings(
      open.map(([name]) => `${name}: must be https:// outside this machine and the network of its containers`),
    )
}

const isSecureCall = (address: string): boolean =>
  address.startsWith('https://') || (URL.canParse(address) && (isLocal(address) || isOfContainers(address)))
