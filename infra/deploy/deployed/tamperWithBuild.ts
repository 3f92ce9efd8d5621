import { createHash } from 'node:crypto'
import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const apps = join(import.meta.dirname, '../../../apps')
const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Changes one byte of a file. Returns the new SHA-256. */
const change = (file: string): Buffer => {
  const bytes = readFileSync(file)
  const last = bytes.length - 1
  bytes[last] = (bytes[last] ?? 0) ^ 1
  writeFileSync(file, bytes)
  return hashOf(bytes)
}

/**
 * Copies the builds of wallet and vault to a folder (`DIST_FOLDER`), with one byte of each script changed and matching hashes, as a
 * malicious operator would serve them. Returns the number of scripts.
 */
export function tamperWithBuild(folder: string): { wallet: number; vault: number } {
  const wallet = join(folder, 'wallet')
  cpSync(join(apps, 'secure-frame/dist/wallet'), wallet, { recursive: true })
  const walletFile = join(wallet, 'manifest.json')
  const walletManifest = JSON.parse(readFileSync(walletFile, 'utf8'))
  const scripts = Object.keys(walletManifest.files).filter((path) => path.endsWith('.js'))
  for (const path of scripts) {
    const integrity = `sha256-${change(join(wallet, path)).toString('base64')}`
    walletManifest.files[path] = integrity
    if (path in walletManifest.importMap.integrity) walletManifest.importMap.integrity[path] = integrity
  }
  writeFileSync(walletFile, JSON.stringify(walletManifest))

  const vault = join(folder, 'vault')
  cpSync(join(apps, 'vault/dist/vault'), vault, { recursive: true })
  const vaultFile = join(vault, 'manifest.json')
  const vaultManifest: Record<string, { file: string; sha256: string }> = JSON.parse(readFileSync(vaultFile, 'utf8'))
  for (const [part, { file }] of Object.entries(vaultManifest)) {
    const sha256 = change(join(vault, file))
    // The name starts with part of the hash.
    const name = file.replace(/[0-9a-f]{16}(?=\.js$)/, sha256.toString('hex').slice(0, 16))
    renameSync(join(vault, file), join(vault, name))
    vaultManifest[part] = { file: name, sha256: `sha256-${sha256.toString('base64')}` }
  }
  writeFileSync(vaultFile, JSON.stringify(vaultManifest))
  return { wallet: scripts.length, vault: Object.keys(vaultManifest).length }
}
