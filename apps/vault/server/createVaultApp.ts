import { frameAncestors } from '@latchkey/api-client'
import { t } from '@latchkey/copy/vaultScreens'
import {
  assetResponse,
  type ClientLimits,
  type FrameAddresses,
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
import { configName, type VaultConfig, vaultPath } from '@latchkey/vault-protocol'
import { Hono } from 'hono'
import type { VaultManifest } from '../scripts/buildVault.ts'
import { kdfResponse, vaultDocumentResponse, workerResponse } from './vaultResponses.ts'

/** Returns the authorities' HPKE keys that the vault seals to, base64url. Rejects when an authority is unreachable. */
export type SealingKeys = () => Promise<Pick<VaultConfig, 'apiHpkePublicKey' | 'custodyHpkePublicKey'>>

export type VaultAppDeps = {
  addresses: FrameAddresses
  manifest: VaultManifest
  files: ReadonlyMap<string, ServedFile>
  /**
   * Files of earlier builds, and of newer ones that other processes have: a document loads its screens and the passphrase worker on first
   * use, possibly from a process with another build. Default: none.
   */
  kept?: Pick<KeptBuilds, 'find'>
  projectOrigins: ProjectOrigins
  /** The contact for reporting vulnerabilities. Default: none is named. */
  contact?: SecurityContact | undefined
  /** Default: clients are not rate-limited. */
  limits?: ClientLimits
  sealingKeys: SealingKeys
}

/** Returns a file's headers, by its role in every build. */
const responseOf = (path: string) =>
  path.startsWith('/vault-worker-') ? workerResponse : path.startsWith('/vault-kdf-') ? kdfResponse : assetResponse

/** Serves the vault origin: its document with its worker's configuration, its scripts, health; 404 otherwise. */
export const createVaultApp = (deps: VaultAppDeps): Hono => {
  const { addresses, manifest, files, kept, projectOrigins, limits, sealingKeys } = deps
  const { walletOrigin, vaultOrigin, apiUrl, custodyUrl } = addresses
  const send = sender(vaultOrigin)
  const refuse = refusals(send)
  const admit = projectGate({ projectOrigins, refuse, limits })
  const { document, screens } = manifest

  const app = new Hono()
  app.get(vaultPath, async (context) => {
    const admitted = await admit(context)
    if ('refused' in admitted) return admitted.refused
    const { origins } = admitted
    const keys = await sealingKeys()
    const config: VaultConfig = { walletOrigin, apiUrl, custodyUrl, ...keys }
    const html = scriptDocument({
      title: t('documentTitle'),
      facts: { [configName]: config },
      script: { path: `/${document.file}`, integrity: document.sha256, type: 'classic' },
    })
    const listed = frameAncestors(origins)
    // A project without pages has no wallet either.
    const ancestors = listed === "'none'" ? listed : [...new Set([walletOrigin, listed])].join(' ')
    const response = vaultDocumentResponse({ scriptHashes: [document.sha256, screens.sha256], ancestors })
    return send.document(context, response, html)
  })
  app.get(securityTextPath, securityText({ send, origin: vaultOrigin, contact: deps.contact }))
  app.get('/health', (context) => send.json(context, { status: 'ok', part: 'vault' }))
  app.get('/:name', async (context) => {
    const path = `/${context.req.param('name')}`
    const file = files.get(path) ?? (await kept?.find(path))
    if (file === undefined) return send.notFound(context)
    return send.file(context, responseOf(path), file)
  })
  app.notFound(send.notFound)
  app.onError((_, context) => refuse.unavailable(context))
  return app
}
