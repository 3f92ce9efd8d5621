import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleScript } from './bundleScript.ts'

/**
 * A built file. `file`: its name, which holds its hash; served at `/<file>`. `sha256`: in the form of CSP and `integrity`,
 * `sha256-<base64>`.
 */
export type BuiltFile = { file: string; sha256: string }

/** `manifest.json` beside the files, from which the vault origin's server makes its page and policy. */
export type VaultManifest = {
  /** Classic script of the vault document. */
  document: BuiltFile
  /** Classic script of the worker. */
  worker: BuiltFile
  /** Classic script that the document loads when it first shows a screen. */
  screens: BuiltFile
  /** Classic script of the worker that derives secrets from passphrases. */
  kdf: BuiltFile
}

export type BuildVaultOptions = {
  outDir: string
  /** Includes the pseudo-locale. */
  development?: boolean
}

/**
 * Builds the vault: self-contained classic scripts without imports, so that the document's policy can name its two by hash and those of the
 * workers can forbid all loading. Replaces the contents of `outDir`.
 */
export const buildVault = async ({ outDir, development = false }: BuildVaultOptions): Promise<VaultManifest> => {
  const worker = named('vault-worker', await bundleScript('worker/worker.ts'))
  const kdf = named('vault-kdf', await bundleScript('kdf/worker.ts'))
  const screens = named(
    'vault-screens',
    await bundleScript('screens/main.ts', { globalName: 'vaultScreens', development }),
  )
  const vaultFiles = {
    worker: `/${worker.built.file}`,
    kdf: `/${kdf.built.file}`,
    screens: `/${screens.built.file}`,
    screensIntegrity: screens.built.sha256,
  }
  const document = named(
    'vault',
    await bundleScript('document/main.ts', { define: { vaultFiles: JSON.stringify(vaultFiles) } }),
  )
  const manifest = { document: document.built, worker: worker.built, screens: screens.built, kdf: kdf.built }

  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await Promise.all([
    ...[worker, kdf, screens, document].map(({ built, script }) => writeFile(join(outDir, built.file), script)),
    writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`),
  ])
  return manifest
}

const named = (name: string, script: string): { built: BuiltFile; script: string } => {
  const digest = createHash('sha256').update(script).digest()
  const file = `${name}-${digest.toString('hex').slice(0, 16)}.js`
  return { built: { file, sha256: `sha256-${digest.toString('base64')}` }, script }
}
