import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type FrameManifest,
  frameManifestFormat,
  integrityOf,
  type OriginManifest,
  placeholders,
  readFiles,
  readManifest,
} from '@latchkey/document-server'
import { type BuiltVault, createVaultApp, readVault } from '@latchkey/vault/server'
import { vaultPath } from '@latchkey/vault-protocol'
import type { Hono } from 'hono'
import { pages } from '../src/pages/pages.ts'
import { createWalletApp, type WalletAppDeps } from './createWalletApp.ts'
import { walletManifest } from './walletManifest.ts'

export type DescribedFrame = {
  version: string
  wallet: Pick<WalletAppDeps, 'manifest' | 'files'>
  vault: Pick<BuiltVault, 'manifest' | 'files'>
}

/** Headers for length and encoding, which proxies change. */
const ofTransport: readonly string[] = ['vary', 'content-length']

/** Requests everything that the servers of a release send, with placeholders for a deployment's URLs. */
export async function describeFrame({ version, wallet, vault }: DescribedFrame): Promise<FrameManifest> {
  const { walletOrigin, vaultOrigin, apiUrl, custodyUrl, apiHpkePublicKey, custodyHpkePublicKey, swapRouters } =
    placeholders
  const addresses = { walletOrigin, vaultOrigin, apiUrl, custodyUrl }
  const projectOrigins = async () => [placeholders.pages]
  const walletApp = createWalletApp({
    addresses,
    swapRouters,
    ...wallet,
    projectOrigins,
    status: () => Promise.reject(new Error('No release has a status')),
  })
  const vaultApp = createVaultApp({
    addresses,
    ...vault,
    projectOrigins,
    sealingKeys: async () => ({ apiHpkePublicKey, custodyHpkePublicKey }),
  })

  const headers: Record<string, string>[] = []
  const indexOf = (response: Response): number => {
    const own = Object.fromEntries([...response.headers].filter(([name]) => !ofTransport.includes(name)))
    const found = headers.findIndex((each) => JSON.stringify(each) === JSON.stringify(own))
    return found === -1 ? headers.push(own) - 1 : found
  }
  const describe = async (
    app: Hono,
    origin: string,
    documents: readonly string[],
    files: Iterable<string>,
  ): Promise<OriginManifest> => {
    const ask = async (path: string): Promise<Response> => {
      const response = await app.fetch(new Request(`${origin}${path}`))
      if (response.status !== 200) throw new Error(`${path} is answered with ${response.status}`)
      return response
    }
    const described: OriginManifest = { documents: {}, files: {} }
    for (const path of documents) {
      const response = await ask(`${path}?projectId=any`)
      described.documents[path] = { headers: indexOf(response), body: await response.text() }
    }
    for (const path of [...files].toSorted()) {
      const response = await ask(path)
      const content = new Uint8Array(await response.arrayBuffer())
      described.files[path] = { headers: indexOf(response), integrity: integrityOf(content) }
    }
    return described
  }
  return {
    format: frameManifestFormat,
    version,
    headers,
    wallet: await describe(walletApp, walletOrigin, Object.keys(pages), wallet.files.keys()),
    vault: await describe(vaultApp, vaultOrigin, [vaultPath], vault.files.keys()),
  }
}

const ownFolder = fileURLToPath(new URL('../dist/wallet', import.meta.url))

/** Describes a build, in the `dist` of the two apps or in `wallet/` and `vault/` of a folder. Throws when there is none. */
export async function describeBuiltFrame({
  version,
  distFolder,
}: {
  version: string
  distFolder?: string
}): Promise<FrameManifest> {
  const folder = distFolder === undefined ? ownFolder : join(distFolder, 'wallet')
  const manifest = walletManifest.parse(await readManifest(folder, 'secure-frame'))
  return describeFrame({
    version,
    wallet: { manifest, files: await readFiles(folder, manifest.files) },
    vault: await readVault({ folder: distFolder && join(distFolder, 'vault') }),
  })
}
