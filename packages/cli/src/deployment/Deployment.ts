import type { Answer, Ask } from './ask.ts'
import type { Element } from './readHtml.ts'
import type { Policy } from './readPolicies.ts'
import type { Resolver } from './resolver.ts'

/** `page`: the wallet's own page. `frame`: what the pages of a project embed. `vault`: where the keys are. */
export type DocumentName = 'page' | 'frame' | 'vault'

/** A document as it was served. */
export type ServedDocument = {
  readonly name: DocumentName
  readonly url: string
  readonly answer: Answer
  readonly policies: readonly Policy[]
  readonly elements: readonly Element[]
}
/** A document that could not be read, and why. */
export type MissingDocument = { readonly name: DocumentName; readonly url: string; readonly missing: string }

/** Where the wallet document says that everything is. */
export type FrameFacts = {
  readonly apiUrl: string
  readonly custodyUrl: string
  readonly vaultOrigin: string
  /** The exchanges that swaps may go through: CAIP-10, with commas. */
  readonly swapRouters: string
}
/** What the vault document says. */
export type VaultFacts = {
  readonly walletOrigin: string
  readonly apiUrl: string
  readonly custodyUrl: string
  readonly apiHpkePublicKey: string
  readonly custodyHpkePublicKey: string
}

/** A deployment as it is seen from outside: what all checks share. */
export type Deployment = {
  readonly walletOrigin: string
  /** What the operator says that it is; undefined when nothing is said. */
  readonly expectedVault: string | undefined
  readonly projectId: string
  /** A page of a dapp that uses the wallet; undefined when none is named. */
  readonly siteUrl: string | undefined
  /** Where that dapp's packages are installed; undefined when that is not looked at. */
  readonly siteFolder: string | undefined
  /** Address of the sender of its mails, or the domain; undefined when nothing is said. */
  readonly mailFrom: string | undefined
  readonly ask: Ask
  readonly resolver: Resolver
  /** Certificates that count beside the machine's own, PEM. */
  readonly ca: string | undefined
  /** Where HTTP without TLS is looked for. */
  readonly plainPort: number
  /** Ports that must not be open to strangers. */
  readonly privatePorts: readonly number[]
  readonly documents: readonly (ServedDocument | MissingDocument)[]
  /** Null while the wallet document says nothing. */
  readonly facts: FrameFacts | null
  readonly vaultFacts: VaultFacts | null
}

/** Returns the documents that were served, without those that couldn't be read. */
export const servedDocuments = ({ documents }: Deployment): ServedDocument[] =>
  documents.filter((document): document is ServedDocument => 'answer' in document)

/** The origins that browsers visit: the wallet's, and those of vault, api and custody once they are known. */
export const originsOf = ({ walletOrigin, expectedVault, facts }: Deployment): string[] => {
  const vault = facts?.vaultOrigin ?? expectedVault
  const services = facts === null ? [] : [new URL(facts.apiUrl).origin, new URL(facts.custodyUrl).origin]
  return [...new Set([walletOrigin, ...(vault === undefined ? [] : [vault]), ...services])]
}

/** An address or name of this machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/** Returns a URL's port, with the scheme's default (443 or 80) where it names none. */
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
