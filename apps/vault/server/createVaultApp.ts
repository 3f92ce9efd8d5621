import { frameAncestors } from '@latchkey/api-client'
import {
  assetResponse,
  type FrameAddresses,
  type ProjectOrigins,
  refusals,
  type ServedFile,
  scriptDocument,
  sender,
} from '@latchkey/document-server'
import { configName, type VaultConfig, vaultPath } from '@latchkey/vault-protocol'
import { Hono } from 'hono'
import type { VaultManifest } from '../scripts/buildVault.ts'
import { kdfResponse, vaultDocumentResponse, workerResponse } from './vaultResponses.ts'

/** The authorities' HPKE keys that the vault seals to, base64url. Rejects when an authority cannot be asked. */
export type SealingKeys = () => Promise<Pick<VaultConfig, 'apiHpkePublicKey' | 'custodyHpkePublicKey'>>

export type VaultAppDeps = {
  addresses: FrameAddresses
  manifest: VaultManifest
  files: ReadonlyMap<string, ServedFile>
  projectOrigins: ProjectOrigins
  sealingKeys: SealingKeys
}

/** The vault origin: its document with the facts its worker needs, its scripts, health; 404 otherwise. */
export const createVaultApp = (deps: VaultAppDeps): Hono => {
  const { addresses, manifest, files, projectOrigins, sealingKeys } = deps
  const { walletOrigin, vaultOrigin, apiUrl, custodyUrl } = addresses
  const send = sender(vaultOrigin)
  const refuse = refusals(send)
  const { document, worker, screens, kdf } = manifest
  const responseOf = (name: string) =>
    name === worker.file ? workerResponse : name === kdf.file ? kdfResponse : assetResponse

  const app = new Hono()
  app.get(vaultPath, async (context) => {
    const [origins, keys] = await Promise.all([projectOrigins(context.req.query('projectId') ?? ''), sealingKeys()])
    if (origins === null) return refuse.unknownProject(context)
    const config: VaultConfig = { walletOrigin, apiUrl, custodyUrl, ...keys }
    const html = scriptDocument({
      title: 'Latchkey vault',
      facts: { [configName]: config },
      script: { path: `/${document.file}`, integrity: document.sha256, type: 'classic' },
    })
    const listed = frameAncestors(origins)
    // A project without pages has no wallet either.
    const ancestors = listed === "'none'" ? listed : [...new Set([walletOrigin, listed])].join(' ')
    const response = vaultDocumentResponse({ scriptHashes: [document.sha256, screens.sha256], ancestors })
    return send.document(context, response, html)
  })
  app.get('/health', (context) => send.json(context, { status: 'ok', part: 'vault' }))
  app.get('/:name', (context) => {
    const name = context.req.param('name')
    const file = files.get(`/${name}`)
    if (file === undefined) return send.notFound(context)
    return send.file(context, responseOf(name), file)
  })
  app.notFound(send.notFound)
  app.onError((_, context) => refuse.unavailable(context))
  return app
}
