import type { Answer, Ask } from './ask.ts'
import type { Element } from './readHtml.ts'
import type { Policy } from './readPolicies.ts'
import type { Resolver } from './resolver.ts'

/** `page`: the wallet's own page. `frame`: what a project's pages embed. `vault`: the document that holds keys. */
export type DocumentName = 'page' | 'frame' | 'vault'

/** A document as it was served. */
export type ServedDocument = {
  readonly name: DocumentName
  readonly url: string
  readonly answer: Answer
  readonly policies: readonly Policy[]
  readonly elements: readonly Element[]
}
/** A document that could not be read, and the reason. */
export type MissingDocument = { readonly name: DocumentName; readonly url: string; readonly missing: string }

/** The locations of all parts, from the wallet document. */
export type FrameFacts = {
  readonly apiUrl: string
  readonly custodyUrl: string
  readonly vaultOrigin: string
  /** The exchanges that swaps may use: CAIP-10, comma-separated. */
  readonly swapRouters: string
}
/** The facts from the vault document. */
export type VaultFacts = {
  readonly walletOrigin: string
  readonly apiUrl: string
  readonly custodyUrl: string
  readonly apiHpkePublicKey: string
  readonly custodyHpkePublicKey: string
}

/** A deployment as seen from outside: the input of all checks. */
export type Deployment = {
  readonly walletOrigin: string
  /** The vault origin that the operator expects; undefined if not given. */
  readonly expectedVault: string | undefined
  readonly projectId: string
  /** A page of a dapp that uses the wallet; undefined if not given. */
  readonly siteUrl: string | undefined
  /** The folder with the dapp's packages; undefined if it isn't checked. */
  readonly siteFolder: string | undefined
  /** The sender's address of its mails, or the domain; undefined if not given. */
  readonly mailFrom: string | undefined
  readonly ask: Ask
  readonly resolver: Resolver
  /** Certificates that are trusted in addition to the machine's, PEM. */
  readonly ca: string | undefined
  /** The port that is checked for HTTP without TLS. */
  readonly plainPort: number
  /** Ports that must not be publicly reachable. */
  readonly privatePorts: readonly number[]
  readonly documents: readonly (ServedDocument | MissingDocument)[]
  /** Null if the wallet document contains none. */
  readonly facts: FrameFacts | null
  readonly vaultFacts: VaultFacts | null
}

/** Returns the documents that were served, without those that couldn't be read. */
export const servedDocuments = ({ documents }: Deployment): ServedDocument[] =>
  documents.filter((document): document is ServedDocument => 'answer' in document)

/** Returns the origins that browsers visit: the wallet's, and those of vault, api and custody once they are known. */
export const originsOf = ({ walletOrigin, expectedVault, facts }: Deployment): string[] => {
  const vault = facts?.vaultOrigin ?? expectedVault
  const services = facts === null ? [] : [new URL(facts.apiUrl).origin, new URL(facts.custodyUrl).origin]
  return [...new Set([walletOrigin, ...(vault === undefined ? [] : [vault]), ...services])]
}

/** Returns whether an address or name is of this machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/** Returns a URL's port, or the scheme's default (443 or 80). */
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
