import { frameAncestors } from '@latchkey/api-client'
import { Hono } from 'hono'
import { windowPath } from '../src/approvalWindow/windowPath.ts'
import { type FrameFacts, factsName } from '../src/boundary/frameFacts.ts'
import { walletPolicy, windowPolicy } from './contentSecurityPolicy.ts'
import type { FrameAddresses, ProjectOrigins } from './FrameAddresses.ts'
import { scriptDocument } from './pages.ts'
import { integrityOf, type ServedFile } from './readFiles.ts'
import { refusals } from './refusals.ts'
import { sender } from './sender.ts'
import type { WalletManifest } from './walletManifest.ts'

export type WalletAppDeps = {
  addresses: FrameAddresses
  manifest: WalletManifest
  files: ReadonlyMap<string, ServedFile>
  projectOrigins: ProjectOrigins
}

/**
 * The wallet origin: the frame's document at `/sdk` with its project's policy, that of its approval window, their files,
 * health; 404 otherwise.
 */
export const createWalletApp = ({ addresses, manifest, files, projectOrigins }: WalletAppDeps): Hono => {
  const { walletOrigin, vaultOrigin, apiUrl, custodyUrl } = addresses
  const send = sender(walletOrigin)
  const refuse = refusals(send)
  const importMap = JSON.stringify(manifest.importMap)
  const scripts = Object.keys(manifest.files).filter((path) => path.endsWith('.js'))
  const scriptHashes = [integrityOf(importMap), ...scripts.flatMap((path) => manifest.files[path] ?? [])]
  const entryIntegrity = manifest.files[manifest.entry]
  if (entryIntegrity === undefined) throw new Error('The entry of the wallet document is not among its files')
  const documentWith = (facts: Readonly<Record<string, unknown>>): string =>
    scriptDocument({
      title: 'Latchkey wallet',
      facts,
      importMap,
      styles: manifest.styles,
      script: { path: manifest.entry, integrity: entryIntegrity, type: 'module' },
    })
  const frameDocument = documentWith({ [factsName]: { apiUrl, custodyUrl, vaultOrigin } satisfies FrameFacts })
  const windowDocument = documentWith({})

  const app = new Hono()
  app.get('/sdk', async (context) => {
    const projectId = context.req.query('projectId') ?? ''
    const origins = await projectOrigins(projectId)
    if (origins === null) return refuse.unknownProject(context)
    const ancestors = frameAncestors(origins)
    const policy = walletPolicy({ scriptHashes, apiUrl, custodyUrl, vaultOrigin, ancestors })
    return send.document(context, { kind: 'walletDocument', policy, vaultOrigin }, frameDocument)
  })
  app.get(windowPath, async (context) => {
    const origins = await projectOrigins(context.req.query('projectId') ?? '')
    if (origins === null) return refuse.unknownProject(context)
    return send.document(context, { kind: 'windowDocument', policy: windowPolicy({ scriptHashes }) }, windowDocument)
  })
  app.get('/assets/:name', (context) => {
    const file = files.get(context.req.path)
    return file === undefined ? send.notFound(context) : send.file(context, { kind: 'asset' }, file)
  })
  app.get('/health', (context) => send.json(context, { status: 'ok', part: 'wallet' }))
  app.notFound(send.notFound)
  app.onError((_, context) => refuse.unavailable(context))
  return app
}
