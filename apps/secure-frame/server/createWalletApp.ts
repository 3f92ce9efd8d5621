import { frameAncestors } from '@latchkey/api-client'
import { Hono } from 'hono'
import { type FrameFacts, factsName } from '../src/boundary/frameFacts.ts'
import { walletPolicy } from './contentSecurityPolicy.ts'
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

/** The wallet origin: the document at `/sdk` with its project's policy, its files, health; 404 otherwise. */
export const createWalletApp = ({ addresses, manifest, files, projectOrigins }: WalletAppDeps): Hono => {
  const { walletOrigin, vaultOrigin, apiUrl, custodyUrl } = addresses
  const send = sender(walletOrigin)
  const refuse = refusals(send)
  const importMap = JSON.stringify(manifest.importMap)
  const scripts = Object.keys(manifest.files).filter((path) => path.endsWith('.js'))
  const scriptHashes = [integrityOf(importMap), ...scripts.flatMap((path) => manifest.files[path] ?? [])]
  const entryIntegrity = manifest.files[manifest.entry]
  if (entryIntegrity === undefined) throw new Error('The entry of the wallet document is not among its files')
  const document = scriptDocument({
    title: 'Latchkey wallet',
    facts: { [factsName]: { apiUrl, custodyUrl, vaultOrigin } satisfies FrameFacts },
    importMap,
    styles: manifest.styles,
    script: { path: manifest.entry, integrity: entryIntegrity, type: 'module' },
  })

  const app = new Hono()
  app.get('/sdk', async (context) => {
    const projectId = context.req.query('projectId') ?? ''
    const origins = await projectOrigins(projectId)
    if (origins === null) return refuse.unknownProject(context)
    const ancestors = frameAncestors(origins)
    const policy = walletPolicy({ scriptHashes, apiUrl, custodyUrl, vaultOrigin, ancestors })
    return send.document(context, { kind: 'walletDocument', policy, vaultOrigin }, document)
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
