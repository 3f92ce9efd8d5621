import * as z from 'zod/mini'
import { describeFailure, linesOf, textOf } from './ask.ts'
import type { Deployment, DocumentName, FrameFacts, MissingDocument, ServedDocument, VaultFacts } from './Deployment.ts'
import { readHtml } from './readHtml.ts'
import { readPolicies } from './readPolicies.ts'

/** The options that are known before any request. */
export type DeploymentOptions = Omit<Deployment, 'documents' | 'facts' | 'vaultFacts'>

const url = z.string().check(z.refine(URL.canParse))
const frameFacts = z.object({ apiUrl: url, custodyUrl: url, vaultOrigin: url, swapRouters: z._default(z.string(), '') })
const vaultFacts = z.object({
  walletOrigin: url,
  apiUrl: url,
  custodyUrl: url,
  apiHpkePublicKey: z.string(),
  custodyHpkePublicKey: z.string(),
})

const readDocument = async (
  { ask }: Pick<Deployment, 'ask'>,
  name: DocumentName,
  url: string,
): Promise<ServedDocument | MissingDocument> => {
  try {
    const answer = await ask(url)
    return {
      name,
      url,
      answer,
      policies: linesOf(answer, 'content-security-policy').flatMap(readPolicies),
      elements: readHtml(textOf(answer)),
    }
  } catch (error) {
    return { name, url, missing: describeFailure(error) }
  }
}

/** Parses the JSON in a document's meta element; null when there is none that matches. */
const saidBy = <schema extends z.ZodMiniType>(
  document: ServedDocument | MissingDocument,
  name: string,
  schema: schema,
): z.output<schema> | null => {
  const meta = 'elements' in document ? document.elements.find(({ attributes }) => attributes.name === name) : undefined
  try {
    return z.parse(schema, JSON.parse(meta?.attributes.content ?? ''))
  } catch {
    return null
  }
}

const factsOf = (document: ServedDocument | MissingDocument): FrameFacts | null =>
  saidBy(document, 'latchkey-frame', frameFacts)

/** Returns the locations of all parts from the wallet's own page; null when there is no such page. */
export const readFrameFacts = async (options: Pick<Deployment, 'ask' | 'walletOrigin'>): Promise<FrameFacts | null> =>
  factsOf(await readDocument(options, 'page', `${options.walletOrigin}/`))

type ReadDocuments = Pick<Deployment, 'documents' | 'facts' | 'vaultFacts'>

/** Reads the three documents of a deployment. Never rejects: an unreadable one is reported as missing. */
export const readDocuments = async (
  options: Pick<Deployment, 'ask' | 'walletOrigin' | 'projectId'> & Partial<Pick<Deployment, 'expectedVault'>>,
): Promise<ReadDocuments> => {
  const { walletOrigin, expectedVault } = options
  const query = `?projectId=${encodeURIComponent(options.projectId)}`
  const [page, frame] = await Promise.all([
    readDocument(options, 'page', `${walletOrigin}/`),
    readDocument(options, 'frame', `${walletOrigin}/sdk${query}`),
  ])
  const facts = factsOf(page) ?? factsOf(frame)
  const vaultOrigin = facts?.vaultOrigin ?? expectedVault
  const vault = vaultOrigin === undefined ? [] : [await readDocument(options, 'vault', `${vaultOrigin}/vault${query}`)]
  const vaultSays: VaultFacts | null = vault[0] === undefined ? null : saidBy(vault[0], 'latchkey-vault', vaultFacts)
  return { documents: [page, frame, ...vault], facts, vaultFacts: vaultSays }
}

/** Reads a deployment's documents and facts before its parts are checked. */
export const readDeployment = async (options: DeploymentOptions): Promise<Deployment> => ({
  ...options,
  ...(await readDocuments(options)),
})
