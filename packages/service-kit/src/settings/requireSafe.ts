import { UnusableSettings } from './readEnvironment.ts'

/** Whether a page or service is on this machine: browsers treat such addresses as secure (Secure Contexts, section 3.1). */
export const isLocal = (address: string): boolean => {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
}

const caps = {
  EMAIL_LIMITS: 'strangers could flood mailboxes',
  RATE_LIMITS: 'strangers could guess faster, and shares would leave without a limit',
} as const

/** Throws UnusableSettings for limits that are off outside one's own machine. */
export function requireCaps(values: Record<keyof typeof caps | 'WALLET_ORIGIN', string>): void {
  if (isLocal(values.WALLET_ORIGIN)) return
  const off = (Object.keys(caps) as (keyof typeof caps)[]).filter((name) => values[name] === 'false')
  if (off.length > 0)
    throw new UnusableSettings(off.map((name) => `${name}: may be false on one's own machine only: ${caps[name]}`))
}

/** Throws UnusableSettings where the wallet's pages could read the vault's storage. */
export function requireApart({ WALLET_ORIGIN, VAULT_ORIGIN }: { WALLET_ORIGIN: string; VAULT_ORIGIN: string }): void {
  if (WALLET_ORIGIN === VAULT_ORIGIN)
    throw new UnusableSettings([
      'VAULT_ORIGIN: must be another origin than WALLET_ORIGIN, which may not read its storage',
    ])
}

/** Addresses of other machines by name; each must be https. Throws UnusableSettings. */
export function requireSecure(addresses: Readonly<Record<string, string>>): void {
  const open = Object.entries(addresses).filter(([, address]) => !address.startsWith('https://') && !isLocal(address))
  if (open.length > 0)
    throw new UnusableSettings(open.map(([name]) => `${name}: must be https:// outside this machine`))
}

/**
 * What an authority serves must not be of an origin whose documents hold keys or sessions: a script that it sent there would be theirs.
 * Throws UnusableSettings.
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

/** A name without a dot: of a service on the network of its containers, which no name server of others resolves. */
const isOfContainers = (address: string): boolean => /^[a-z\d][\w-]*$/i.test(new URL(address).hostname)

/**
 * Addresses that a service asks, by name: https, or plain on this machine or between containers. Who answers in their place is
 * believed. Throws UnusableSettings, which shows no address.
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
