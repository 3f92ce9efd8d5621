import { lookup, resolveMx, resolveTxt } from 'node:dns/promises'

/** Names, as these checks look them up. Each rejects with an Error when the name server says that there is nothing. */
export type Resolver = {
  /** All addresses of a host. */
  addresses(host: string): Promise<string[]>
  /** TXT records, their parts joined. */
  texts(name: string): Promise<string[]>
  /** Hosts that take mail. */
  mailHosts(domain: string): Promise<string[]>
}

/** The machine's own. */
export const systemResolver: Resolver = {
  addresses: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  texts: async (name) => (await resolveTxt(name)).map((parts) => parts.join('')),
  mailHosts: async (domain) => (await resolveMx(domain)).map(({ exchange }) => exchange),
}
