/** Rejects packages under licenses that we do not accept, by the text of their LICENSE files: `node scripts/licences.ts` */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatTable } from './formatTable.ts'
import { assessLicence, type LicenceEvidence, type Use } from './licences/assessLicence.ts'
import { detectLicences } from './licences/detectLicences.ts'
import { type InstalledPackage, installedPackages, type Manifest } from './licences/installedPackages.ts'

export type LicenceReport = {
  /** Number of packages by use. */
  counts: Readonly<Record<Use, number>>
  /** One line for each rejected package: its name, its dependency path, and the reason. */
  refusals: string[]
}

/** The last release of this line under Apache-2.0. Later ones restrict use, which only their LICENSE file states. */
const lastFreeWalletConnect = [2, 21, 8]

const isAfter = (version: string, limit: readonly number[]): boolean => {
  const parts = version.split(/[.-]/).map(Number)
  for (const [index, most] of limit.entries()) {
    const part = parts[index] ?? 0
    if (part !== most) return part > most
  }
  return false
}

/** Packages that are rejected whatever their license. */
const assessName = ({ name, version }: Manifest): string | undefined => {
  if (name.startsWith('@reown/')) return 'is never used here'
  if (name.startsWith('@walletconnect/') && isAfter(version, lastFreeWalletConnect)) {
    return `is later than ${lastFreeWalletConnect.join('.')}`
  }
  return undefined
}

/**
 * Under the GPL, and accepted only for development: programs that the local stack starts as separate processes. No code of ours imports
 * them, and nothing that we distribute contains them.
 */
const separatePrograms: ReadonlySet<string> = new Set(['@pimlico/alto'])

const isSeparateProgram = ({ manifest, use }: InstalledPackage): boolean =>
  use === 'development' && separatePrograms.has(manifest.name) && manifest.license === 'GPL-3.0-or-later'

const declaredLicence = ({ license, licenses }: Manifest): string | undefined => {
  if (typeof license === 'object') return license.type
  return license ?? licenses?.map((entry) => entry.type).join(' OR ')
}

const evidenceOf = ({ folder, manifest }: InstalledPackage): LicenceEvidence => {
  const files = readdirSync(folder, { withFileTypes: true })
    // A list of a package's components (`LICENSE-3rdparty.csv`) grants nothing.
    .filter(({ name }) => /^(licen[cs]e|copying|unlicense)/i.test(name) && !name.endsWith('.csv'))
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8'))
  return { declared: declaredLicence(manifest), found: [...new Set(files.flatMap(detectLicences))] }
}

/** Checks every package that is installed for the workspace at `root`. */
export const checkLicences = (root: string): LicenceReport => {
  const packages = installedPackages(root)
  const counts = { 'run time': 0, development: 0 }
  const refusals: string[] = []
  for (const it of packages) {
    counts[it.use] += 1
    if (isSeparateProgram(it)) continue
    const reason = assessName(it.manifest) ?? assessLicence(evidenceOf(it), it.use)
    if (reason === undefined) continue
    refusals.push(`${it.manifest.name}@${it.manifest.version} (${it.use}, by ${it.path.join(' > ')}) ${reason}`)
  }
  return { counts, refusals }
}

if (import.meta.main) {
  const { counts, refusals } = checkLicences(fileURLToPath(new URL('..', import.meta.url)))
  console.log(formatTable(Object.entries(counts).map(([use, count]) => [use, `${count} packages`])))
  for (const refusal of refusals) console.error(`refused: ${refusal}`)
  if (refusals.length > 0) process.exitCode = 1
}
