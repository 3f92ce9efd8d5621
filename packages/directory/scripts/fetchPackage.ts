import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { LicenceName, Source } from './sources.ts'

/** Outside the repository, so that third-party code is never committed or installed. */
const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'latchkey', 'directory')

/**
 * Returns the folder of an unpacked package. It is downloaded once, with the npm client, and never installed or run. Throws when the file
 * isn't the one that `sources.ts` pins, or its license differs from the one there.
 */
export function fetchPackage(source: Source): string {
  const { name, version } = source
  const folder = join(cacheFolder, `${name.replaceAll('/', '+')}@${version}`)
  const tarball = join(folder, 'package.tgz')
  if (!existsSync(tarball)) download(`${name}@${version}`, folder, tarball)
  requireIntegrity(source, readFileSync(tarball))
  const unpacked = join(folder, 'package')
  if (!existsSync(unpacked)) {
    mkdirSync(unpacked)
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])
  }
  requireLicence(source, unpacked)
  return unpacked
}

function download(specifier: string, folder: string, tarball: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, specifier], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [packed] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  if (packed === undefined) throw new Error(`npm has not packed ${specifier}`)
  renameSync(join(folder, packed), tarball)
}

function requireIntegrity({ name, version, integrity }: Source, bytes: Uint8Array): void {
  const actual = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (actual !== integrity) throw new Error(`${name}@${version} has integrity ${actual}, not ${integrity}`)
}

/** Words of the license text, or of the manifest if a package ships no text. */
const licenceWords: Readonly<Record<LicenceName, RegExp>> = {
  MIT: /Permission is hereby granted, free of charge/,
  'Apache-2.0': /Apache License\s+Version 2\.0/,
}

function requireLicence({ name, version, licence, licenceFile }: Source, folder: string): void {
  const text = readFileSync(join(folder, licenceFile), 'utf8')
  const holds =
    licenceFile === 'package.json'
      ? (JSON.parse(text) as { license?: string }).license === licence
      : licenceWords[licence].test(text)
  if (!holds) throw new Error(`${licenceFile} of ${name}@${version} is not ${licence}`)
}
