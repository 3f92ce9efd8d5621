import { lookup, resolveMx, resolveTxt } from 'node:dns/promises'

/** DNS lookups for the checks. Each rejects with an Error when the name server has no record. */
export type Resolver = {
  /** All addresses of a host. */
  addresses(host: string): Promise<string[]>
  /** TXT records, their parts joined. */
  texts(name: string): Promise<string[]>
  /** Hosts that receive mail. */
  mailHosts(domain: string): Promise<string[]>
}

/** The machine's own resolver. */
export const systemResolver: Resolver = {
  addresses: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  texts: async (name) => (await resolveTxt(name)).map((parts) => parts.join('')),
  mailHosts: async (domain) => (await resolveMx(domain)).map(({ exchange }) => exchange),
}
