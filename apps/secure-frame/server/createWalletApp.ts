import { frameAncestors } from '@latchkey/api-client'
import { type DeploymentStatus, statusPath } from '@latchkey/api-client/readiness'
import {
  assetResponse,
  type ClientLimits,
  type FrameAddresses,
  integrityOf,
  type KeptBuilds,
  type ProjectOrigins,
  projectGate,
  refusals,
  type SecurityContact,
  type ServedFile,
  scriptDocument,
  securityText,
  securityTextPath,
  sender,
} from '@latchkey/document-server'
import { Hono } from 'hono'
import { type FrameFacts, factsName } from '../src/boundary/frameFacts.ts'
import { type PageRow, pages } from '../src/pages/pages.ts'
import { documentPolicy, workerResponse } from './contentSecurityPolicy.ts'
import { documentResponse } from './documentResponse.ts'
import { type PolicyReportDeps, reportsPath, takePolicyReports } from './takePolicyReports.ts'
import type { WalletManifest } from './walletManifest.ts'

/** The headers of a file, by its kind in every build. */
const responseOf = (path: string) => (path.startsWith('/assets/challenges-') ? workerResponse : assetResponse)

export type WalletAppDeps = {
  addresses: FrameAddresses
  /** Exchanges that swaps may go through, as `FrameFacts` has them. Default: none. */
  swapRouters?: string
  manifest: WalletManifest
  files: ReadonlyMap<string, ServedFile>
  /** Files of earlier builds, and of newer ones that other processes have. Default: none. */
  kept?: Pick<KeptBuilds, 'find'>
  projectOrigins: ProjectOrigins
  /** The security contacts. Default: none. */
  contact?: SecurityContact | undefined
  /** Default: no limits. */
  limits?: ClientLimits
  /** Default: browsers' reports are dropped. */
  reports?: Pick<PolicyReportDeps, 'log' | 'metrics'>
  status: () => Promise<DeploymentStatus>
}

const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns whether a host is this machine under another name than the wallet's: `127.0.0.1:3001` for `localhost:3001`. The
 * services reject a wallet of that origin, so its documents redirect to the right one: a page that embeds one learns where it is.
 */
const isOtherNameOf = (origin: string, host: string | undefined): boolean => {
  const own = new URL(origin)
  if (host === undefined || host === own.host || !URL.canParse(`${own.protocol}//${host}`)) return false
  const asked = new URL(`${own.protocol}//${host}`)
  return asked.port === own.port && [own.hostname, asked.hostname].every((name) => ownNames.includes(name))
}

/**
 * Serves the wallet origin: its documents by the table of pages, their files, health, the status of all parts; 404 otherwise. A document
 * for an unknown project is refused.
 */
export const createWalletApp = (deps: WalletAppDeps): Hono => {
  const { addresses, manifest, files, kept, projectOrigins, limits, reports, status, swapRouters = '' } = deps
  const { walletOrigin, vaultOrigin, apiUrl, custodyUrl } = addresses
  const send = sender(walletOrigin)
  const refuse = refusals(send)
  const admit = projectGate({ projectOrigins, refuse, limits })
  const importMap = JSON.stringify(manifest.importMap)
  const scripts = Object.keys(manifest.files).filter((path) => path.endsWith('.js') && path !== manifest.worker)
  const scriptHashes = [integrityOf(importMap), ...scripts.flatMap((path) => manifest.files[path] ?? [])]
  const entryIntegrity = manifest.files[manifest.entry]
  if (entryIntegrity === undefined) throw new Error('The entry of the wallet document is not among its files')
  const preloads = manifest.imports.map((path) => ({ path, integrity: manifest.files[path] ?? '' }))
  const script = { path: manifest.entry, integrity: entryIntegrity, type: 'module' } as const
  const facts = { [factsName]: { apiUrl, custodyUrl, vaultOrigin, swapRouters } satisfies FrameFacts }

  const app = new Hono()
  for (const [path, { title, kind, reaches, solves }] of Object.entries<PageRow>(pages)) {
    const services = [
      ...(reaches.includes('api') ? [apiUrl] : []),
      ...(reaches.includes('custody') ? [custodyUrl] : []),
    ]
    const frames = reaches.includes('vault') ? [vaultOrigin] : []
    const { styles } = manifest
    const html = scriptDocument({
      title: title(),
      icon: 'data:,',
      facts: reaches.length === 0 ? {} : facts,
      importMap,
      styles,
      preloads,
      script,
    })
    app.get(path, async (context) => {
      const { pathname, search } = new URL(context.req.url)
      if (isOtherNameOf(walletOrigin, context.req.header('host')))
        return send.redirect(context, `${walletOrigin}${pathname}${search}`)
      const admitted = kind === 'page' || kind === 'popup' ? { origins: [] } : await admit(context)
      if ('refused' in admitted) return admitted.refused
      const ancestors = frameAncestors(kind === 'frame' ? admitted.origins : [])
      const workers = solves === undefined ? 'none' : 'challenges'
      const policy = documentPolicy({ scriptHashes, services, frames, workers, ancestors })
      return send.document(context, documentResponse({ kind, policy, frames }), html)
    })
  }
  app.get('/assets/:name', async (context) => {
    const { path } = context.req
    const file = files.get(path) ?? (await kept?.find(path))
    return file === undefined ? send.notFound(context) : send.file(context, responseOf(path), file)
  })
  if (reports !== undefined)
    app.post(
      reportsPath,
      takePolicyReports({ ...reports, origin: walletOrigin, pages: Object.keys(pages), send, limits }),
    )
  app.get(securityTextPath, securityText({ send, origin: walletOrigin, contact: deps.contact }))
  app.get('/health', (context) => send.json(context, { status: 'ok', part: 'wallet' }))
  app.get(statusPath, async (context) => {
    const current = await status()
    return send.json(context, current, current.status === 'away' ? 503 : 200)
  })
  app.notFound(send.notFound)
  app.onError((_, context) => refuse.unavailable(context))
  return app
}
